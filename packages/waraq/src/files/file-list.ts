import type { ResourceRef, WaraqError } from '@waraq/protocol'
import type { StoreInternals } from '../store/read/store-internals.ts'
import type { StoreView } from '../store/read/store-view.ts'
import { digestOf } from '../store/digest.ts'
import { filesKeyOf, type FilesKey } from '../store/files-record.ts'
import { commitsOf } from '../store/writer.ts'
import { keptFilesOf } from './kept-record.ts'
import type { Parts } from './parts.ts'
import type { FileFailure } from './report.ts'

/** A file that a row names. */
export interface KeptFile<Place> {
  /** Names the file for good: its hash, else its address. Other bytes are another key. Rows of one key share the file. */
  readonly key: string
  /** Address as received; it may lack a host. */
  readonly url: string
  /** In lower-case hexadecimal digits. A file without a hash is known by the length of its answer and by its first bytes. */
  readonly sha256?: string | undefined
  /** Length by the row; null or left out where the row does not say it. */
  readonly bytes?: number | null | undefined
  /** The part of the resource that it belongs to. */
  readonly part?: number | undefined
  /** What the file is for. Reports and statuses have it as it is. */
  readonly place: Place
}

/** The files that rows name, and those of which nothing can be fetched. */
export interface NamedFiles<Place> {
  readonly files: readonly KeptFile<Place>[]
  readonly unusable?: readonly FileFailure<Place>[] | undefined
}

/**
 * Reads which files rows name. A live query runs it, so it depends on the view and nothing else. `parts` are the ones that are
 * wanted. Null where the rows cannot be trusted to be all.
 */
export type ListFiles<Place> = (
  view: StoreView,
  ref: ResourceRef,
  parts: Parts,
) => Promise<NamedFiles<Place> | null>

/** The files that are wanted of one resource. */
export interface FileList<Place> {
  readonly parts: Parts
  /** The library's count of commits when the rows were read; may be one too low. */
  readonly commits: number
  readonly files: readonly KeptFile<Place>[]
  readonly unusable: readonly FileFailure<Place>[]
  /** Differs where the list differs. */
  readonly digest: number
}

/**
 * Null where nothing is wanted, and where the rows cannot be read: the resource is not here, is damaged, or is too old to be
 * shown. Then no file may be fetched or deleted. A live query can run this.
 */
export async function readFileList<Place>(
  reads: StoreInternals['reads'],
  kind: string,
  ref: ResourceRef,
  list: ListFiles<Place>,
): Promise<FileList<Place> | null> {
  const key: FilesKey = filesKeyOf(kind, ref)
  const parts = await reads.meta('files', (record) => keptFilesOf(record).get(key)?.parts ?? [])
  if (parts.length === 0) return null
  const commits = await reads.meta('counters', commitsOf)
  return reads.query(async (view) => {
    if ((await view.resource(ref))?.status !== 'installed') return null
    const named = await list(view, ref, parts)
    if (!named) return null
    const { files, unusable = [] } = named
    const identities = files.map(({ key: file, url, bytes, part }) => [file, url, bytes, part])
    const digest = digestOf(JSON.stringify([identities, unusable.map(({ url }) => url)]))
    return { parts, commits, files, unusable, digest }
  })
}

/** Whether a second try may help without a change of the row or the file. */
export function mayPass(error: WaraqError): boolean {
  return error.retryable || error.code === 'quota_exceeded'
}
