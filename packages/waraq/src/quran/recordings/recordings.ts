import { chapterCount, type AudioFileRow, type ChapterAudioFileRow } from '@waraq/protocol'
import { openFiles, type Files, type KeepFilesOptions } from '../../files/files.ts'
import type { FilesStatus } from '../../files/report.ts'
import { checkChapter, checkRef, type RefTo } from '../readers/arguments.ts'
import type { VerseKey } from '../readers/verse-key.ts'
import { audioType } from './audio-type.ts'
import type { RecordingsOptions } from './options.ts'
import {
  chapterRecording,
  listRecordings,
  verseRecording,
  type Recorded,
  type VerseSpan,
  type WordSpan,
} from './recorded.ts'
import { recordingFailure, type RecordingsReport, type RecordingsStatus } from './report.ts'

/** A recitation of either group, such as `recitations:7`. */
type RecitationRef = RefTo<'recitations' | 'chapter_recitations'>

/** Chapters, by number from 1 to 114. `'all'` includes chapters that are added later. */
export type Chapters = 'all' | readonly number[]

/** A recording that can be played. */
export interface RecordingSource {
  /** Address for `audio.src`. For a kept file it is created by this call, and valid in this page until `release` is called. */
  readonly url: string
  /** Whether the recording plays from this device. */
  readonly isKept: boolean
  /** Releases the address. Call it when nothing plays it any more. */
  release(): void
  /** The times of words, for `wordAt`; empty if rows do not contain them. */
  readonly segments: readonly WordSpan[]
  /** The times of verses in the file of a chapter, for `wordAt` as well; empty if rows do not contain them. */
  readonly verses: readonly VerseSpan[]
  /** The row as received. */
  readonly row: AudioFileRow | ChapterAudioFileRow
}

export interface SourceOptions {
  /** Returns the address at the recording's host if no file is kept. Default false. */
  readonly online?: boolean | undefined
}

/**
 * Recordings of recitations that are kept on this device to play without a network. They are works of their reciters and
 * publishers, separate from the text. Keep them only when a person requests them, only from the hosts of their publishers, and
 * do not pass files on. A page that plays one must name its reciter: the recitation's name in the catalogue.
 *
 * A recitation is a resource of the group `recitations` or `chapter_recitations`. If a chapter has files for its verses, these
 * are kept, else the file of the complete chapter.
 */
export interface Recordings {
  /**
   * Fetches the missing recordings of chapters, for a recitation whose rows are on this device. From then on the chapters are
   * wanted: if the call ends early, a page that has recordings open continues, in this visit or the next. If a recording cannot
   * be kept, the report names it and the call continues. Across all tabs, only one call works on a recitation at a time.
   *
   * Codes in the report: `file_mismatch` (no audio, such as a web page in its place), `foreign_address` (a host that is not
   * listed), `quota_exceeded`, and those of the download: `network`, `timeout`, `truncated_body`, `not_found`, `forbidden`...
   * @throws {WaraqError} `invalid_argument`, `files_closed`, `storage_unavailable` and other storage errors; `paused` if the
   * engine is paused meanwhile; the signal's reason; `aborted` if the recordings are dropped meanwhile
   */
  keep(ref: RecitationRef, chapters: Chapters, options?: KeepFilesOptions): Promise<RecordingsReport>
  /**
   * Deletes recordings of chapters and ends running calls for them.
   * @throws {WaraqError} `invalid_argument`, `files_closed` and storage errors
   */
  drop(ref: RecitationRef, chapters: Chapters): Promise<void>
  /** @throws {WaraqError} `invalid_argument`, `files_closed` and storage errors */
  status(ref: RecitationRef): Promise<RecordingsStatus>
  /**
   * Calls the listener with the status as soon as it is known, and after each change in this tab or another. Returns a
   * function that stops watching.
   * @throws {WaraqError} `invalid_argument`
   */
  watch(ref: RecitationRef, listener: (status: RecordingsStatus) => void): () => void
  /**
   * Returns a source that plays a verse, or a chapter that has one file. Undefined if the recitation has no such file. Also
   * undefined if the file is not kept and `online` is not set.
   * @throws {WaraqError} `invalid_argument`, `files_closed`, storage errors; `foreign_address` if the online host is not listed
   */
  source(
    ref: RecitationRef,
    what: VerseKey | number,
    options?: SourceOptions,
  ): Promise<RecordingSource | undefined>
  /** Ends running calls. Kept recordings and addresses of `source` stay. */
  close(): void
}

export const recordingLimits: Record<'bytes', number> = {
  /** Maximum bytes of a file. The longest chapter in good quality has about 250 MB. */
  bytes: 512 * 1024 * 1024,
}
/** Time limit in milliseconds, for a long chapter over a slow connection. */
const totalMs = 3_600_000

function statusOf(status: FilesStatus<Recorded>): RecordingsStatus {
  const { wanted, kept, bytes, version, inProgress, parts, counts, failed } = status
  return {
    wanted,
    kept,
    bytes,
    version,
    inProgress,
    chapters: parts,
    byChapter: counts.map((count) => ({
      chapter: count.part,
      files: count.files,
      kept: count.kept,
      bytes: count.bytes,
    })),
    failed: failed.map(recordingFailure),
  }
}

function checkChapters(chapters: Chapters): Chapters {
  // A string is iterable, but none of its characters is a chapter number.
  return chapters === 'all' ? chapters : Array.from(chapters, checkChapter)
}

/**
 * Opens the recordings of a page, which are kept in Cache Storage. Recordings requested in an earlier visit follow their rows
 * again, and missing files are fetched. Without Cache Storage, as on a server, nothing is kept.
 * @throws {WaraqError} `invalid_option`
 */
export function openRecordings(options: RecordingsOptions): Recordings {
  const files: Files<Recorded> = openFiles({
    ...options,
    timeouts: { totalMs, ...options.timeouts },
    kind: 'recordings',
    listOf: listRecordings,
    mostBytes: recordingLimits.bytes,
    parts: chapterCount,
    typeOf: audioType,
  })
  return {
    async keep(given, chapters, keepOptions) {
      const report = await files.keep(checkRef(given), checkChapters(chapters), keepOptions)
      const { wanted, kept, bytes, failed } = report
      return { wanted, kept, bytes, failed: failed.map(recordingFailure) }
    },
    drop: async (given, chapters) => files.drop(checkRef(given), checkChapters(chapters)),
    status: async (given) => statusOf(await files.status(checkRef(given))),
    watch: (given, listener) => files.watch(checkRef(given), (status) => listener(statusOf(status))),

    async source(given, what, { online = false } = {}) {
      const ref = checkRef(given)
      const found = await options.store.query((view) =>
        typeof what === 'number' ? chapterRecording(view, ref, what) : verseRecording(view, ref, what),
      )
      if (!found) return undefined
      const { file, segments, verses, row } = found
      const blob = await files.read(ref, file)
      if (!blob && !online) return undefined
      const url = blob ? URL.createObjectURL(blob) : files.address(file.url)
      const release = () => blob && URL.revokeObjectURL(url)
      return { url, isKept: blob !== undefined, release, segments, verses, row }
    },

    close: () => files.close(),
  }
}
