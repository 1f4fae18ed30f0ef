import { expect, it } from 'vitest'
import { favoritesKey, memberOf, noteKeyed } from './entity.ts'
import { fold, inText, newestFirst } from './fold.ts'
import type { Row, PendingChange } from './records.ts'

const favorite = (verseNumber: number) => memberOf(favoritesKey, { type: 'ayah', key: 2, verseNumber })
const row = (verse: number, more: Partial<Row> = {}): Row => ({
  ...favorite(verse),
  value: true,
  tick: 1,
  ...more,
})
const pending = (verse: number, more: Partial<PendingChange> = {}): PendingChange => ({
  ...favorite(verse),
  format: 1,
  desired: true,
  base: null,
  at: 50,
  ahead: 0,
  ...more,
})
const verses = (all: ReturnType<typeof fold>) => all.map(({ entity }) => entity.target?.verseNumber)

it('a pending change is shown in the place of its row, and what is gone is not', () => {
  const shown = fold([row(1), row(2), row(3, { value: null })], [pending(1, { desired: null }), pending(4)])
  expect(shown.map(({ entity, pending }) => [entity.target?.verseNumber, pending])).toEqual([
    [2, false],
    [4, true],
  ])
})

it('what was put there last comes first, by what is known of its time', () => {
  const shown = fold(
    [row(9, { at: 90 }), row(8), row(1, { createdAt: 10 }), row(2, { createdAt: 30 })],
    [pending(4, { createdAt: 50 }), pending(5, { createdAt: 5 })],
  )
  expect(verses(newestFirst(shown))).toEqual([4, 2, 1, 5, 8, 9])
  expect(verses(inText(shown))).toEqual([1, 2, 4, 5, 8, 9])
})

it('has when it was made, and when it was changed: what is there or not never is', () => {
  const note = { ...noteKeyed('note|n', ['2:1-2:1']), value: { body: 'Text', ranges: ['2:1-2:1'] }, tick: 1 }
  const shown = fold([row(1, { createdAt: 10, at: 30 }), { ...note, createdAt: 5, at: 7 }], [])
  expect(shown.map(({ createdAt, updatedAt }) => [createdAt, updatedAt])).toEqual([
    [10, 10],
    [5, 7],
  ])
  const times = (more: Partial<Row>) => {
    const [{ createdAt, updatedAt } = {}] = fold([{ ...note, ...more }], [])
    return [createdAt, updatedAt]
  }
  expect([times({ broughtAt: 9 }), times({})]).toEqual([
    [null, 9],
    [null, null],
  ])
})
