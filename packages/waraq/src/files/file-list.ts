import type { ResourceRef, WaraqError } from '@waraq/protocol'
import type { StoreInternals } from '../store/read/store-internals.ts'
import type { StoreView } from '../store/read/store-view.ts'
import { digestOf } from '../store/digest.ts'
import { filesKeyOf, type FilesKey } from '../store/files-record.ts'
import { commitsOf } from '../store/writer.ts'
import { filesEntriesOf } from './files-entry.ts'
import type { Parts } from './parts.ts'
import type { FileFailure } from './report.ts'

/** A file that a row names. */
export interface ResourceFile<Place> {
  /**
   * Permanent name of the file: its hash, else its address. Other bytes have another key. Rows with the same key share the file.
   */
  readonly key: string
  /** Address as received. It may lack a host. */
  readonly url: string
  /** In lower-case hexadecimal digits. A file without a hash is checked by the length of its response and by its first bytes. */
  readonly sha256?: string | undefined
  /** Length in bytes according to the row; null or omitted if the row does not state it. */
  readonly bytes?: number | null | undefined
  /** The part of the resource that it belongs to. */
  readonly part?: number | undefined
  /** What the file is for. Reports and statuses contain it unchanged. */
  readonly place: Place
}

/** The files that rows name, and failures of those that cannot be fetched. */
export interface NamedFiles<Place> {
  readonly files: readonly ResourceFile<Place>[]
  readonly unusable?: readonly FileFailure<Place>[] | undefined
}

/**
 * Reads which files rows name. A live query runs it, so it may depend on the view only. `parts` are the wanted ones. Returns null
 * if the rows may be incomplete.
 */
export type ListFiles<Place> = (
  view: StoreView,
  ref: ResourceRef,
  parts: Parts,
) => Promise<NamedFiles<Place> | null>

/** The wanted files of one resource. */
export interface FileList<Place> {
  readonly parts: Parts
  /** The library's commit count when the rows were read. It may be one too low. */
  readonly commits: number
  readonly files: readonly ResourceFile<Place>[]
  readonly unusable: readonly FileFailure<Place>[]
  /** Differs if the list differs. */
  readonly digest: number
}

/**
 * Reads the wanted files of a resource. Returns null if no part is wanted, or if the rows cannot be read: the resource is not
 * here, is damaged, or is too old to be shown. Then no file may be fetched or deleted. A live query can run this.
 */
export async function readFileList<Place>(
  reads: StoreInternals['reads'],
  kind: string,
  ref: ResourceRef,
  list: ListFiles<Place>,
): Promise<FileList<Place> | null> {
  const key: FilesKey = filesKeyOf(kind, ref)
  const parts = await reads.meta('files', (record) => filesEntriesOf(record).get(key)?.parts ?? [])
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

/** Whether a retry may help without a change of the row or the file. */
export function mayPass(error: WaraqError): boolean {
  return error.retryable || error.code === 'quota_exceeded'
}
