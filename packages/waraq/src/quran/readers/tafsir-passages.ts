import type { TafsirRow } from '@waraq/protocol'
import { filled } from './fields.ts'
import { placeOf, type PlaceRange } from './verse-key.ts'

/** A text, and the range of verses that it is about. */
export interface Passage extends PlaceRange {
  readonly text: string
  /** The row that holds the text. */
  readonly row: TafsirRow
  /** True if no row names the end of the passage. It may continue after the last row that was read. */
  readonly open: boolean
}

/** The verses of the row's group, if the row names the group and is part of it. */
export function groupOf(row: TafsirRow): PlaceRange | undefined {
  const [from, to] = [placeOf(row.group_verse_key_from), placeOf(row.group_verse_key_to)]
  const place = placeOf(row.verse_key)
  if (from === undefined || to === undefined || place === undefined) return undefined
  return from <= place && place <= to ? { from, to } : undefined
}

export function hasText(row: TafsirRow): boolean {
  return filled(row.text) !== null
}

export function covers(range: PlaceRange, place: number): boolean {
  return range.from <= place && place <= range.to
}

/** A passage while rows are still being added to it. */
interface Growing {
  readonly row: TafsirRow
  /** Place of the row with the text. */
  readonly place: number
  group: PlaceRange | undefined
  last: number
}

/**
 * Returns the texts of neighbouring rows, in order, without duplicates. Verses of a group share one text. One row
 * holds it, usually the first; the others are empty or repeat it. If rows do not name their group, an empty row
 * belongs to the preceding text.
 */
export function passagesOf(rows: readonly TafsirRow[]): Passage[] {
  const passages: Growing[] = []
  let current: Growing | undefined
  for (const row of rows) {
    const place = placeOf(row.verse_key)
    if (place === undefined) continue
    if (current && repeats(current, row)) current.last = place
    else if (hasText(row)) passages.push((current = { row, place, group: groupOf(row), last: place }))
    else if (current && goesWith(current, row, place)) {
      current.last = place
      current.group ??= groupOf(row)
    } else current = undefined
  }
  return passages.map(passageOf)
}

/** Whether a row of the same group repeats the text. */
function repeats({ row: { text }, group }: Growing, row: TafsirRow): boolean {
  const own = text === row.text ? groupOf(row) : undefined
  return group !== undefined && own?.from === group.from && own.to === group.to
}

/** Whether an empty row belongs to the preceding text. */
function goesWith(passage: Growing, row: TafsirRow, place: number): boolean {
  const group = groupOf(row)
  if (group) return covers(group, passage.place)
  return !passage.group || covers(passage.group, place)
}

function passageOf({ row, place, group, last }: Growing): Passage {
  return {
    text: row.text ?? '',
    row,
    from: group?.from ?? place,
    to: Math.max(group?.to ?? last, last),
    open: !group,
  }
}

/**
 * Finds the passage about a verse: the one with its text at the verse or nearest before it. Otherwise the first
 * passage that covers the verse.
 */
export function passageAbout(passages: readonly Passage[], place: number): Passage | undefined {
  const about = passages.filter((passage) => covers(passage, place))
  return about.findLast(({ row }) => (placeOf(row.verse_key) ?? 0) <= place) ?? about[0]
}
