import { describe, expect, test } from 'vitest'
import { seeded, seedOf } from './random.ts'

const many = Array.from({ length: 10_000 }, (_, index) => index)

describe('seeded chance', () => {
  test('is the same for the same seed, on any machine', () => {
    const { next } = seeded(1)
    expect([next(), next(), next()]).toEqual([0.6270739405881613, 0.002735721180215478, 0.5274470399599522])
    expect(seeded(2).next()).not.toBe(seeded(1).next())
  })

  test('keeps its bounds and reaches all of them', () => {
    const random = seeded(7)
    expect(new Set(many.map(() => random.int(6)))).toEqual(new Set([0, 1, 2, 3, 4, 5]))
    expect(new Set(many.map(() => random.pick(['a', 'b', 'c'])))).toEqual(new Set(['a', 'b', 'c']))
    for (const value of many.map(() => random.next())) {
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThan(1)
    }
  })

  test('is true as often as it is asked for', () => {
    const random = seeded(3)
    expect(many.filter(() => random.oneIn(4)).length / many.length).toBeCloseTo(0.25, 1)
    expect(many.filter(() => random.chance(0.1)).length / many.length).toBeCloseTo(0.1, 1)
    expect(many.some(() => random.chance(0))).toBe(false)
    expect(many.every(() => random.chance(1))).toBe(true)
  })

  test('shuffles into any order, loses nothing and leaves the list alone', () => {
    const random = seeded(5)
    const items = ['a', 'b', 'c'] as const
    const orders = new Set(many.map(() => random.shuffled(items).join('')))
    expect(orders).toEqual(new Set(['abc', 'acb', 'bac', 'bca', 'cab', 'cba']))
    expect(items).toEqual(['a', 'b', 'c'])
  })
})

test('each case of each series has a seed of its own', () => {
  const seeds = [1, 2, 3].flatMap((series) => many.map((index) => seedOf(series, index)))
  expect(new Set(seeds).size).toBe(seeds.length)
})
