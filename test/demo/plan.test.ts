import { describe, expect, it } from 'vitest'
import {
  afterReading,
  dateOf,
  dayOf,
  mostDays,
  pageOf,
  pages,
  parsePlan,
  partOfDay,
  planFrom,
  standingOn,
  versesOf,
  type Plan,
} from '../../demo/src/user/plan/plan.ts'

/** A plan to read the Quran: its parts, its days, and what counts as read. */

const start = '2026-11-25'
const thirty = planFrom(1, 30, start)
const read = (plan: Plan, pages: number): Plan => ({ ...plan, read: pages })

describe('the parts', () => {
  it.each([
    [1, 1],
    [1, 7],
    [1, 30],
    [1, mostDays],
    [300, 60],
    [600, 365],
    [604, 1],
  ])(
    'from page %i in %i days follow each other to the last page, and differ by one page at most',
    (first, days) => {
      const plan = planFrom(first, days, start)
      const parts = Array.from({ length: plan.days }, (_, index) => partOfDay(plan, index + 1))
      expect(parts[0]!.first).toBe(first)
      expect(parts.at(-1)!.last).toBe(pages)
      parts.slice(1).forEach(({ first }, index) => expect(first).toBe(parts[index]!.last + 1))
      const sizes = parts.map(({ first, last }) => last - first + 1)
      expect(Math.min(...sizes)).toBeGreaterThan(0)
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
    },
  )

  it('begin and end with verses', () => {
    expect(versesOf({ first: 1, last: 1 })).toEqual({ from: '1:1', to: '1:7' })
    expect(versesOf({ first: 604, last: 604 })).toEqual({ from: '112:1', to: '114:6' })
    expect(versesOf({ first: 1, last: pages })).toEqual({ from: '1:1', to: '114:6' })
    expect([pageOf('1:1'), pageOf('2:255'), pageOf('114:6')]).toEqual([1, 42, 604])
  })
})

describe('the days', () => {
  it('are counted by dates, over the change of the clocks and of the year', () => {
    const plan = { ...thirty, from: '2026-10-24' }
    expect([dayOf(plan, '2026-10-24'), dayOf(plan, '2026-10-26'), dayOf(plan, '2027-01-01')]).toEqual([
      1, 3, 70,
    ])
    expect(dateOf(plan, 3)).toBe('2026-10-26')
    // A device whose date was set back.
    expect(dayOf(plan, '2026-10-01')).toBe(1)
  })

  it('bring what is to be read, with what was missed', () => {
    expect(standingOn(thirty, start)).toEqual({ day: 1, part: { first: 1, last: 20 }, missed: 0, left: 604 })
    expect(standingOn(read(thirty, 20), start)).toMatchObject({ part: null, left: 584 })
    expect(standingOn(read(thirty, 5), '2026-11-27')).toEqual({
      day: 3,
      part: { first: 6, last: 60 },
      missed: 35,
      left: 599,
    })
    // After the last day, the rest is still there.
    expect(standingOn(read(thirty, 600), '2027-03-01')).toMatchObject({
      day: 30,
      part: { first: 601, last: 604 },
    })
    expect(standingOn(read(thirty, 604), '2027-03-01')).toMatchObject({ part: null, missed: 0, left: 0 })
  })
})

describe('what is read', () => {
  const at = (page: number) => versesOf({ first: page, last: page }).from

  it('are the pages before the place, within the part of the day', () => {
    const once = afterReading(thirty, at(8), start)
    expect(once.read).toBe(7)
    // Back to an earlier page.
    expect(afterReading(once, at(3), start)).toBe(once)
    expect(afterReading(once, at(20), start).read).toBe(19)
    // The next part begins, so this one is read.
    expect(afterReading(once, at(21), start).read).toBe(20)
  })

  it('is nothing of a place elsewhere', () => {
    for (const page of [22, 300, 604]) expect(afterReading(thirty, at(page), start)).toBe(thirty)
    const later = planFrom(100, 10, start)
    expect(afterReading(later, at(50), start)).toBe(later)
  })

  it('goes on into the next part once this one is read', () => {
    const done = read(thirty, 20)
    expect(afterReading(done, at(30), start).read).toBe(29)
    expect(afterReading(done, at(41), start).read).toBe(40)
    expect(afterReading(done, at(42), start)).toBe(done)
    const finished = read(thirty, pages)
    expect(afterReading(finished, at(1), start)).toBe(finished)
  })
})

describe('a stored plan', () => {
  it('is taken as it was written', () => {
    expect(parsePlan(JSON.parse(JSON.stringify(thirty)))).toEqual(thirty)
  })

  it.each<unknown>([
    null,
    [],
    'plan',
    {},
    { ...thirty, days: 0 },
    { ...thirty, days: 1.5 },
    { ...thirty, days: 366 },
    { ...thirty, from: '2026-13-99' },
    { ...thirty, from: 5 },
    { ...thirty, first: 0 },
    { ...thirty, first: 605 },
    { ...thirty, read: 605 },
    { ...thirty, first: 50, read: 10 },
    { ...thirty, first: 600, read: 599 },
  ])('%j is none', (json) => {
    expect(parsePlan(json)).toBeNull()
  })
})
