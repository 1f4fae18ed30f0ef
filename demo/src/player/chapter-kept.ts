import type { RecordingsStatus } from 'waraq/files'

/** State of a chapter's kept recordings. Pure. */

/** Why recordings are not kept, as reasons that a reader can act on. */
export type NotKept = 'no_room' | 'no_sound' | 'not_admitted' | 'no_answer' | 'offline'

export type ChapterKept =
  /** The reader has not requested it. */
  | { readonly is: 'unasked' }
  | { readonly is: 'coming' | 'missing' | 'kept'; readonly counts: FileCounts; readonly why: NotKept | null }

export interface FileCounts {
  readonly files: number
  readonly kept: number
  readonly bytes: number
}

const reasons: Readonly<Record<string, NotKept>> = {
  quota_exceeded: 'no_room',
  file_mismatch: 'no_sound',
  foreign_address: 'not_admitted',
}

type ReportedStatus = Pick<RecordingsStatus, 'chapters' | 'byChapter' | 'failed' | 'inProgress'>

export function chapterKept(status: ReportedStatus, chapter: number, isOnline: boolean): ChapterKept {
  const isAsked = status.chapters === 'all' || status.chapters.includes(chapter)
  if (!isAsked) return { is: 'unasked' }
  const counts = status.byChapter.find((each) => each.chapter === chapter) ?? { files: 0, kept: 0, bytes: 0 }
  const failed = status.failed.find((each) => each.chapter === chapter)
  const why = failed ? (reasons[failed.error.code] ?? (isOnline ? 'no_answer' : 'offline')) : null
  if (counts.files > 0 && counts.kept >= counts.files) return { is: 'kept', counts, why: null }
  return { is: status.inProgress ? 'coming' : 'missing', counts, why }
}
