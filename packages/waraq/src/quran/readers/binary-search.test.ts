import { describe, expect, it } from 'vitest'
import { fc } from '../../sync/schedule/support.test-support.ts'
import { lowerBound, type Found, type FindFirst } from './binary-search.ts'

/** Searches places that hold a value or nothing, and counts its calls. */
function over(places: readonly (number | undefined)[]): { findFirst: FindFirst; calls: () => number } {
  let calls = 0
  const findFirst: FindFirst = async (from, to) => {
    calls++
    for (let at = from; at <= to; at++) {
      const value = places[at]
      if (value !== undefined) return { at, value }
    }
    return undefined
  }
  return { findFirst, calls: () => calls }
}

describe('the lower bound of a value', () => {
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
          expect(await lowerBound(wanted, 0, 79, over(places).findFirst)).toEqual(expected)
        },
      ),
    ))

  it('is found in a handful of calls', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(3), { minLength: 4_096, maxLength: 4_096 }),
        fc.nat(6_000),
        async (steps, wanted) => {
          let value = 0
          const { findFirst, calls } = over(steps.map((step) => (value += step)))
          await lowerBound(wanted, 0, 4_095, findFirst)
          expect(calls()).toBeLessThanOrEqual(13)
        },
      ),
      { numRuns: 20 },
    ))
})
