import { describe, expect, it } from 'vitest'
import { measure } from './measure.ts'

/** A value in so many lists, each in the next. */
function inLists(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

describe('the size of a value as JSON', () => {
  it.each<[unknown, number]>([
    ['', 3],
    ['four', 7],
    [7, 5],
    [true, 5],
    [null, 5],
    [undefined, 5],
    [[], 2],
    [{}, 2],
    [[1, 2], 12],
    // Names of a row's own fields are not counted; those of nested objects are.
    [{ name: 1 }, 7],
    [{ name: { inner: 1 } }, 2 + 2 + 5 + 5],
  ])('%j: about %i', (value, size) => expect(measure(value)).toBe(size))

  it.each([2 ** 53, -(2 ** 53), Infinity, NaN, 1e300])('is none where %d is not what was sent', (number) => {
    expect(measure(number)).toBe('a number too great to be kept')
    expect(measure({ deep: [{ number }] })).toBe('a number too great to be kept')
  })
  it.each([2 ** 53 - 1, -(2 ** 53) + 1, 0.1, 1e-300])('is one where %d is', (number) => {
    expect(measure(number)).toBe(5)
  })
  it('is none where it is nested deeper than can safely be written', () => {
    expect(measure(inLists(64))).toBeTypeOf('number')
    expect(measure(inLists(65))).toBe('nested too deeply')
    expect(measure(inLists(100_000))).toBe('nested too deeply')
  })
})
