import type { AppStatePutBody } from '@quranjs/api/public'
import { expect, it } from 'vitest'
import { checkedBody, checkedName } from './arguments.ts'

it.each(['', '.', '..', '..;x', 'a/b', 'a\\b', 'a\nb', '%2f', 'k'.repeat(257)])(
  'a name that no proxy passes on is refused before anything is kept: %j',
  (name) => {
    expect(() => checkedName('key', name)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', details: { field: 'key' } }),
    )
  },
)

it.each(['a', 'a:b', 'é 1', '2:255', 'k'.repeat(256)])('a name is taken as it is: %j', (name) => {
  expect(checkedName('collection', name)).toBe(name)
})

it('a document is a copy of what was given', () => {
  const given = { schemaVersion: 1, value: { sizes: [1] } }
  const kept = checkedBody(given)
  given.value.sizes.push(2)
  expect(kept).toEqual({ schemaVersion: 1, value: { sizes: [1] } })
  expect(checkedBody({ schemaVersion: 0, value: null })).toEqual({ schemaVersion: 0, value: null })
  expect(checkedBody(null)).toBeNull()
})

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value }
  return value
}

it('a document may have a hundred levels', () => {
  expect(checkedBody({ schemaVersion: 1, value: nested(100) as never })).toEqual({
    schemaVersion: 1,
    value: nested(100),
  })
})

const circular: Record<string, unknown> = {}
circular['self'] = circular
it.each([
  { schemaVersion: 1.5, value: 1 },
  { schemaVersion: 1 },
  { value: 1 },
  { schemaVersion: 1, value: circular },
  { schemaVersion: 1, value: () => 1 },
  undefined,
  'x',
  { schemaVersion: 1, value: 1n },
  { schemaVersion: 1, value: nested(101) },
])('what is no document is refused: %o', (body) => {
  expect(() => checkedBody(body as unknown as AppStatePutBody)).toThrow(
    expect.objectContaining({ code: 'invalid_argument', details: { field: 'body' } }),
  )
})
