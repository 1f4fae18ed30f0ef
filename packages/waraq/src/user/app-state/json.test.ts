import type { AppStateJsonValue } from '@quranjs/api/public'
import { expect, it } from 'vitest'
import { isSameJson, isTooDeep, mostDepth } from './json.ts'

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value }
  return value
}

it.each<[string, unknown, boolean]>([
  ['no document', undefined, false],
  ['a text', 'x', false],
  ['as many levels as there may be', nested(mostDepth), false],
  ['one level more', nested(mostDepth + 1), true],
  ['so many levels that a stack would end', nested(100_000), true],
  ['many values side by side', Array.from({ length: 1_000 }, () => [1]), false],
])('%s is too deep: %s', (_, value, expected) => {
  expect(isTooDeep(value)).toBe(expected)
})

it.each([
  [{ a: 1, b: [1] }, { b: [1], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 1 }, false],
  [[1], { 0: 1 }, false],
  [{}, { toString: 1 }, false],
  [null, {}, false],
])('%j and %j are the same: %s', (one, other, expected) => {
  expect(isSameJson(one, other)).toBe(expected)
})

it('values of any depth are compared', () => {
  const [one, same, other] = [nested(100_000), nested(100_000), nested(100_001)] as AppStateJsonValue[]
  expect([isSameJson(one, same), isSameJson(one, other)]).toEqual([true, false])
})
