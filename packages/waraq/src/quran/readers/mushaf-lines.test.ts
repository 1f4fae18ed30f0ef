import type { MushafWordRow } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { fc } from '../../sync/schedule/support.test-support.ts'
import { linesOf } from './mushaf-lines.ts'

/** Words in reading order, each as its line and its position in it: `1.1 1.2 2.1`. */
function words(places: string): MushafWordRow[] {
  return places.split(' ').map((place, index) => {
    const [line, position] = place.split('.').map((number) => (number === '-' ? null : Number(number)))
    return {
      id: index,
      page_number: 1,
      position_in_page: index + 1,
      line_number: line,
      position_in_line: position,
    } as MushafWordRow
  })
}

/** Lines as their number and how many words they have: `1x2 2x1`. */
const shape = (rows: readonly MushafWordRow[]) =>
  linesOf(rows)
    .map((line) => `${line.number}x${line.words.length}`)
    .join(' ')

describe('the lines of a page', () => {
  it.each<[what: string, places: string, expected: string]>([
    ['as they are', '1.1 1.2 2.1 2.2 2.3', '1x2 2x3'],
    ['counted from zero', '1.0 1.1 2.0', '1x2 2x1'],
    ['with a line that holds no words', '2.1 2.2 4.1', '2x2 4x1'],
    ['of which two words have each other’s place', '1.1 3.2 1.3 2.1 2.2 3.1 1.2 3.3', '1x3 2x2 3x3'],
    ['of which the words at a line’s end have each other’s place', '1.1 2.1 1.2 2.2', '1x2 2x2'],
    ['of which a word names a line far behind', '1.1 1.2 9.9 1.4 2.1 2.2', '1x4 2x2'],
    ['of which the first word of a line names another', '1.1 1.2 9.1 2.2 2.3', '1x2 2x3'],
    ['of which the last word of a line names another', '1.1 1.2 9.3 2.1 2.2', '1x3 2x2'],
    ['of which the first word of all names another', '9.9 1.2 1.3 2.1', '1x3 2x1'],
    ['of which the last word of all names another', '1.1 2.1 2.2 1.1', '1x1 2x3'],
    ['with the same position twice', '1.1 1.1 2.1', '1x2 2x1'],
    ['of which some words name no line', '1.1 -.- 1.3 2.1 -.-', '1x3 2x2'],
    ['of which the first word names no line', '-.1 1.2', '1x2'],
    ['that no word names', '-.- -.-', 'nullx2'],
    ['without positions', '1.- 1.- 3.- 3.- 2.- 3.-', '1x2 3x4'],
  ])('%s', (_, places, expected) => expect(shape(words(places))).toBe(expected))

  it('are none where there are no words', () => expect(linesOf([])).toEqual([]))

  it('read one after the other are the reading order, also where rows say otherwise', () => {
    const number = fc.option(fc.integer({ min: -3, max: 16 }))
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { maxLength: 200 }), (places) => {
        const rows = words(places.map(([line, position]) => `${line ?? '-'}.${position ?? '-'}`).join(' '))
        const lines = linesOf(places.length > 0 ? rows : [])
        expect(lines.flatMap((line) => line.words)).toEqual(places.length > 0 ? rows : [])
        const numbers = lines.map((line) => line.number ?? -Infinity)
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      }),
    )
  })

  it('are found at once, also of a page that no mushaf has', () => {
    const rows = words(Array.from({ length: 50_000 }, (_, index) => `${50_000 - index}.7`).join(' '))
    expect(linesOf(rows)).toHaveLength(1)
  })
})
