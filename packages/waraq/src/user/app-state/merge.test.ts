import type { AppStateJsonValue, AppStatePutBody } from '@quranjs/api/public'
import { expect, it } from 'vitest'
import { mergeFields } from './merge.ts'

const body = (value: AppStateJsonValue, schemaVersion = 1): AppStatePutBody => ({ schemaVersion, value })

it.each<[string, AppStateJsonValue, AppStateJsonValue, AppStateJsonValue, AppStateJsonValue]>([
  ['what each side changed', { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 3 }, { a: 2, b: 3 }],
  ['what this side added and the other took away', { a: 1 }, { a: 1, c: 1 }, {}, { c: 1 }],
  ['what this side took away', { a: 1, b: 1 }, { b: 1 }, { a: 1, b: 2 }, { b: 2 }],
  ['this side’s, where both changed a field', { a: 1 }, { a: 2 }, { a: 3 }, { a: 2 }],
  ['a field whole', { a: [1] }, { a: [1, 2] }, { a: [1, 3] }, { a: [1, 2] }],
  [
    'no change where the order of fields alone differs',
    { a: { x: 1, y: 2 } },
    { a: { y: 2, x: 1 } },
    { a: 3 },
    { a: 3 },
  ],
  ['a whole value that is no object', 1, 2, { a: 1 }, 2],
  [
    'a field of an inherited name, which the other side has',
    {},
    { a: 1 },
    { toString: 2 },
    { a: 1, toString: 2 },
  ],
  ['a field of an inherited name, which this side took away', { toString: 1 }, {}, { toString: 1 }, {}],
  ['a field of an inherited name, which was never there', {}, { constructor: 1 }, {}, { constructor: 1 }],
  [
    'a field of any name',
    {},
    JSON.parse('{"__proto__":1}') as AppStateJsonValue,
    { a: 1 },
    JSON.parse('{"a":1,"__proto__":1}') as AppStateJsonValue,
  ],
])('it takes %s', (_, base, local, remote, merged) => {
  const result = mergeFields({ base: body(base), local: body(local), remote: body(remote) })
  expect(result).toEqual(body(merged))
  expect(JSON.stringify(result?.value)).toHaveLength(JSON.stringify(merged).length)
})

it('where nothing was seen, all that this side has counts as changed', () => {
  expect(mergeFields({ base: null, local: body({ a: 1 }), remote: body({ a: 2, b: 2 }) })).toEqual(
    body({ a: 1, b: 2 }),
  )
})

it('a document that one side deleted is what this person made of it', () => {
  const [base, local] = [body({ a: 1 }), body({ a: 2 })]
  expect(mergeFields({ base, local, remote: null })).toEqual(local)
  expect(mergeFields({ base, local: null, remote: body({ a: 3 }) })).toBeNull()
})

it('a newer schema goes before an older one, whoever wrote it', () => {
  const [older, newer] = [body({ a: 1 }), body({ b: 1 }, 2)]
  expect(mergeFields({ base: null, local: older, remote: newer })).toEqual(newer)
  expect(mergeFields({ base: null, local: newer, remote: older })).toEqual(newer)
})
