import * as fc from 'fast-check'
import MiniSearch from 'minisearch'
import { describe, expect, it } from 'vitest'
import type { Term } from '../query/query.ts'
import { fit, InvertedIndex } from './inverted-index.ts'

const letters = fc.constantFrom('a', 'b', 'c', 'ا', '真')
const word = fc.string({ unit: letters, minLength: 1, maxLength: 7 })
const row = fc.array(word, { minLength: 1, maxLength: 12 })
const term: fc.Arbitrary<Term> = fc.record({ text: word, prefix: fc.boolean(), edits: fc.nat(2) })
const terms = fc.array(term, { minLength: 1, maxLength: 3 })

function indexOf(rows: readonly (readonly string[])[]): InvertedIndex {
  const index = InvertedIndex.empty()
  for (const words of rows) index.add(words)
  return index
}

/** A search library of good repute over the same words. */
function reference(rows: readonly (readonly string[])[]) {
  const library = new MiniSearch<{ id: number; text: string }>({
    fields: ['text'],
    tokenize: (text) => text.split(' '),
    processTerm: (each) => each,
  })
  library.addAll(rows.map((words, id) => ({ id, text: words.join(' ') })))
  return (asked: readonly Term[]) =>
    library.search({
      combineWith: 'AND',
      queries: asked.map(({ text, prefix, edits }) => ({ queries: [text], prefix, fuzzy: edits })),
    })
}

const rowsFound = (index: InvertedIndex, asked: readonly Term[]) =>
  index.find(asked).map((found) => found.row)

describe('the index', () => {
  it('finds the rows that MiniSearch finds', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), terms, (rows, asked) => {
        const expected = reference(rows)(asked).map(({ id }) => id as number)
        expect(rowsFound(indexOf(rows), asked)).toEqual(expected.sort((a, b) => a - b))
      }),
      { numRuns: 1_000 },
    )
  })
  it('scores one whole word as MiniSearch does, which counts each word of a row once', () => {
    const varied = fc.uniqueArray(word, { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(fc.array(varied, { minLength: 1, maxLength: 30 }), word, (rows, text) => {
        const asked = [{ text, prefix: false, edits: 0 }]
        const expected = new Map(reference(rows)(asked).map(({ id, score }) => [id as number, score]))
        for (const { row: found, score, fit: how } of indexOf(rows).find(asked)) {
          expect(score).toBeCloseTo(expected.get(found)!, 10)
          expect(how).toBe(fit.exact)
        }
      }),
    )
  })
  it('tells rows that have the words from those that have similar ones', () => {
    const index = indexOf([
      ['merciful', 'lord'],
      ['mercifull', 'lord'],
      ['mercifull', 'merciful', 'lord'],
      ['merciful'],
    ])
    const found = index.find([
      { text: 'merciful', prefix: false, edits: 1 },
      { text: 'lor', prefix: true, edits: 0 },
    ])
    expect(found.map(({ row: each, fit: how }) => [each, how])).toEqual([
      [0, fit.exact],
      [1, fit.similar],
      [2, fit.exact],
    ])
  })
  it('puts more occurrences, shorter rows, rarer and more whole words first', () => {
    const index = indexOf([
      ['lord', 'a', 'b', 'c'],
      ['lord', 'lord', 'b', 'c'],
      ['lord'],
      ['lordship'],
      ['lo', 'a', 'b', 'c', 'd', 'e'],
    ])
    const best = index.find([{ text: 'lord', prefix: true, edits: 0 }]).sort((a, b) => b.score - a.score)
    expect(best.map((found) => found.row)).toEqual([2, 1, 3, 0])
  })
  it('is the same after packing', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), terms, (rows, asked) => {
        const index = indexOf(rows)
        const again = InvertedIndex.unpack(index.pack(), rows.length)
        expect(again.find(asked)).toEqual(index.find(asked))
      }),
    )
  })
  it('without some rows is as if they had never been added', () => {
    const removals = fc.array(fc.tuple(row, fc.boolean()), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(removals, terms, (rows, asked) => {
        const index = indexOf(rows.map(([words]) => words))
        for (const [at, [, isGone]] of rows.entries()) if (isGone) index.remove(at)
        const kept = [...rows.keys()].filter((at) => !rows[at]![1])
        const expected = indexOf(kept.map((at) => rows[at]![0]))
        expect(rowsFound(index, asked)).toEqual(rowsFound(expected, asked).map((at) => kept[at]))
        index.compact()
        expect(index.find(asked)).toEqual(expected.find(asked))
        expect(index.pack()).toEqual(expected.pack())
      }),
    )
  })
  it('finds nothing of nothing', () => {
    expect(InvertedIndex.empty().find([{ text: 'a', prefix: true, edits: 2 }])).toEqual([])
    expect(indexOf([['a']]).find([])).toEqual([])
  })
})
