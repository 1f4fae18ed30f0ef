import type { WaraqError } from '@waraq/protocol'
import type { ResourceFile } from './file-list.ts'
import type { Parts } from './parts.ts'

/** A file that is not kept, and why. */
export interface FileFailure<Place> {
  /** What the file is for, as in the list of files. */
  readonly place: Place
  /** Address in the row. */
  readonly url: string
  readonly error: WaraqError
}

/** Progress of keeping files. The numbers count files. */
export interface FilesProgress {
  readonly wanted: number
  readonly kept: number
  readonly failed: number
  /** Bytes of the kept files. A file that two rows name counts once. */
  readonly bytes: number
  /** Bytes that are here of files under way. */
  readonly partialBytes: number
}

/** Outcome of a call. `wanted` is the sum of `kept` and the length of `failed`. */
export interface FilesReport<Place> {
  readonly wanted: number
  readonly kept: number
  readonly bytes: number
  readonly failed: readonly FileFailure<Place>[]
  readonly files: readonly ResourceFile<Place>[]
}

/** A part of a resource, such as a chapter of a recitation. */
export interface PartStatus {
  readonly part: number
  readonly files: number
  readonly kept: number
  readonly bytes: number
}

/** State of a resource's files. */
export interface FilesStatus<Place> {
  /** Whether the files follow the rows: they were requested, here or in another tab or visit. */
  readonly following: boolean
  /** The wanted parts. */
  readonly parts: Parts
  readonly wanted: number
  readonly kept: number
  readonly bytes: number
  /** Counts of each part, if the resource has parts. */
  readonly counts: readonly PartStatus[]
  /** Changes whenever another set of files is kept. */
  readonly version: number
  /** Whether this object is fetching files of the resource. */
  readonly inProgress: boolean
  /** Files that this object could not keep at its last attempt. Each tab has its own list. */
  readonly failed: readonly FileFailure<Place>[]
}

export const noFiles = { wanted: 0, kept: 0, bytes: 0, failed: [], files: [] } as const
