import type { ResourceRef } from '@waraq/contract'
import type { StoreView } from '../read/store-view.ts'
import { whole } from './fields.ts'
import { mushafPageRow } from './mushaf-pages.ts'
import { lowerBound, type Found } from './binary-search.ts'
import { placeOf, type PlaceRange } from './verse-key.ts'
import { placeOfVerseId, verseCount, verseIdAt } from './verse-order.ts'
import { spanOf } from './verse-span.ts'

/** A resource whose rows are verses and name the page that they are on. */
export interface PagedRows {
  readonly type: 'translation' | 'tafsir'
  readonly ref: ResourceRef
}

/**
 * From the first verse of a page to its last; undefined where it has none. By the mushaf where there is one to read, else
 * by the `page_number` of the first of the resources that has the page.
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
    // A mushaf that can be read and lacks the page has no verses on it, whatever other pages are called so elsewhere.
    const [readable] = await view.rows('mushaf', mushaf)
    if (readable) return undefined
  }
  for (const rows of resources) {
    const places = await byOwnNumbers(view, page, rows)
    if (places) return places
  }
  return undefined
}

/** Finds the page by halving: pages never go back from verse to verse, but verses may be missing, and so may numbers. */
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

/** Verses, counted through the whole text, with their pages, as far as they name one. */
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
