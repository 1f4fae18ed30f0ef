import type { MushafPageRow, ResourceRef } from '@waraq/protocol'
import type { StoreView } from '../../store/read/store-view.ts'
import { mostPages } from './arguments.ts'
import { lowerBound } from './binary-search.ts'
import { keysIn, type VerseKey } from './verse-key.ts'
import { rangesOf, spanOf } from './verse-span.ts'

export async function mushafPageRow(
  view: StoreView,
  ref: ResourceRef,
  page: number,
): Promise<MushafPageRow | undefined> {
  const [row] = await view.rows('mushaf_page', ref, { from: page, to: page })
  return row?.data
}

export function keysOnPage(row: MushafPageRow): VerseKey[] {
  return rangesOf(row).flatMap(keysIn)
}

/** Finds the first page whose last verse is this verse or a later one. */
export async function firstPageEndingFrom(
  view: StoreView,
  ref: ResourceRef,
  place: number,
): Promise<MushafPageRow | undefined> {
  const found = await lowerBound(place, 1, mostPages, async (from, to) => {
    for (const { data } of await view.rows('mushaf_page', ref, { from, to })) {
      const verses = spanOf(data)
      if (verses) return { at: data.page_number, value: verses.to }
    }
    return undefined
  })
  return found && mushafPageRow(view, ref, found.at)
}
