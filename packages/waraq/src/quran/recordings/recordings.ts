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

/** Chapters, by number from 1 to 114; `'all'` also has those that come later. */
export type Chapters = 'all' | readonly number[]

/** A recording that can be played. */
export interface RecordingSource {
  /** For `audio.src`. Of a kept file: made for this call, and valid in this page until `release` is called. */
  readonly url: string
  /** Whether it plays from this device. */
  readonly isKept: boolean
  /** Gives up the address, once nothing plays it any more. */
  release(): void
  /** When each word is heard, for `wordAt`; empty where rows do not say. */
  readonly segments: readonly WordSpan[]
  /** When each verse is heard in the file of a chapter, for `wordAt` as well; empty where rows do not say. */
  readonly verses: readonly VerseSpan[]
  /** The row as received. */
  readonly row: AudioFileRow | ChapterAudioFileRow
}

export interface SourceOptions {
  /** Gives the address at the recording's host where no file is kept. Default false. */
  readonly online?: boolean | undefined
}

/**
 * Recordings of recitations, kept on this device to be played without a network. They are works of their reciters and
 * publishers, apart from the text: keep them where a person asks for them and only then, from the hosts of their publishers,
 * and pass no file on. The page that plays one names its reciter: the recitation's name in the catalogue.
 *
 * A recitation is a resource of the group `recitations` or `chapter_recitations`. Of a chapter with files for its verses, these
 * are kept, else the file of the whole chapter.
 */
export interface Recordings {
  /**
   * Fetches the missing recordings of chapters, of a recitation whose rows are on this device. The chapters are wanted from then
   * on: where the call ends early, a page that has recordings open goes on, in this visit or the next. A recording that cannot
   * be kept is in the report, and the call goes on. Over all tabs, one call works on a recitation at a time.
   *
   * Codes in the report: `file_mismatch` (no audio, such as a web page in its place), `foreign_address` (a host that is not
   * listed), `quota_exceeded`, and those of the download: `network`, `timeout`, `truncated_body`, `not_found`, `forbidden`...
   * @throws {WaraqError} `invalid_argument`, `files_closed`, `storage_unavailable` and other errors of storage; `paused` where the
   * engine is paused meanwhile; the signal's reason; `aborted` where the recordings are dropped meanwhile
   */
  keep(ref: RecitationRef, chapters: Chapters, options?: KeepFilesOptions): Promise<RecordingsReport>
  /**
   * Deletes recordings of chapters, and ends calls that are under way for them.
   * @throws {WaraqError} `invalid_argument`, `files_closed` and errors of storage
   */
  drop(ref: RecitationRef, chapters: Chapters): Promise<void>
  /** @throws {WaraqError} `invalid_argument`, `files_closed` and errors of storage */
  status(ref: RecitationRef): Promise<RecordingsStatus>
  /**
   * Calls the listener with the status once it is known and whenever it changes, in this tab or another. Returns a function
   * that ends the watch.
   * @throws {WaraqError} `invalid_argument`
   */
  watch(ref: RecitationRef, listener: (status: RecordingsStatus) => void): () => void
  /**
   * What plays a verse, or a chapter that is one file. Undefined where the recitation has no such file, or it is not kept and
   * the call does not ask for the one online.
   * @throws {WaraqError} `invalid_argument`, `files_closed`, errors of storage; `foreign_address` where a host online is not listed
   */
  source(
    ref: RecitationRef,
    what: VerseKey | number,
    options?: SourceOptions,
  ): Promise<RecordingSource | undefined>
  /** Ends the calls under way. Kept recordings stay, and addresses of `source` as well. */
  close(): void
}

export const recordingLimits: Record<'bytes', number> = {
  /** Of a file. The longest chapter in good quality has about 250 MB. */
  bytes: 512 * 1024 * 1024,
}
/** A long chapter over a slow line. */
const totalMs = 3_600_000

function statusOf(status: FilesStatus<Recorded>): RecordingsStatus {
  const { wanted, kept, bytes, version, underWay, parts, counts, failed } = status
  return {
    wanted,
    kept,
    bytes,
    version,
    underWay,
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
  // A text has letters, each of which is no chapter.
  return chapters === 'all' ? chapters : Array.from(chapters, checkChapter)
}

/**
 * Keeps recordings in Cache Storage, for a page. What an earlier visit asked for follows its rows again from now on, and missing
 * files are fetched. Where there is no Cache Storage, as on a server, nothing is kept.
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
