import type { FootNote, ResourceRef, TranslationRow } from '@waraq/protocol'
import type { StoreView } from '../../store/read/store-view.ts'
import {
  checkChapter,
  checkJuz,
  checkPage,
  checkRange,
  checkRef,
  checkVerseKey,
  type RefTo,
} from './arguments.ts'
import { items, object, whole } from './fields.ts'
import { juzRange } from './juz.ts'
import { versesOnPage } from './page-verses.ts'
import { queryKey, questionTo, writtenRef, type Answer, type PartialOption, type Query } from './query.ts'
import {
  chapterOf,
  chapterPlaces,
  numberOf,
  placeOf,
  type PlaceRange,
  type VerseKey,
  type VerseRange,
} from './verse-key.ts'

export interface TranslationVerse {
  readonly verseKey: VerseKey
  readonly chapter: number
  /** Number in its chapter, from 1. */
  readonly number: number
  /** HTML as received. Use `safeNodes` of `waraq/html` to show it. */
  readonly text: string
  /** Footnotes in the row's order. A `<sup foot_note=ID>` in the text marks the position of each. */
  readonly footnotes: readonly FootNote[]
  /** The row as received. */
  readonly row: TranslationRow
}

/** Returns the note if it has text. A note without a usable id gets one that no mark has, so that it differs from the others. */
function footnoteOf(value: unknown, index: number): FootNote[] {
  const { id, text } = object(value)
  if (typeof text !== 'string') return []
  const number = typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : whole(id)
  return [number === id ? (value as FootNote) : { ...object(value), id: number ?? -1 - index, text }]
}

function verseOf(row: TranslationRow): TranslationVerse {
  const place = placeOf(row.verse_key) ?? 0
  const footnotes = items(row.foot_notes).flatMap(footnoteOf)
  return {
    verseKey: row.verse_key,
    chapter: chapterOf(place),
    number: numberOf(place),
    text: row.text,
    footnotes,
    row,
  }
}

/** The verses of a range that the translation has, in order. */
export async function translationsIn(
  view: StoreView,
  ref: ResourceRef,
  range: PlaceRange,
): Promise<TranslationVerse[]> {
  const rows = await view.rows('translation', ref, range)
  return rows.map(({ data }) => verseOf(data))
}

/** Reads one verse. Undefined if the translation is absent or lacks the verse. */
export function translationVerse<Options extends PartialOption = Record<never, never>>(
  ref: RefTo<'translations'>,
  verseKey: VerseKey,
  options?: Options,
): Query<Answer<TranslationVerse | undefined, Options>> {
  const resource = checkRef(ref)
  const place = checkVerseKey(verseKey)
  const key = queryKey('translationVerse', writtenRef(resource), verseKey)
  return questionTo(resource, key, options, async (view) => {
    const [verse] = await translationsIn(view, resource, { from: place, to: place })
    return verse
  })
}

/** Reads the verses between two verses, both included, possibly across chapters. */
export function translationRange<Options extends PartialOption = Record<never, never>>(
  ref: RefTo<'translations'>,
  range: VerseRange,
  options?: Options,
): Query<Answer<TranslationVerse[], Options>> {
  const resource = checkRef(ref)
  const places = checkRange(range)
  const key = queryKey('translationRange', writtenRef(resource), range.from, range.to)
  return questionTo(resource, key, options, async (view) => translationsIn(view, resource, places))
}

/** Reads all verses of a chapter, 1 to 114. */
export function translationChapter<Options extends PartialOption = Record<never, never>>(
  ref: RefTo<'translations'>,
  chapter: number,
  options?: Options,
): Query<Answer<TranslationVerse[], Options>> {
  const resource = checkRef(ref)
  const places = chapterPlaces(checkChapter(chapter))
  const key = queryKey('translationChapter', writtenRef(resource), chapter)
  return questionTo(resource, key, options, async (view) => translationsIn(view, resource, places))
}

/** Reads all verses of a juz, 1 to 30. */
export function translationJuz<Options extends PartialOption = Record<never, never>>(
  ref: RefTo<'translations'>,
  juz: number,
  options?: Options,
): Query<Answer<TranslationVerse[], Options>> {
  const resource = checkRef(ref)
  const places = juzRange(checkJuz(juz))
  const key = queryKey('translationJuz', writtenRef(resource), juz)
  return questionTo(resource, key, options, async (view) => translationsIn(view, resource, places))
}

export interface PageOptions extends PartialOption {
  /** The mushaf that determines the pages. Without one, or until it is installed, the rows' own page numbers do. */
  readonly mushaf?: RefTo<'mushafs'> | undefined
}

/** Reads the verses on a page of a mushaf. */
export function translationPage<Options extends PageOptions = Record<never, never>>(
  ref: RefTo<'translations'>,
  page: number,
  options?: Options,
): Query<Answer<TranslationVerse[], Options>> {
  const { mushaf } = options ?? {}
  const resource = checkRef(ref)
  const pages = mushaf && checkRef(mushaf, 'mushaf')
  checkPage(page)
  const key = queryKey('translationPage', writtenRef(resource), page, writtenRef(pages))
  return questionTo(resource, key, options, async (view) => {
    const places = await versesOnPage(view, page, [{ type: 'translation', ref: resource }], pages)
    return places ? translationsIn(view, resource, places) : []
  })
}
