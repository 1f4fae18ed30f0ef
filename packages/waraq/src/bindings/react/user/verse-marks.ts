import { verseCountOf } from '@waraq/protocol'
import { parseVerseRange } from '@waraq/protocol/user'
import type { ChapterMarks, StoredHighlight, StoredReadingBookmark } from '../../../user/view/queries.ts'
import type { StoredItem } from '../../../user/view/answered.ts'
import type { StoredNote } from '../../../user/view/note-queries.ts'

/** The marks of one verse. */
export interface VerseMarks {
  /** Null: it is not a favorite. */
  readonly favorite: StoredItem | null
  /** The reading bookmarks at this verse, sorted by slot. */
  readonly reading: readonly StoredReadingBookmark[]
  /** Null: it is not highlighted. */
  readonly highlight: StoredHighlight | null
  /** The keys of the collections that contain it. */
  readonly collections: readonly string[]
  /** The notes about it, alone or with others. */
  readonly notes: readonly StoredNote[]
}

/** The marks of a surah, by verse key. A verse without marks is not included. */
export type MarksByVerse = ReadonlyMap<string, VerseMarks>

export const noMarks: VerseMarks = {
  favorite: null,
  reading: [],
  highlight: null,
  collections: [],
  notes: [],
}

/**
 * The marks of each verse of a surah. Equal objects of `before` are reused, so that a component of one verse renders only when
 * that verse changes.
 */
export function marksByVerse(
  chapter: number,
  { favorited, reading, highlights, collections, notes }: ChapterMarks,
  before?: MarksByVerse,
): MarksByVerse {
  const found = new Map<string, { -readonly [Name in keyof VerseMarks]: VerseMarks[Name] }>()
  const at = (verseKey: string) => {
    const known = found.get(verseKey)
    if (known) return known
    const made = { ...noMarks }
    found.set(verseKey, made)
    return made
  }
  for (const [verseKey, favorite] of favorited) at(verseKey).favorite = favorite
  for (const [verseKey, mark] of reading) at(verseKey).reading = mark
  for (const [verseKey, highlight] of highlights) at(verseKey).highlight = highlight
  for (const [verseKey, keys] of collections) at(verseKey).collections = keys
  for (const note of notes)
    for (const verseKey of versesOf(note, chapter)) {
      const marks = at(verseKey)
      marks.notes = [...marks.notes, note]
    }
  for (const [verseKey, marks] of found) {
    const known = before?.get(verseKey)
    if (known && isSame(known, marks)) found.set(verseKey, known)
  }
  return found
}

/** The verses of a surah that a note is about. */
function versesOf({ ranges }: StoredNote, chapter: number): ReadonlySet<string> {
  return new Set(ranges.flatMap((range) => versesIn(range, chapter)))
}

/** The verses of a surah in a range such as `2:255-2:257`. */
export function versesIn(range: string, chapter: number): string[] {
  const parsed = parseVerseRange(range)
  if (!parsed || parsed.from.chapter > chapter || parsed.to.chapter < chapter) return []
  const { from, to } = parsed
  const count = verseCountOf(chapter)
  const first = from.chapter === chapter ? from.verse : 1
  const last = Math.min(to.chapter === chapter ? to.verse : count, count)
  const length = Math.max(0, last - first + 1)
  return Array.from({ length }, (_, index) => `${chapter}:${first + index}`)
}

function isSame(one: VerseMarks, other: VerseMarks): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
