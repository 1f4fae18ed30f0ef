import type { RecordingsStatus } from 'waraq/files'

/** What is kept of a chapter's recordings. Pure. */

/** Why recordings are not kept, in words that a reader can do something with. */
export type NotKept = 'no_room' | 'no_sound' | 'not_admitted' | 'no_answer'

export type ChapterKept =
  /** The reader has not asked for it. */
  | { readonly is: 'unasked' }
  | { readonly is: 'coming' | 'missing' | 'kept'; readonly counts: KeptCounts; readonly why: NotKept | null }

export interface KeptCounts {
  readonly files: number
  readonly kept: number
  readonly bytes: number
}

const reasons: Readonly<Record<string, NotKept>> = {
  quota_exceeded: 'no_room',
  file_mismatch: 'no_sound',
  foreign_address: 'not_admitted',
}

type Told = Pick<RecordingsStatus, 'chapters' | 'byChapter' | 'failed' | 'underWay'>

export function chapterKept(status: Told, chapter: number): ChapterKept {
  const isAsked = status.chapters === 'all' || status.chapters.includes(chapter)
  if (!isAsked) return { is: 'unasked' }
  const counts = status.byChapter.find((each) => each.chapter === chapter) ?? { files: 0, kept: 0, bytes: 0 }
  const failed = status.failed.find((each) => each.chapter === chapter)
  const why = failed ? (reasons[failed.error.code] ?? 'no_answer') : null
  if (counts.files > 0 && counts.kept >= counts.files) return { is: 'kept', counts, why: null }
  return { is: status.underWay ? 'coming' : 'missing', counts, why }
}
