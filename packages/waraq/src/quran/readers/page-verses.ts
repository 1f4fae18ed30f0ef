import { placeOfVerseId, verseCount, verseIdAt, type ResourceRef } from '@waraq/protocol'
import type { StoreView } from '../../store/read/store-view.ts'
import { whole } from './fields.ts'
import { mushafPageRow } from './mushaf-pages.ts'
import { lowerBound, type Found } from './binary-search.ts'
import { placeOf, type PlaceRange } from './verse-key.ts'
import { spanOf } from './verse-span.ts'

/** A resource with a row for each verse. The rows name the verse's page. */
export interface PagedRows {
  readonly type: 'translation' | 'tafsir'
  readonly ref: ResourceRef
}

/**
 * The range from the first verse of a page to its last; undefined if the page has no verses. The mushaf determines the range if
 * it can be read. Otherwise the `page_number`s of the first resource that has the page do.
 */
export async function versesOnPage(
  view: StoreView,
  page: number,
  resources: readonly PagedRows[],
  mushaf: ResourceRef | undefined,
): Promise<PlaceRange | undefined> {
  if (mushaf) {
    const row = await mushafPageRow(view, mushaf, page)
    if (row) return spanOf(row)
    // If the mushaf can be read but lacks the page, page numbers of other resources do not count.
    const [readable] = await view.rows('mushaf', mushaf)
    if (readable) return undefined
  }
  for (const rows of resources) {
    const places = await byOwnNumbers(view, page, rows)
    if (places) return places
  }
  return undefined
}

/**
 * The range of a page by the page numbers of a resource's rows. Uses binary search, because page numbers never decrease from
 * verse to verse. Verses and page numbers may be missing.
 */
async function byOwnNumbers(
  view: StoreView,
  page: number,
  { type, ref }: PagedRows,
): Promise<PlaceRange | undefined> {
  const numbered = (from: number, to: number) => numberedRows(view, { type, ref }, from, to)
  const first = await lowerBound(page, 1, verseCount, async (from, to) => (await numbered(from, to))[0])
  if (first?.value !== page) return undefined
  let last = first.at
  for (let from = first.at, width = 32; from <= verseCount; from += width, width *= 2) {
    const rows = await numbered(from, from + width - 1)
    last = rows.findLast((row) => row.value === page)?.at ?? last
    if (rows.some((row) => row.value > page)) break
  }
  return { from: placeOfVerseId(first.at) ?? 0, to: placeOfVerseId(last) ?? 0 }
}

/** Page numbers of the verses that name a page, by the verse's number in the entire text. */
async function numberedRows(
  view: StoreView,
  { type, ref }: PagedRows,
  from: number,
  to: number,
): Promise<Found[]> {
  const range = { from: placeOfVerseId(from) ?? 0, to: placeOfVerseId(Math.min(to, verseCount)) ?? 0 }
  const rows = await view.rows(type, ref, range)
  return rows.flatMap(({ data }) => {
    const [place, value] = [placeOf(data.verse_key), whole(data.page_number)]
    return place === undefined || value === null ? [] : [{ at: verseIdAt(place), value }]
  })
}
