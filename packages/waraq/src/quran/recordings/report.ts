import type { FileFailure, FilesProgress } from '../../files/report.ts'
import type { WaraqError } from '@waraq/protocol'
import type { Recorded } from './recorded.ts'

/** A recording that is not kept, with the error. */
export interface RecordingFailure extends Recorded {
  /** Address in the row. */
  readonly url: string
  readonly error: WaraqError
}

export function recordingFailure({ place, url, error }: FileFailure<Recorded>): RecordingFailure {
  return { ...place, url, error }
}

/** Progress of keeping recordings. The numbers count files. */
export type RecordingsProgress = FilesProgress

/** Result of a call, for its chapters only. `wanted` is the sum of `kept` and the length of `failed`. */
export interface RecordingsReport {
  readonly wanted: number
  readonly kept: number
  readonly bytes: number
  readonly failed: readonly RecordingFailure[]
}

/** The kept files of a chapter. */
export interface ChapterStatus {
  readonly chapter: number
  readonly files: number
  readonly kept: number
  readonly bytes: number
}

/** State of a recitation's recordings. */
export interface RecordingsStatus extends RecordingsReport {
  /** The chapters that a person requested here, in another tab or in an earlier visit. Only files of these chapters are kept. */
  readonly chapters: 'all' | readonly number[]
  /** The kept files of each of them. */
  readonly byChapter: readonly ChapterStatus[]
  /** Changes whenever the set of kept files changes. `source` may then return something else. */
  readonly version: number
  /** Whether this object is currently fetching recordings of the recitation. */
  readonly inProgress: boolean
  /** Recordings that this object failed to keep in its last attempt. Each tab has its own list. */
  readonly failed: readonly RecordingFailure[]
}
