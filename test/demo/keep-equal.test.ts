import { describe, expect, it } from 'vitest'
import { keepEqual } from '../../demo/src/reading/keep-equal.ts'

/** Parts that did not change stay the same objects, so that React does not render them again. */

const verse = (text: string) => ({ text, words: [{ id: 1 }, { id: 2 }], notes: [] })

describe('of two answers', () => {
  it('equal ones are the older one', () => {
    const before = [verse('a'), verse('b')]
    expect(keepEqual(before, [verse('a'), verse('b')])).toBe(before)
  })

  it('the newer one keeps what is the same in it', () => {
    const before = [verse('a'), verse('b')]
    const after = keepEqual(before, [verse('a'), verse('corrected')])
    expect(after).toEqual([verse('a'), verse('corrected')])
    expect(after[0]).toBe(before[0])
    expect(after[1]).not.toBe(before[1])
    expect(after[1]!.words).toBe(before[1]!.words)
  })

  it.each<[string, unknown, unknown]>([
    ['a verse that left', [1, 2], [1]],
    ['a verse that came', [1], [1, 2]],
    ['a field that left', { a: 1, b: 2 }, { a: 1 }],
    ['a field that came', { a: 1 }, { a: 1, b: undefined }],
    ['a field of another name', { a: undefined }, { b: undefined }],
    ['a list that became an object', [], {}],
    ['null that became an object', { a: null }, { a: {} }],
    ['nothing before', undefined, [1]],
    ['nothing after', [1], undefined],
    ['a field that looks like a prototype', JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":2}')],
  ])('%s: the newer one is what counts', (_, before, after) => {
    const kept = keepEqual(before, after)
    expect(kept).toStrictEqual(after)
    expect(Object.keys(kept ?? {})).toEqual(Object.keys((after as object | undefined) ?? {}))
  })
})
