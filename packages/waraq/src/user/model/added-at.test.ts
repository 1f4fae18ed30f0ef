import { expect, it } from 'vitest'
import { addedAtOf, timeKept } from './added-at.ts'
import { collectionKeyed, favoritesKey, memberOf } from './entity.ts'
import type { Row } from './records.ts'

const favorite = memberOf(favoritesKey, { type: 'ayah', key: 2, verseNumber: 255 })
const row: Row = { ...favorite, value: true, tick: 1 }

it('is when it was put there, or else what is known of its last change', () => {
  expect(addedAtOf({ ...row, addedAt: 1, at: 2, broughtAt: 3 })).toBe(1)
  expect(addedAtOf({ ...row, at: 2, broughtAt: 3 })).toBe(2)
  expect(addedAtOf({ ...row, broughtAt: 3 })).toBe(3)
  expect(addedAtOf(row)).toBeUndefined()
  expect(addedAtOf(undefined)).toBeUndefined()
  expect(addedAtOf({ ...row, addedAt: 1, at: 2, value: null })).toBeUndefined()
})

it('what is known stays, whatever is told later', () => {
  expect(timeKept(favorite, { ...row, addedAt: 1 }, 5)).toEqual({ addedAt: 1 })
  expect(timeKept(favorite, { ...row, at: 2 }, undefined)).toEqual({ addedAt: 2 })
})

it('what is told counts where nothing is known, or it was gone', () => {
  expect(timeKept(favorite, undefined, 5)).toEqual({ addedAt: 5 })
  expect(timeKept(favorite, row, 5)).toEqual({ addedAt: 5 })
  expect(timeKept(favorite, { ...row, addedAt: 1, value: null }, 5)).toEqual({ addedAt: 5 })
  expect(timeKept(favorite, row, undefined)).toEqual({})
})

it('what has no such time gets none', () => {
  const collection = collectionKeyed('collection|c1')
  expect(timeKept(collection, { ...collection, value: { name: 'One' }, tick: 1, at: 2 }, 5)).toEqual({})
})
