import { verseCountOf } from '@waraq/protocol'
import { parseVerseRange } from '@waraq/protocol/user'
import type { ChapterMarks, KeptHighlight, KeptReadingBookmark } from '../../../user/view/queries.ts'
import type { Kept } from '../../../user/view/answered.ts'
import type { KeptNote } from '../../../user/view/note-queries.ts'

/** What is marked at one verse. */
export interface VerseMarks {
  /** Null: it is not favorited. */
  readonly favorite: Kept | null
  /** The reading bookmarks that are there, by their slots. */
  readonly reading: readonly KeptReadingBookmark[]
  /** Null: it is not highlighted. */
  readonly highlight: KeptHighlight | null
  /** The keys of the collections that it is in. */
  readonly collections: readonly string[]
  /** The notes that are about it, alone or among others. */
  readonly notes: readonly KeptNote[]
}

/** The marks of a surah, by verse key. A verse without any is not in it. */
export type MarksByVerse = ReadonlyMap<string, VerseMarks>

export const noMarks: VerseMarks = {
  favorite: null,
  reading: [],
  highlight: null,
  collections: [],
  notes: [],
}

/**
 * What a surah's marks say of each verse. The objects of `before` stay wherever they are equal, so that a component of one
 * verse renders with that verse's changes alone.
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
function versesOf({ ranges }: KeptNote, chapter: number): ReadonlySet<string> {
  return new Set(ranges.flatMap((range) => versesIn(range, chapter)))
}

/** The verses of a surah that are in a range such as `2:255-2:257`. */
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
