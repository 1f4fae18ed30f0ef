import { expect, it } from 'vitest'
import { createdAtOf, timeKept, reportedAt } from './created-at.ts'
import { favoritesKey, memberOf, place } from './entity.ts'
import type { Row } from './records.ts'

const favorite = memberOf(favoritesKey, { type: 'ayah', key: 2, verseNumber: 255 })
const row: Row = { ...favorite, value: true, tick: 1 }

it('is known of what is there', () => {
  expect(createdAtOf({ ...row, createdAt: 1, at: 2, broughtAt: 3 })).toBe(1)
  for (const each of [row, undefined, { ...row, at: 2 }, { ...row, createdAt: 1, value: null }])
    expect(createdAtOf(each)).toBeUndefined()
})

it('what is known stays, whatever is told later', () => {
  expect(timeKept(favorite, { ...row, createdAt: 1 }, 5)).toEqual({ createdAt: 1 })
})

it('what is told counts where nothing is known, or it was gone', () => {
  expect(timeKept(favorite, undefined, 5)).toEqual({ createdAt: 5 })
  expect(timeKept(favorite, row, 5)).toEqual({ createdAt: 5 })
  expect(timeKept(favorite, { ...row, createdAt: 1, value: null }, 5)).toEqual({ createdAt: 5 })
  expect(timeKept(favorite, row, undefined)).toEqual({})
})

it('what has no such time gets none', () => {
  const value = { chapter: 2, verse: 1 }
  expect(timeKept(place, { ...place, value, tick: 1, at: 2 }, 5)).toEqual({})
})

it('is as the device said that made it, or as the feed told it first; of what was changed since it is not known', () => {
  const reported = (at: number | undefined, isChanged: boolean) =>
    reportedAt({ at: 9, made: { at, isChanged } })
  expect([
    reported(3, true),
    reported(3, false),
    reported(undefined, false),
    reported(undefined, true),
  ]).toEqual([3, 3, 9, null])
  expect(reportedAt({ at: 9 })).toBe(9)
})
