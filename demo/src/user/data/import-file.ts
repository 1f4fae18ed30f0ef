import { isWaraqError } from '@waraq/protocol'

/** Why a file cannot be imported, for the words of the page. The last are of the engine. */
export type FileProblem =
  | 'tooLarge'
  | 'notJson'
  | 'notOurs'
  | 'tooMany'
  | 'aNote'
  | 'aName'
  | 'aPlace'
  | 'aborted'
  | { readonly code: string }

/** Bytes. `JSON.parse` has no limit of its own. A full file of the largest permitted size has some 60 MB. */
const mostBytes = 80_000_000

export class FileError extends Error {
  readonly problem: FileProblem

  constructor(problem: FileProblem) {
    super(`This file cannot be imported: ${JSON.stringify(problem)}`)
    this.problem = problem
  }
}

/** @throws {FileError} if it is too large, or no JSON */
export async function readFile(file: Pick<Blob, 'size' | 'text'>): Promise<unknown> {
  if (file.size > mostBytes) throw new FileError('tooLarge')
  try {
    // Editors of some systems put a mark at the start.
    return JSON.parse((await file.text()).replace(/^\uFEFF/, ''))
  } catch {
    throw new FileError('notJson')
  }
}

const problemsByField: Readonly<Record<string, FileProblem>> = {
  body: 'aNote',
  ranges: 'aNote',
  name: 'aName',
  verseKey: 'aPlace',
  place: 'aPlace',
}

/** Why the engine refused a file, or why it could not be read. */
export function problemOf(error: unknown): FileProblem {
  if (error instanceof FileError) return error.problem
  if (!isWaraqError(error)) return { code: 'unknown' }
  const { code, details } = error
  if (code === 'aborted') return 'aborted'
  if (code !== 'invalid_argument') return { code }
  if (details['bound'] !== undefined) return 'tooMany'
  return problemsByField[String(details['field'])] ?? 'notOurs'
}
