import {
  type MushafPageRow,
  type MushafWordRow,
  pageRange,
  type ResourceRef,
  placeOfVerseId,
} from '@waraq/protocol'
import type { StoreView } from '../../store/read/store-view.ts'
import { whole } from './fields.ts'
import { firstPageEndingFrom } from './mushaf-pages.ts'
import type { PlaceRange } from './verse-key.ts'
import { spanOf } from './verse-span.ts'

/** Place of a word's verse. A word refers to its verse by the verse's number in the entire text. */
export function verseOfWord(row: MushafWordRow): number | undefined {
  return placeOfVerseId(whole(row.verse_id) ?? 0)
}

/** Words of pages in reading order, the order of `position_in_page`. */
export async function wordsOnPages(
  view: StoreView,
  ref: ResourceRef,
  first: number,
  last: number | 'end' = first,
): Promise<MushafWordRow[]> {
  const to = last === 'end' ? undefined : pageRange(last).to
  const rows = await view.rows('mushaf_word', ref, { from: pageRange(first).from, to })
  return rows.map(({ data }) => data)
}

async function isOnPage(view: StoreView, ref: ResourceRef, page: number, place: number): Promise<boolean> {
  const words = await wordsOnPages(view, ref, page)
  return words.some((word) => verseOfWord(word) === place)
}

/** The page on which a verse starts. If two pages share a verse, either or both may list it. */
export async function firstPageOf(
  view: StoreView,
  ref: ResourceRef,
  place: number,
): Promise<number | undefined> {
  const row = await firstPageEndingFrom(view, ref, place)
  return row && beginningPage(view, ref, place, row)
}

/** The page on which a verse starts. `row` is the first page whose last verse is this one or a later one. */
async function beginningPage(
  view: StoreView,
  ref: ResourceRef,
  place: number,
  row: MushafPageRow,
): Promise<number | undefined> {
  const listed = spanOf(row)
  // A verse that the page lists after another one starts on this page.
  if (listed && listed.from < place) return row.page_number
  let first = row.page_number
  while (await isOnPage(view, ref, first - 1, place)) first -= 1
  if (first < row.page_number || listed?.from === place) return first
  return (await isOnPage(view, ref, first, place)) ? first : undefined
}

/** Words of all verses of a range in reading order, including those on the next page. */
export async function wordsOfVerses(
  view: StoreView,
  ref: ResourceRef,
  { from, to }: PlaceRange,
): Promise<MushafWordRow[]> {
  const begin = await firstPageEndingFrom(view, ref, from)
  if (!begin) return []
  const end = to === from ? begin : await firstPageEndingFrom(view, ref, to)
  const first = (await beginningPage(view, ref, from, begin)) ?? begin.page_number
  let words = await wordsOnPages(view, ref, first, end?.page_number ?? 'end')
  for (let page = end?.page_number; page !== undefined && isOf(words.at(-1), to);) {
    page += 1
    const more = await wordsOnPages(view, ref, page)
    if (!isOf(more[0], to)) break
    words = [...words, ...more]
  }
  return words.filter((word) => {
    const place = verseOfWord(word)
    return place !== undefined && place >= from && place <= to
  })
}

function isOf(word: MushafWordRow | undefined, place: number): boolean {
  return word !== undefined && verseOfWord(word) === place
}
