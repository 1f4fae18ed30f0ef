import { describe, expect, it } from 'vitest'
import { collectionKeyed, favoritesKey, memberOf } from './entity.ts'
import type { Row, PendingChange } from './records.ts'
import { block, known, refused, stillBrought, unsent } from './settle.ts'

const entity = collectionKeyed('collection|new:1')
const name = (text: string) => ({ name: text })
const sent = { at: 10, desired: name('one'), since: 10, epoch: 1 }
const pending: PendingChange = {
  ...entity,
  format: 1,
  desired: name('one'),
  base: null,
  at: 10,
  ahead: 0,
  sent,
}
const edited: PendingChange = { ...pending, desired: name('two'), at: 20 }
const row: Row = { ...entity, id: 'c7', value: name('old'), tick: 3, state: 's' }
const reported = { value: name('one'), id: 'c7', tick: 4 }

describe('an acknowledgement', () => {
  it('ends the pending change that was sent', () => {
    expect(known(pending, pending, undefined, 10, reported)).toEqual({
      pending: null,
      row: { ...entity, ...reported },
    })
  })
  it('leaves what the person did meanwhile, over what arrived', () => {
    const { sent: _, ...rest } = edited
    expect(known(pending, edited, undefined, 10, reported).pending).toEqual({ ...rest, base: name('one') })
  })
  it('ends what the person did meanwhile where it is just that', () => {
    expect(known(pending, { ...edited, desired: name('one') }, undefined, 10, reported).pending).toBeNull()
  })
  it('of a pending change that is gone makes a row all the same', () => {
    expect(known(pending, undefined, row, 10, reported)).toEqual({
      pending: null,
      row: { ...row, ...reported },
    })
  })
  it('keeps the id that is known, and forgets it with what is gone', () => {
    expect(known(pending, pending, row, 10, { value: name('one'), tick: 4 }).row).toMatchObject({ id: 'c7' })
    expect(known(pending, pending, row, 10, { value: null, tick: 4 }).row).toEqual({
      ...entity,
      state: 's',
      value: null,
      last: name('old'),
      tick: 4,
    })
  })
})

describe('when a favorite was given', () => {
  const favorite = memberOf(favoritesKey, { type: 'ayah', key: 2, verseNumber: 255 })
  const given: Row = { ...favorite, value: true, createdAt: 5, tick: 3 }
  const taken: PendingChange = {
    ...favorite,
    format: 1,
    desired: null,
    base: true,
    at: 10,
    ahead: 0,
    sent: { ...sent, desired: null },
  }
  const createdAt = (row: Row | undefined, value: true | null, pending: PendingChange) =>
    known(pending, pending, row, 10, { value, tick: 4 }).row?.createdAt
  it('stays known where the service did not take it away', () => {
    expect(createdAt(given, true, taken)).toBe(5)
  })
  it('is that of the mutation where it was not there before', () => {
    const again: PendingChange = { ...taken, desired: true, base: null, createdAt: 10 }
    expect(createdAt(undefined, true, again)).toBe(10)
    expect(createdAt({ ...given, value: null }, true, again)).toBe(10)
  })
  it('is over with the favorite', () => {
    expect(createdAt(given, null, taken)).toBeUndefined()
  })
})

describe('what was not done', () => {
  const late = { ...sent, at: 5 }
  it('is as if it had not been sent', () => {
    const { sent: _, ...rest } = pending
    expect(unsent(pending, sent)).toEqual({ pending: rest })
    expect(unsent(pending, late)).toEqual({})
  })
  it('is noted with the code of the refusal', () => {
    expect(refused(pending, sent, 'no')).toEqual({
      pending: { ...pending, sent: { ...sent, refused: 'no' } },
    })
    expect(refused(pending, late, 'no')).toEqual({})
  })
  it('is blocked for a person, unless they changed it meanwhile', () => {
    const blocked = { why: 'refused', code: 'no', since: 1 } as const
    const { sent: _, ...rest } = pending
    expect(block(pending, 10, blocked)).toEqual({ pending: { ...rest, blocked } })
    expect(block(edited, 10, blocked)).toEqual({})
  })
})

describe('what this device brought', () => {
  const brought: Row = { ...row, broughtAt: 100 }
  it('is still its own when the service tells of it again', () => {
    expect(stillBrought(brought, name('old'), 100)).toEqual({ broughtAt: 100 })
  })
  it.each<[string, Row | undefined, string, number | undefined]>([
    ['brought later by another device', brought, 'old', 101],
    ['told without a time', brought, 'old', undefined],
    ['changed', brought, 'new', 100],
    ['not its own before', row, 'old', 100],
    ['not known before', undefined, 'old', 100],
  ])('is no longer its own where it was %s', (_, before, value, at) => {
    expect(stillBrought(before, name(value), at)).toEqual({})
  })
})
