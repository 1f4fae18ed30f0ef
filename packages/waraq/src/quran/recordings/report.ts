import type { FileFailure, FilesProgress } from '../../files/report.ts'
import type { WaraqError } from '@waraq/protocol'
import type { Recorded } from './recorded.ts'

/** A recording that is not kept, and why. */
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

/** Outcome of a call, of the chapters that it was made for. `wanted` is the sum of `kept` and the length of `failed`. */
export interface RecordingsReport {
  readonly wanted: number
  readonly kept: number
  readonly bytes: number
  readonly failed: readonly RecordingFailure[]
}

/** What is kept of a chapter. */
export interface ChapterStatus {
  readonly chapter: number
  readonly files: number
  readonly kept: number
  readonly bytes: number
}

/** State of a recitation's recordings. */
export interface RecordingsStatus extends RecordingsReport {
  /** The chapters that a person asked for, here or in another tab or visit. Files of no other chapter are kept. */
  readonly chapters: 'all' | readonly number[]
  /** What is kept of each of them. */
  readonly byChapter: readonly ChapterStatus[]
  /** Changes whenever another set of files is kept: `source` may answer differently then. */
  readonly version: number
  /** Whether this object is fetching recordings of the recitation. */
  readonly underWay: boolean
  /** Recordings that this object could not keep when it last tried. Each tab has its own list. */
  readonly failed: readonly RecordingFailure[]
}
