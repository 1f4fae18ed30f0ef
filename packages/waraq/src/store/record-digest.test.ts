import { expect, it } from 'vitest'
import { isAsDigested, withDigest } from './record-digest.ts'

const record = withDigest({ batchCursor: 3, list: [{ a: 1 }], none: null, digest: undefined })

it('a record is as digested, in a copy, too, and where it is digested again', () => {
  expect(isAsDigested(structuredClone(record))).toBe(true)
  expect(withDigest(record)).toEqual(record)
})

it.each<[string, object]>([
  ['another value', { batchCursor: 4 }],
  ['another value inside', { list: [{ a: 2 }] }],
  ['a field more', { more: 1 }],
  ['infinity for null', { none: Infinity }],
  ['another digest', { digest: 5 }],
  ['a digest that is none', { digest: 'x' }],
])('one with %s is not', (_, wrong) => expect(isAsDigested({ ...record, ...wrong })).toBe(false))

it('nor is one that leads to itself', () => {
  const endless: unknown[] = []
  endless.push(endless)
  expect(isAsDigested({ ...record, list: endless } as object)).toBe(false)
})

it('one without a digest is not', () => expect(isAsDigested({ ...record, digest: undefined })).toBe(false))
