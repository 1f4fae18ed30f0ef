import { expect, it } from 'vitest'
import { bytesInMemory, mostChangedRows } from './set-limits.ts'

it.each([
  [0, 1_000],
  [4_000, 1_000],
  [4_004, 1_001],
  [80_000, 20_000],
  [1_000_000, 20_000],
])('of %i rows %i may change', (rowsHere, most) => expect(mostChangedRows(rowsHere)).toBe(most))

/** The text of each takes 1,200 letters or fewer. */
it.each<[string, unknown, number]>([
  ['a text', 'ب'.repeat(500), 1_000],
  ['lists in a list', Array.from({ length: 400 }, () => []), 400 * 16],
  ['objects in a list', Array.from({ length: 400 }, () => ({})), 400 * 28],
  ['numbers', Array.from({ length: 600 }, () => 1), 600 * 8],
  ['names', Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`name ${at}`, at])), 100 * 24],
  ['nothing', null, 4],
  ['undefined', undefined, 4],
])('%s takes no less than %# says', (_, value, least) => {
  expect(bytesInMemory(value)).toBeGreaterThanOrEqual(least)
})
