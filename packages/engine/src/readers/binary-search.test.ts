import { describe, expect, it } from 'vitest'
import { fc } from '../schedule/support.test-support.ts'
import { firstReaching, type Found, type Look } from './binary-search.ts'

/** Looks into places that hold a value each, or nothing. */
function over(places: readonly (number | undefined)[]): { look: Look; looks: () => number } {
  let looks = 0
  const look: Look = async (from, to) => {
    looks++
    for (let at = from; at <= to; at++) {
      const value = places[at]
      if (value !== undefined) return { at, value }
    }
    return undefined
  }
  return { look, looks: () => looks }
}

describe('the first place that reaches a value', () => {
  it('is found however many places are empty', () =>
    fc.assert(
      fc.asyncProperty(
        fc.sparseArray(fc.nat(20), { maxLength: 60 }),
        fc.integer({ min: -1, max: 22 }),
        async (sparse, wanted) => {
          const values = Object.values(sparse).sort((a, b) => a - b)
          const places: (number | undefined)[] = Array.from({ length: 80 })
          Object.keys(sparse).forEach((at, index) => (places[Number(at)] = values[index]))
          const first = places.findIndex((value) => value !== undefined && value >= wanted)
          const expected: Found | undefined = first < 0 ? undefined : { at: first, value: places[first]! }
          expect(await firstReaching(wanted, 0, 79, over(places).look)).toEqual(expected)
        },
      ),
    ))

  it('is found in a handful of looks', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(3), { minLength: 4_096, maxLength: 4_096 }),
        fc.nat(6_000),
        async (steps, wanted) => {
          let value = 0
          const { look, looks } = over(steps.map((step) => (value += step)))
          await firstReaching(wanted, 0, 4_095, look)
          expect(looks()).toBeLessThanOrEqual(13)
        },
      ),
      { numRuns: 20 },
    ))
})
