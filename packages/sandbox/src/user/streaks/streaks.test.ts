import { CurrentStreakResponse, ListStreaksResponse } from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import { read, sandboxOfDays, type SignedIn } from '../activity-days/on-days.test-support.ts'

const path = '/v1/streaks'
type Query = Readonly<Record<string, string | number>>

async function streaksOf(user: SignedIn, query: Query = {}) {
  return ListStreaksResponse.parse(await user.get(path, query)).data
}

async function currentDays(user: SignedIn): Promise<number> {
  const answer = await user.get(`${path}/current-streak-days`, { type: 'QURAN' })
  return CurrentStreakResponse.parse(answer).data.days
}

/** Reading on days of January. Then it is another day. */
async function readOn(days: readonly number[], today: number) {
  const { on } = sandboxOfDays()
  const date = (day: number) => `2026-01-${String(day).padStart(2, '0')}`
  for (const day of days) await read(await on(date(day)), 60)
  return { user: await on(date(today)), on }
}

/** Of 3, 1, 2 and 1 days. */
const fourStreaks = async () => (await readOn([2, 3, 4, 7, 10, 11, 15], 16)).user

describe('streaks', () => {
  it('are days of activity in a row', async () => {
    const { user } = await readOn([2, 3, 4, 7, 8], 8)
    const id = expect.any(String) as string
    const type = 'QURAN'
    expect(await streaksOf(user)).toEqual([
      { id, startDate: '2026-01-07', endDate: '2026-01-08', type, status: 'ACTIVE', days: 2 },
      { id, startDate: '2026-01-02', endDate: '2026-01-04', type, status: 'BROKEN', days: 3 },
    ])
  })

  it.each([
    [4, 'ACTIVE', 3],
    [5, 'ACTIVE', 3],
    [6, 'BROKEN', 0],
  ])('are as good as broken when a day has passed without: on day %i', async (today, status, days) => {
    const { user } = await readOn([2, 3, 4], today)
    expect((await streaksOf(user)).map((streak) => [streak.status, streak.days])).toEqual([[status, 3]])
    expect(await currentDays(user)).toBe(days)
  })

  it('go across the end of a month and a year', async () => {
    const { on } = sandboxOfDays()
    for (const date of ['2025-12-31', '2026-01-01']) await read(await on(date), 60)
    expect(await streaksOf(await on('2026-01-01'))).toMatchObject([{ startDate: '2025-12-31', days: 2 }])
  })

  it('count a day once, in however many mushafs', async () => {
    const { user, on } = await readOn([1, 2], 2)
    await read(user, 60, [], 2)
    await read(user, 60, [], 1)
    const later = await on('2026-01-03')
    await read(later, 60, [], 2)
    expect((await streaksOf(later)).map(({ days }) => days)).toEqual([3])
  })

  it('keep their id while they grow, and have no id of another', async () => {
    const { user, on } = await readOn([2, 4], 4)
    const [growing, broken] = await streaksOf(user)
    const later = await on('2026-01-05')
    await read(later, 60)
    const [grown] = await streaksOf(later)
    expect(grown).toMatchObject({ id: growing!.id, days: 2 })
    const other = await on('2026-01-04', 'idris')
    await read(other, 60)
    const ids = [growing!.id, broken!.id, (await streaksOf(other))[0]!.id]
    expect(new Set(ids).size).toBe(3)
  })

  it('belong to one user alone', async () => {
    const { on } = await readOn([1], 1)
    const other = await on('2026-01-01', 'idris')
    expect(await streaksOf(other)).toEqual([])
    expect(await currentDays(other)).toBe(0)
  })
})

describe('the list', () => {
  it.each<[Query, string]>([
    [{}, '15 10 07 02'],
    [{ orderBy: 'startDate' }, '15 10 07 02'],
    [{ sortOrder: 'desc' }, '15 10 07 02'],
    [{ orderBy: 'startDate', sortOrder: 'asc' }, '02 07 10 15'],
    [{ orderBy: 'days' }, '02 10 15 07'],
    [{ orderBy: 'days', sortOrder: 'asc' }, '07 15 10 02'],
    [{ status: 'ACTIVE' }, '15'],
    [{ status: 'BROKEN' }, '10 07 02'],
    [{ type: 'QURAN' }, '15 10 07 02'],
    [{ from: '2026-01-11' }, '15 10'],
    [{ to: '2026-01-07' }, '07 02'],
    [{ from: '2026-01-03', to: '2026-01-03' }, '02'],
    [{ from: '2026-01-05', to: '2026-01-06' }, ''],
  ])('of %j', async (query, starts) => {
    const found = await streaksOf(await fourStreaks(), query)
    expect(found.map(({ startDate }) => startDate.slice(-2)).join(' ')).toBe(starts)
  })

  it('goes on from a cursor, both ways', async () => {
    const user = await fourStreaks()
    const page = async (query: Query) => ListStreaksResponse.parse(await user.get(path, query))
    const first = await page({ first: 2 })
    expect(first.pagination).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    const next = await page({ first: 2, after: first.pagination.endCursor! })
    expect(next.data.map(({ startDate }) => startDate)).toEqual(['2026-01-07', '2026-01-02'])
    expect(next.pagination).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
    expect((await page({ last: 2, before: next.pagination.startCursor! })).data).toEqual(first.data)
  })

  it.each<[Query]>([
    [{ from: '2026-01-03', to: '2026-01-02' }],
    [{ from: 'yesterday' }],
    [{ type: 'LESSON' }],
    [{ status: 'OVER' }],
    [{ orderBy: 'endDate' }],
    [{ sortOrder: 'up' }],
    [{ first: 0 }],
    [{ first: 1, after: 'streak-99' }],
  ])('refuses %j', async (query) => {
    expect(await (await fourStreaks()).refused('GET', path, { query })).toBe('422 unprocessable_entity')
  })
})

describe('the current days', () => {
  it('are none without any activity', async () => {
    expect(await currentDays(await sandboxOfDays().on('2026-01-01'))).toBe(0)
  })

  it.each<[Query]>([[{}], [{ type: 'LESSON' }]])('need a type: %j', async (query) => {
    const user = await sandboxOfDays().on('2026-01-01')
    const refusal = await user.refused('GET', `${path}/current-streak-days`, { query })
    expect(refusal).toBe('422 unprocessable_entity')
  })
})
