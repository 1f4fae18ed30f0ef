import { describe, expect, it } from 'vitest'
import { collectionKeyed, favoritesKey, memberOf } from './entity.ts'
import type { Row, Wish } from './records.ts'
import { heldBack, known, refused, unsent } from './settle.ts'

const entity = collectionKeyed('collection|new:1')
const name = (text: string) => ({ name: text })
const sent = { at: 10, want: name('one'), since: 10, epoch: 1 }
const wish: Wish = { ...entity, format: 1, want: name('one'), base: null, at: 10, ahead: 0, sent }
const edited: Wish = { ...wish, want: name('two'), at: 20 }
const row: Row = { ...entity, id: 'c7', value: name('old'), tick: 3, state: 's' }
const told = { value: name('one'), id: 'c7', tick: 4 }

describe('an acknowledgement', () => {
  it('ends the wish that was sent', () => {
    expect(known(wish, wish, undefined, 10, told)).toEqual({ wish: null, row: { ...entity, ...told } })
  })
  it('leaves what the person did meanwhile, over what arrived', () => {
    const { sent: _, ...rest } = edited
    expect(known(wish, edited, undefined, 10, told).wish).toEqual({ ...rest, base: name('one') })
  })
  it('ends what the person did meanwhile where it is just that', () => {
    expect(known(wish, { ...edited, want: name('one') }, undefined, 10, told).wish).toBeNull()
  })
  it('of a wish that is gone makes a row all the same', () => {
    expect(known(wish, undefined, row, 10, told)).toEqual({ wish: null, row: { ...row, ...told } })
  })
  it('keeps the id that is known, and forgets it with what is gone', () => {
    expect(known(wish, wish, row, 10, { value: name('one'), tick: 4 }).row).toMatchObject({ id: 'c7' })
    expect(known(wish, wish, row, 10, { value: null, tick: 4 }).row).toEqual({
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
  const given: Row = { ...favorite, value: true, addedAt: 5, tick: 3 }
  const taken: Wish = {
    ...favorite,
    format: 1,
    want: null,
    base: true,
    at: 10,
    ahead: 0,
    sent: { ...sent, want: null },
  }
  const addedAt = (row: Row | undefined, value: true | null, wish: Wish) =>
    known(wish, wish, row, 10, { value, tick: 4 }).row?.addedAt
  it('stays known where the service did not take it away', () => {
    expect(addedAt(given, true, taken)).toBe(5)
  })
  it('is that of the act where it was not there before', () => {
    const again: Wish = { ...taken, want: true, base: null, addedAt: 10 }
    expect(addedAt(undefined, true, again)).toBe(10)
    expect(addedAt({ ...given, value: null }, true, again)).toBe(10)
  })
  it('is over with the favorite', () => {
    expect(addedAt(given, null, taken)).toBeUndefined()
  })
})

describe('what was not done', () => {
  const late = { ...sent, at: 5 }
  it('is as if it had not been sent', () => {
    const { sent: _, ...rest } = wish
    expect(unsent(wish, sent)).toEqual({ wish: rest })
    expect(unsent(wish, late)).toEqual({})
  })
  it('is noted with the code of the refusal', () => {
    expect(refused(wish, sent, 'no')).toEqual({ wish: { ...wish, sent: { ...sent, refused: 'no' } } })
    expect(refused(wish, late, 'no')).toEqual({})
  })
  it('is held for a person, unless they changed it meanwhile', () => {
    const held = { why: 'refused', code: 'no', since: 1 } as const
    const { sent: _, ...rest } = wish
    expect(heldBack(wish, 10, held)).toEqual({ wish: { ...rest, held } })
    expect(heldBack(edited, 10, held)).toEqual({})
  })
})
