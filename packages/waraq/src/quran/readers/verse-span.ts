import { type MushafPageRow, verseLocator, placeOfVerseId } from '@waraq/protocol'
import { object, whole } from './fields.ts'
import type { PlaceRange } from './verse-key.ts'

/** A row with a span of verses: a page of a mushaf, a juz, a hizb or a quarter of one. */
export type SpanRow = Pick<MushafPageRow, 'verse_mapping' | 'first_verse_id' | 'last_verse_id'>

/**
 * The ranges of a mapping such as `{"2": "1-5"}`, in reading order, because JavaScript lists whole-number keys in ascending
 * order. Entries in another form are left out.
 */
function mappedRanges(row: SpanRow): PlaceRange[] {
  return Object.entries(object(row.verse_mapping)).flatMap(([chapter, range]) => {
    const match = /^([1-9]\d{0,2}) ([1-9]\d{0,2})(?:-([1-9]\d{0,2}))?$/.exec(`${chapter} ${String(range)}`)
    if (!match) return []
    const place = (number: string) => verseLocator(Number(match[1]), Number(number))
    return [{ from: place(match[2]!), to: place(match[3] ?? match[2]!) }]
  })
}

/** The row's verses, from its list by chapter, else from their numbers in the entire text. */
export function rangesOf(row: SpanRow): PlaceRange[] {
  const mapped = mappedRanges(row)
  if (mapped.length > 0) return mapped
  const from = placeOfVerseId(whole(row.first_verse_id) ?? 0)
  const to = placeOfVerseId(whole(row.last_verse_id) ?? 0)
  return from === undefined || to === undefined ? [] : [{ from, to }]
}

/** The range from the row's first verse to its last; undefined if the row does not name them. */
export function spanOf(row: SpanRow): PlaceRange | undefined {
  const ranges = rangesOf(row)
  const [first, last] = [ranges[0], ranges.at(-1)]
  return first && last ? { from: first.from, to: last.to } : undefined
}
