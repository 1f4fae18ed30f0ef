import type { ChapterRow, ResourceRef, RowOf, VerseRow } from '@waraq/protocol'
import type { StoreView } from '../../store/read/store-view.ts'
import { checkChapter, checkJuz, checkRef, checkVerseKey, type RefTo } from './arguments.ts'
import { whole } from './fields.ts'
import {
  query,
  queryKey,
  questionTo,
  writtenRef,
  type Answer,
  type PartialOption,
  type Query,
} from './query.ts'
import {
  chapterOf,
  chapterPlaces,
  keyOf,
  numberOf,
  placeOf,
  type PlaceRange,
  type VerseKey,
  type VerseRange,
} from './verse-key.ts'
import { rangesOf, spanOf } from './verse-span.ts'

/** A verse of the Arabic text. The text and its parts are the only resource of the group `quran_core`: `quran_core:1`. */

export interface CoreVerse {
  readonly verseKey: VerseKey
  readonly chapter: number
  /** Number in its chapter, from 1. */
  readonly number: number
  /** Arabic, plain text. */
  readonly text: string
  /** The row as received. */
  readonly row: VerseRow
}

/** The verses of a range, in order. */
export async function coreVersesIn(
  view: StoreView,
  ref: ResourceRef,
  range: PlaceRange,
): Promise<CoreVerse[]> {
  const rows = await view.rows('verse', ref, range)
  return rows.map(({ data: row }) => {
    const place = placeOf(row.verse_key) ?? 0
    const { verse_key: verseKey, text_uthmani: text } = row
    return { verseKey, chapter: chapterOf(place), number: numberOf(place), text, row }
  })
}

/** Reads the Arabic text of a verse. Undefined if the text is absent or lacks the verse. */
export function coreVerse<Options extends PartialOption = Record<never, never>>(
  ref: RefTo<'quran_core'>,
  verseKey: VerseKey,
  options?: Options,
): Query<Answer<CoreVerse | undefined, Options>> {
  const resource = checkRef(ref)
  const place = checkVerseKey(verseKey)
  const key = queryKey('coreVerse', writtenRef(resource), verseKey)
  return questionTo(resource, key, options, async (view) => {
    const [verse] = await coreVersesIn(view, resource, { from: place, to: place })
    return verse
  })
}

/** Reads all verses of a chapter, 1 to 114. */
export function coreVersesOfChapter<Options extends PartialOption = Record<never, never>>(
  ref: RefTo<'quran_core'>,
  chapter: number,
  options?: Options,
): Query<Answer<CoreVerse[], Options>> {
  const resource = checkRef(ref)
  const places = chapterPlaces(checkChapter(chapter))
  const key = queryKey('coreVersesOfChapter', writtenRef(resource), chapter)
  return questionTo(resource, key, options, async (view) => coreVersesIn(view, resource, places))
}

/** Reads a chapter, 1 to 114: its names, its place and order of revelation, its counts. */
export function coreChapter(ref: RefTo<'quran_core'>, chapter: number): Query<ChapterRow | undefined> {
  const resource = checkRef(ref)
  checkChapter(chapter)
  return query(queryKey('coreChapter', writtenRef(resource), chapter), async (view) => {
    const [row] = await view.rows('chapter', resource, { from: chapter, to: chapter })
    return row?.data
  })
}

/** Reads all chapters, in order. */
export function coreChapters(ref: RefTo<'quran_core'>): Query<ChapterRow[]> {
  const resource = checkRef(ref)
  return query(queryKey('coreChapters', writtenRef(resource)), async (view) =>
    (await view.rows('chapter', resource)).map(({ data }) => data),
  )
}

type PartType = 'juz' | 'hizb' | 'rub_el_hizb'

/** A juz, a hizb or a quarter of one. */
export interface CorePart<Type extends PartType = PartType> {
  /** Number in the entire text, from 1. */
  readonly number: number
  /** The range from its first verse to its last; null if the row does not name them. */
  readonly verses: VerseRange | null
  /** The row as received. */
  readonly row: RowOf<Type>
}

function partOf<Type extends PartType>(type: Type, row: RowOf<Type>): CorePart<Type> {
  const span = spanOf(row)
  const verses = span ? { from: keyOf(span.from), to: keyOf(span.to) } : null
  return { number: whole(row[`${type}_number`]) ?? 0, verses, row }
}

/** Reads a juz by its number, 1 to 30. */
export function juz(ref: RefTo<'quran_core'>, number: number): Query<CorePart<'juz'> | undefined> {
  const resource = checkRef(ref)
  checkJuz(number)
  return query(queryKey('juz', writtenRef(resource), number), async (view) => {
    const [row] = await view.rows('juz', resource, { from: number, to: number })
    return row && partOf('juz', row.data)
  })
}

/** Finds the juz of a verse; undefined if no juz lists the verse. */
export function juzOf(ref: RefTo<'quran_core'>, verseKey: VerseKey): Query<CorePart<'juz'> | undefined> {
  return partHolding('juzOf', 'juz', ref, verseKey)
}

/** Finds the hizb of a verse. */
export function hizbOf(ref: RefTo<'quran_core'>, verseKey: VerseKey): Query<CorePart<'hizb'> | undefined> {
  return partHolding('hizbOf', 'hizb', ref, verseKey)
}

/** Finds the quarter of a hizb that contains a verse. */
export function rubElHizbOf(
  ref: RefTo<'quran_core'>,
  verseKey: VerseKey,
): Query<CorePart<'rub_el_hizb'> | undefined> {
  return partHolding('rubElHizbOf', 'rub_el_hizb', ref, verseKey)
}

/** Finds a part by the verses that the parts list. There are at most 240 parts, and rows of verses may not name them. */
function partHolding<Type extends PartType>(
  reader: string,
  type: Type,
  ref: RefTo<'quran_core'>,
  verseKey: VerseKey,
): Query<CorePart<Type> | undefined> {
  const resource = checkRef(ref)
  const place = checkVerseKey(verseKey)
  return query(queryKey(reader, writtenRef(resource), verseKey), async (view) => {
    const rows: readonly { readonly data: unknown }[] = await view.rows(type, resource)
    const row = rows
      .map(({ data }) => data as RowOf<Type>)
      .find((each) => rangesOf(each).some(({ from, to }) => from <= place && place <= to))
    return row && partOf(type, row)
  })
}
