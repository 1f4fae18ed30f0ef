import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordAt, type Span } from './word-at.ts'

const span = (name: string, startMs: number, endMs: number) => ({ name, startMs, endMs })

describe('the word at a time', () => {
  const words = [span('a', 0, 100), span('b', 100, 200), span('c', 300, 400)]
  it.each<[number, string | undefined]>([
    [-1, undefined],
    [0, 'a'],
    [99.9, 'a'],
    [100, 'b'],
    [200, undefined],
    [299, undefined],
    [300, 'c'],
    [400, undefined],
    [NaN, undefined],
  ])('%d ms: %s', (ms, name) => expect(wordAt(words, ms)?.name).toBe(name))

  it('is none of none', () => expect(wordAt([], 0)).toBeUndefined())

  it.each<[string, readonly ReturnType<typeof span>[], number, string | undefined]>([
    ['of two that overlap the one that began last', [span('a', 0, 300), span('b', 100, 200)], 150, 'b'],
    ['after the inner one the outer one', [span('a', 0, 300), span('b', 100, 200)], 250, 'a'],
    [
      'over many that are over',
      [span('a', 0, 900), span('b', 1, 2), span('c', 3, 4), span('d', 5, 6)],
      800,
      'a',
    ],
    ['in whatever order they come', [span('b', 100, 200), span('a', 0, 100)], 50, 'a'],
    ['but none that ends before it begins', [span('a', 0, 100), span('b', 50, 20)], 60, 'a'],
    ['and none without a length', [span('a', 50, 50)], 50, undefined],
  ])('is %s', (_, all, ms, name) => expect(wordAt(all, ms)?.name).toBe(name))

  it('is that of a look at all of them', () => {
    const time = fc.integer({ min: -5, max: 60 })
    const spans = fc.array(fc.record({ startMs: time, endMs: time }), { maxLength: 12 })
    fc.assert(
      fc.property(spans, fc.array(time), (all: Span[], times) => {
        for (const ms of times) {
          const under = all.filter(({ startMs, endMs }) => startMs <= ms && ms < endMs)
          const latest = Math.max(...under.map(({ startMs }) => startMs))
          expect(wordAt(all, ms)?.startMs).toBe(under.length > 0 ? latest : undefined)
        }
      }),
    )
  })
})
