import type { MushafPageRow, ResourceRef } from '@waraq/contract'
import type { StoreView } from '../read/store-view.ts'
import { verseLocator } from '../store/locator.ts'
import { mostPages } from './arguments.ts'
import { object, whole } from './fields.ts'
import { firstReaching } from './search.ts'
import { keysIn, type PlaceRange, type VerseKey } from './verse-key.ts'
import { placeOfVerseId } from './verse-order.ts'

export async function mushafPageRow(
  view: StoreView,
  ref: ResourceRef,
  page: number,
): Promise<MushafPageRow | undefined> {
  const [row] = await view.rows('mushaf_page', ref, { from: page, to: page })
  return row?.data
}

/**
 * `{"2": "1-5"}` as a range for each chapter, in reading order: whole numbers as keys come in ascending order, however they
 * were written. What is no such entry is left out.
 */
function mappedRanges(row: MushafPageRow): PlaceRange[] {
  return Object.entries(object(row.verse_mapping)).flatMap(([chapter, range]) => {
    const match = /^([1-9]\d{0,2}) ([1-9]\d{0,2})(?:-([1-9]\d{0,2}))?$/.exec(`${chapter} ${String(range)}`)
    if (!match) return []
    const place = (number: string) => verseLocator(Number(match[1]), Number(number))
    return [{ from: place(match[2]!), to: place(match[3] ?? match[2]!) }]
  })
}

/** The verses of the page as the row lists them by chapter, else by their numbers in the whole text. */
function rangesOnPage(row: MushafPageRow): PlaceRange[] {
  const mapped = mappedRanges(row)
  if (mapped.length > 0) return mapped
  const from = placeOfVerseId(whole(row.first_verse_id) ?? 0)
  const to = placeOfVerseId(whole(row.last_verse_id) ?? 0)
  return from === undefined || to === undefined ? [] : [{ from, to }]
}

/** From the first verse of the page to its last; undefined where the row does not say. */
export function placesOnPage(row: MushafPageRow): PlaceRange | undefined {
  const ranges = rangesOnPage(row)
  const [first, last] = [ranges[0], ranges.at(-1)]
  return first && last ? { from: first.from, to: last.to } : undefined
}

export function keysOnPage(row: MushafPageRow): VerseKey[] {
  return rangesOnPage(row).flatMap(keysIn)
}

/** The first page that ends with this verse or a later one. */
export async function pageReaching(
  view: StoreView,
  ref: ResourceRef,
  place: number,
): Promise<MushafPageRow | undefined> {
  const found = await firstReaching(place, 1, mostPages, async (from, to) => {
    for (const { data } of await view.rows('mushaf_page', ref, { from, to })) {
      const verses = placesOnPage(data)
      if (verses) return { at: data.page_number, value: verses.to }
    }
    return undefined
  })
  return found && mushafPageRow(view, ref, found.at)
}
