import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withinEdits } from './edits.ts'

/** The distance by its definition, without regard to speed. */
function edits(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length
  const [a, b] = [one.slice(1), other.slice(1)]
  if (one[0] === other[0]) return edits(a, b)
  return 1 + Math.min(edits(a, other), edits(one, b), edits(a, b))
}

const short = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 })

describe('withinEdits', () => {
  it('is Levenshtein', () => {
    fc.assert(
      fc.property(short, short, fc.integer({ min: 0, max: 3 }), (one, other, most) => {
        expect(withinEdits(one, other, most)).toBe(edits(one, other) <= most)
      }),
      { numRuns: 2_000 },
    )
  })
  it.each([
    ['merciful', 'mercifull', 1, true],
    ['merciful', 'merctful', 1, true],
    ['merciful', 'mericful', 1, false],
    ['merciful', 'mericful', 2, true],
    ['merciful', 'merciless', 2, false],
  ])('%s and %s within %i: %s', (one, other, most, answer) => {
    expect(withinEdits(one, other, most)).toBe(answer)
  })
})
