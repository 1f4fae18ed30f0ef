import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packPostings, unpackPostings, type Vocabulary } from './postings.ts'

const rows = 100_000

/** Words with ascending rows and counts. */
const vocabulary: fc.Arbitrary<Vocabulary> = fc
  .uniqueArray(fc.string({ unit: fc.constantFrom('a', 'ب', '真', '𐤀', 'z'), minLength: 1, maxLength: 4 }), {
    maxLength: 20,
  })
  .chain((words) =>
    fc.tuple(
      fc.constant(words),
      fc.array(
        fc.uniqueArray(fc.nat(rows - 1), { minLength: 1, maxLength: 20 }).chain((found) =>
          fc.tuple(
            fc.constant(found.sort((a, b) => a - b)),
            fc.array(fc.integer({ min: 1, max: 70_000 }), {
              minLength: found.length,
              maxLength: found.length,
            }),
          ),
        ),
        { minLength: words.length, maxLength: words.length },
      ),
    ),
  )
  .map(
    ([words, postings]) =>
      new Map(
        words.map((word, index) => [
          word,
          postings[index]![0].flatMap((row, at) => [row, postings[index]![1][at]!]),
        ]),
      ),
  )

describe('packed postings', () => {
  it('are the same again', () => {
    fc.assert(
      fc.property(vocabulary, (words) => {
        const again = unpackPostings(packPostings(words), rows)
        expect([...again].sort()).toEqual([...words].sort())
      }),
    )
  })
  it('that are not whole, or name other rows, are refused', () => {
    const packed = packPostings(
      new Map([
        ['one', [0, 1, 5, 300]],
        ['two', [3, 2]],
      ]),
    )
    expect(() => unpackPostings(packed, 6)).not.toThrow()
    expect(() => unpackPostings(packed, 5)).toThrow(RangeError)
    expect(() => unpackPostings({ ...packed, bytes: packed.bytes.slice(0, -1) }, 6)).toThrow(RangeError)
    expect(() => unpackPostings({ ...packed, words: 'one' }, 6)).toThrow(RangeError)
    expect(() => unpackPostings({ ...packed, words: 'one\ntwo\nthree' }, 6)).toThrow(RangeError)
  })
  it('of no words are nothing', () => {
    expect(unpackPostings(packPostings(new Map()), 0).size).toBe(0)
  })
})
