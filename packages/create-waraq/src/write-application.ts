import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CreateError } from './create-error.ts'

function refusal(folder: string, cause: unknown): CreateError {
  const said = `${folder} cannot be written: ${(cause as Error).message}`
  return new CreateError('write_failed', said, 'Take a folder where you may write.', cause)
}

function contentsOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw refusal(folder, error)
  }
}

/**
 * Requires that the folder does not exist yet or is empty.
 * @throws {CreateError} `folder_not_empty`, `write_failed`
 */
export function requireEmpty(folder: string): void {
  const [first] = contentsOf(folder)
  if (first === undefined) return
  throw new CreateError(
    'folder_not_empty',
    `${folder} has something in it: ${first}.`,
    'Take another folder, or move away what is there.',
  )
}

/**
 * Writes an application. A file that was created in the meantime is not overwritten.
 * @throws {CreateError} `folder_not_empty`, `write_failed`
 */
export function writeApplication(folder: string, files: ReadonlyMap<string, string>): void {
  requireEmpty(folder)
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text, { flag: 'wx' })
    }
  } catch (error) {
    throw refusal(folder, error)
  }
}
