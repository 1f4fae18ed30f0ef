import { seeded } from '@waraq/test-support/random'
import { expect, test } from 'vitest'
import { drawnFrom } from './many-clients.test-support.ts'
import { countMinSketch } from './sketch.ts'

const sketchOf = (seed: number) => countMinSketch(drawnFrom(seeded(seed)))
/** Neighbours: words that differ in the last one mostly. */
const keyAt = (n: number) => [4, 0x0a00 + (n >>> 16), n & 0xffff]
const many = Array.from({ length: 100_000 }, (_, n) => keyAt(n))

test('a key alone has its count', () => {
  const sketch = sketchOf(1)
  for (let n = 1; n <= 1_000; n += 1) expect(sketch.add([4, 1, 2])).toBe(n)
  expect([sketch.estimate([4, 1, 2]), sketch.estimate([4, 1, 3]), sketch.noise()]).toEqual([1_000, 0, 0])
})

test('a key is all of its words, the first as much as the last', () => {
  const sketch = sketchOf(1)
  const keys = [[4, 1, 2], [4, 2, 1], [5, 1, 2], [4, 1, 2, 0], [4, 1], [4]]
  for (const key of keys.slice(0, 3)) sketch.add(key)
  // A zero at the end changes nothing, which is why the first word tells how many there are.
  expect(keys.map((key) => sketch.estimate(key))).toEqual([1, 1, 1, 1, 0, 0])
})

test.each([1, 2])('no estimate is below the count, and few are above it (seed %i)', (seed) => {
  const sketch = sketchOf(seed)
  const random = seeded(seed)
  const counts = new Map<readonly number[], number>()
  for (let n = 0; n < 200_000; n += 1) {
    // Some keys come often.
    const key = many[Math.floor(many.length * random.next() ** 3)]!
    sketch.add(key)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const above = [...counts].map(([key, count]) => sketch.estimate(key) - count)
  expect(Math.min(...above.slice(0, 10_000))).toBe(0)
  expect(above.every((extra) => extra >= 0)).toBe(true)
  expect(sketch.noise()).toBe(4)
  expect(above.filter((extra) => extra > sketch.noise()).length / above.length).toBeLessThan(0.0001)
})

test('which keys share cells is drawn anew for each sketch, and each time it is cleared', () => {
  const random = seeded(9)
  const scattered = Array.from({ length: 100_000 }, () => [4, random.int(65_536), random.int(65_536)])
  const filled = (sketch: ReturnType<typeof sketchOf>) => {
    sketch.clear()
    for (const key of scattered) sketch.add(key)
    return new Set(scattered.filter((key) => sketch.estimate(key) > 1))
  }
  const sketch = sketchOf(1)
  const [first, again, other] = [filled(sketch), filled(sketch), filled(sketchOf(2))]
  for (const set of [again, other]) {
    expect(set.size).toBeGreaterThan(100)
    // Later keys find more cells taken, so two draws have some in common.
    expect([...set].filter((key) => first.has(key)).length / set.size).toBeLessThan(0.5)
  }
  sketch.clear()
  expect([sketch.estimate(scattered[0]!), sketch.noise()]).toEqual([0, 0])
})
