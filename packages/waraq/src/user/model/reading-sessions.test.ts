import { expect, it } from 'vitest'
import { goesOn, latestOf, sessionsMissed, sessionsWith, type ReadingSession } from './reading-sessions.ts'

const session = (at: number, verse: number | null, id = 's'): ReadingSession => ({
  id,
  at,
  value: verse === null ? null : { chapter: 18, verse },
})
const all = (...reported: readonly ReadingSession[]) =>
  reported.reduce<readonly ReadingSession[]>(sessionsWith, [])

it('the latest is that of the latest mutation, and an older state of one is no news', () => {
  expect(latestOf([])).toBeUndefined()
  expect(latestOf(all(session(7, 61), session(5, 60, 't')))).toEqual(session(7, 61))
  const moved = all(session(7, 61), session(5, 60, 't'), session(8, 62, 't'))
  expect(moved).toEqual([session(8, 62, 't'), session(7, 61)])
  expect(sessionsWith(moved, session(6, 63, 't'))).toBe(moved)
  expect(sessionsWith(moved, session(8, 62, 't'))).toBe(moved)
})

it('one that is gone does not come back by what was told before', () => {
  const gone = all(session(7, 61), session(8, null))
  expect(latestOf(gone)).toBeUndefined()
  expect(sessionsWith(gone, session(7, 61))).toBe(gone)
  expect(all(session(8, null))).toEqual([])
})

it('twenty are kept that are there, however many are gone since', () => {
  const many = Array.from({ length: 60 }, (_, index) => session(index, index + 1, `s${index}`))
  const kept = all(...many)
  expect([kept.length, latestOf(kept)?.id, kept.at(-1)?.id]).toEqual([20, 's59', 's40'])
  const left = all(...many, ...kept.slice(1).map(({ id }) => session(100, null, id)))
  expect([left.length, latestOf(left)?.id]).toEqual([20, 's59'])
})

it('one that is missed is gone the second time, and there again once it is told', () => {
  const reported = all(session(7, 61), session(5, 60, 't'))
  const miss = (sessions: readonly ReadingSession[]) => sessionsMissed(sessions, ({ id }) => id === 't')
  const once = miss(reported)
  expect([sessionsMissed(reported, () => true), latestOf(once)?.id, latestOf(miss(once))?.id]).toEqual([
    reported,
    's',
    't',
  ])
  expect(latestOf(miss(sessionsWith(once, session(7, 61))))?.id).toBe('s')
  expect(latestOf(sessionsWith(miss(once), session(7, 61)))?.id).toBe('s')
})

it('a session goes on for twenty minutes after its last mutation', () => {
  const minute = 60_000
  expect([goesOn(0, 20 * minute), goesOn(0, 20 * minute + 1), goesOn(undefined, 0)]).toEqual([
    true,
    false,
    false,
  ])
})
