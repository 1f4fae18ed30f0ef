import { describe, expect, it } from 'vitest'
import { read, sandboxOfDays } from '../activity-days/on-days.test-support.ts'
import { amina, course, make, ofTime, path, planOf } from './on-goals.test-support.ts'

describe("today's plan", () => {
  it('says no more than that there is no goal', async () => {
    const user = await amina()
    await read(user, 60)
    expect(await planOf(user)).toEqual({ hasGoal: false })
    await make(user, course)
    expect(await planOf(user)).toEqual({ hasGoal: false })
  })

  it('shows what is to be done before anything is', async () => {
    const user = await amina()
    const goalId = await make(user, ofTime)
    expect(await planOf(user)).toEqual({
      date: '2026-01-01',
      progress: 0,
      type: 'QURAN',
      ranges: [],
      pagesRead: 0,
      secondsRead: 0,
      versesRead: 0,
      manuallyAddedSeconds: 0,
      dailyTargetSeconds: 600,
      mushafId: 1,
      hasGoal: true,
      goalId,
    })
  })

  it('shows what was done in that mushaf', async () => {
    const user = await amina()
    const goalId = await make(user, { type: 'QURAN_RANGE', amount: '1:1-1:4', category: 'QURAN' })
    await read(user, 60, ['1:1-1:3'])
    expect(await planOf(user, 'QURAN_RANGE')).toEqual({
      id: expect.any(String) as string,
      date: '2026-01-01',
      progress: 0.75,
      type: 'QURAN',
      ranges: ['1:1-1:3'],
      pagesRead: 0.43,
      secondsRead: 60,
      versesRead: 3,
      manuallyAddedSeconds: 0,
      dailyTargetRanges: ['1:1-1:4'],
      remainingDailyTargetRanges: ['1:4-1:4'],
      mushafId: 1,
      hasGoal: true,
      goalId,
    })
    expect(await planOf(user, 'QURAN_RANGE', 2)).toMatchObject({ progress: 0, mushafId: 2, goalId })
  })

  it('is none for a goal of another type, and none of a goal that is over', async () => {
    const { on } = sandboxOfDays()
    const first = await on('2026-01-01')
    await make(first, { ...ofTime, duration: 2 })
    expect(await planOf(first, 'QURAN_PAGES')).toEqual({ hasGoal: false })
    expect(await planOf(await on('2026-01-02'))).toMatchObject({ dailyTargetSeconds: 300 })
    expect(await planOf(await on('2026-01-03'))).toEqual({ hasGoal: false })
  })

  it('belongs to one user alone', async () => {
    const { on } = sandboxOfDays()
    await make(await on('2026-01-01'), ofTime)
    expect(await planOf(await on('2026-01-01', 'idris'))).toEqual({ hasGoal: false })
  })

  it.each([[{ type: 'COURSE', mushafId: 1 }], [{ type: 'QURAN_TIME' }], [{ mushafId: 1 }]])(
    'refuses %j',
    async (wrong) => {
      const refusal = await (await amina()).refused('GET', `${path}/get-todays-plan`, { query: wrong })
      expect(refusal).toBe('422 unprocessable_entity')
    },
  )
})
