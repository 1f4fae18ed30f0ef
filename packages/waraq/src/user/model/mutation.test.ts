import { describe, expect, it } from 'vitest'
import { nextAt, shown, wanted } from './mutation.ts'
import { favoritesKey, isSame, memberOf, noteKeyed } from './entity.ts'
import type { Row, PendingChange } from './records.ts'

const entity = memberOf(favoritesKey, { type: 'ayah', key: 2, verseNumber: 255 })
const row = (value: true | null): Row => ({ ...entity, value, tick: 1 })
const pending = (
  desired: true | null,
  base: true | null,
  more: Partial<PendingChange> = {},
): PendingChange => ({
  ...entity,
  format: 1,
  desired,
  base,
  at: 10,
  ahead: 0,
  ...more,
})
const sent = { at: 10, desired: true, since: 10, epoch: 1 } as const
const at = { at: 20, ahead: 5 }

describe('a mutation', () => {
  it.each([
    ['a favorite where there is none', undefined, undefined, true, { desired: true, base: null }],
    ['a favorite where the service has it', row(true), undefined, true, undefined],
    ['a removal where nothing is', row(null), undefined, null, undefined],
    ['a removal of what the service has', row(true), undefined, null, { desired: null, base: true }],
    ['the same pending change again', undefined, pending(true, null), true, undefined],
    ['back to what was there, before anything was sent', undefined, pending(true, null), null, null],
    [
      'back, after it was sent: it may have arrived',
      undefined,
      pending(true, null, { sent }),
      null,
      { desired: null, base: null, sent },
    ],
    [
      'the same pending change of what is blocked: it is tried again',
      undefined,
      pending(true, null, { blocked: { why: 'refused', since: 1 } }),
      true,
      { desired: true, base: null },
    ],
    ['what was shown when it began stays the base', row(true), pending(true, null), null, null],
  ])('%s', (_, known, before, desired, expected) => {
    const after = wanted(entity, known, before, desired as true | null, at)
    if (expected === undefined || expected === null) expect(after).toBe(expected)
    else expect(after).toMatchObject({ ...expected, ...at, key: entity.key })
    if (after) expect(after.blocked).toBeUndefined()
  })
  it('is shown in the place of what the service has', () => {
    expect(shown(row(true), pending(null, true))).toBeNull()
    expect(shown(row(true), undefined)).toBe(true)
    expect(shown(undefined, undefined)).toBeNull()
  })
  it('has a time that rises, whatever the clock does', () => {
    expect(nextAt(100, 1_000, 0.4)).toBe(1_000)
    expect(nextAt(5_000, 1_000, 0)).toBe(5_001)
    expect(nextAt(0, 1_000, -400)).toBe(600)
  })
})

describe('values', () => {
  it('are the same whatever the order of their fields', () => {
    const one = { body: 'a', ranges: ['1:1-1:1'] }
    expect(isSame(one, { ranges: ['1:1-1:1'], body: 'a' })).toBe(true)
    expect(isSame(one, { ...one, ranges: [] })).toBe(false)
    expect(isSame(one, null)).toBe(false)
    expect(isSame({ value: [2, 1] }, { value: [1, 2] })).toBe(false)
  })
  it('a note is about all surahs of its ranges, and no more than there are', () => {
    expect(noteKeyed('n', ['2:280-4:3', '2:1-2:1']).chapters).toEqual([2, 3, 4])
    expect(noteKeyed('n', ['113:1-999:1', 'no range']).chapters).toEqual([113, 114])
  })
  it('keys of collections that look like parts of keys make no other entity', () => {
    const verse = { type: 'ayah', key: 1, verseNumber: 1 } as const
    expect(memberOf('a|ayah|1', verse).key).not.toBe(memberOf('a', { ...verse, key: 1 }).key)
    expect(memberOf('a|b', verse).key).not.toBe(memberOf('a%7Cb', verse).key)
  })
})
