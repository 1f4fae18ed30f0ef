import { describe, expect, it } from 'vitest'
import { asParts, coversParts, hasPart, withoutParts, withParts, type Parts } from './parts.ts'

describe('parts', () => {
  it.each<[Parts, Parts, Parts, Parts]>([
    [[], [2, 1, 2], [1, 2], []],
    [[1], [3], [1, 3], [1]],
    [[1, 2, 3], [4], 'all', [1, 2, 3]],
    [[1, 2], 'all', 'all', []],
    ['all', [1], 'all', [2, 3, 4]],
    ['all', 'all', 'all', []],
    ['all', [], 'all', [1, 2, 3, 4]],
  ])('%j and %j of four: together %j, without them %j', (parts, others, together, without) => {
    expect(withParts(parts, others, 4)).toEqual(together)
    expect(withoutParts(parts, others, 4)).toEqual(without)
  })

  it('are all or none of what has none', () => {
    expect(withParts([], 'all', 0)).toBe('all')
    expect(withParts([], [], 0)).toEqual([])
    expect(withoutParts('all', 'all', 0)).toEqual([])
  })

  it.each<[Parts, Parts, boolean]>([
    ['all', 'all', true],
    ['all', [1], true],
    [[1], 'all', false],
    [[1, 2], [2], true],
    [[1], [1, 2], false],
    [[], [], true],
  ])('%j cover %j: %s', (parts, some, covers) => expect(coversParts(parts, some)).toBe(covers))

  it.each<[Parts, number | undefined, boolean]>([
    ['all', undefined, true],
    ['all', 1, true],
    [[1], 1, true],
    [[1], 2, false],
    [[1], undefined, false],
  ])('%j have %s: %s', (parts, part, has) => expect(hasPart(parts, part)).toBe(has))

  it.each<[unknown, Parts]>([
    ['all', 'all'],
    ['some', []],
    [
      [2, 1, 1],
      [1, 2],
    ],
    [[0, -1, 1.5, '2', null, 3], [3]],
    [{}, []],
    [null, []],
  ])('%j in a record are %j', (value, parts) => expect(asParts(value)).toEqual(parts))
})
