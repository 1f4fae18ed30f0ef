import { describe, expect, it } from 'vitest'
import { daysOf, read, sandboxOfDays, type SignedIn } from './on-days.test-support.ts'

/** A user aims at something. */
function aim(user: SignedIn, type: string, amount: string | number, duration?: number) {
  const body = { type, amount, category: 'QURAN', ...(duration === undefined ? {} : { duration }) }
  return user.post('/v1/goals', body, { mushafId: 1 })
}

const targetFields = [
  'dailyTargetPages',
  'dailyTargetSeconds',
  'dailyTargetRanges',
  'remainingDailyTargetRanges',
]

/** Progress and targets of the newest day. */
async function standing(user: SignedIn) {
  const day = (await daysOf(user))[0]!
  const targets = Object.entries(day).filter(([name]) => targetFields.includes(name))
  return { progress: day.progress, ...Object.fromEntries(targets) }
}

describe('a day held against a goal', () => {
  it('of time', async () => {
    const user = await sandboxOfDays().on('2026-01-01')
    await aim(user, 'QURAN_TIME', 600)
    await read(user, 150)
    expect(await standing(user)).toEqual({ progress: 0.25, dailyTargetSeconds: 600 })
    await read(user, 900)
    expect(await standing(user)).toEqual({ progress: 1, dailyTargetSeconds: 600 })
  })

  it('of pages', async () => {
    const user = await sandboxOfDays().on('2026-01-01')
    await aim(user, 'QURAN_PAGES', 4)
    await read(user, 1, ['1:1-2:5'])
    expect(await standing(user)).toEqual({ progress: 0.5, dailyTargetPages: 4 })
  })

  it('of a range: only its own verses count', async () => {
    const user = await sandboxOfDays().on('2026-01-01')
    await aim(user, 'QURAN_RANGE', '2:1-2:10')
    const dailyTargetRanges = ['2:1-2:10']
    await read(user, 1, ['3:1-3:50'])
    const nothing = { progress: 0, dailyTargetRanges, remainingDailyTargetRanges: ['2:1-2:10'] }
    expect(await standing(user)).toEqual(nothing)
    await read(user, 1, ['1:5-2:1', '2:4-2:6'])
    const some = { progress: 0.4, dailyTargetRanges, remainingDailyTargetRanges: ['2:2-2:3', '2:7-2:10'] }
    expect(await standing(user)).toEqual(some)
    await read(user, 1, ['2:1-2:286'])
    expect(await standing(user)).toEqual({ progress: 1, dailyTargetRanges, remainingDailyTargetRanges: [] })
  })

  it('counts what was read earlier on the day on which the goal was made', async () => {
    const user = await sandboxOfDays().on('2026-01-01')
    await read(user, 60)
    expect(await standing(user)).toEqual({ progress: 0 })
    await aim(user, 'QURAN_TIME', 120)
    expect(await standing(user)).toEqual({ progress: 0.5, dailyTargetSeconds: 120 })
  })

  it('takes the part of that day where the goal has a duration, and nothing after it', async () => {
    const { on } = sandboxOfDays()
    await aim(await on('2026-01-01'), 'QURAN_RANGE', '1:1-1:7', 2)
    for (const date of ['2026-01-01', '2026-01-02', '2026-01-03']) await read(await on(date), 1, ['1:1-1:3'])
    const days = await daysOf(await on('2026-01-03'), { dateOrderBy: 'asc' })
    expect(days.map((day) => [day.progress, day.dailyTargetRanges])).toEqual([
      [1, ['1:1-1:3']],
      [0, ['1:4-1:7']],
      [0, undefined],
    ])
  })

  it('stays as it was when the goal changes on a later day', async () => {
    const { on } = sandboxOfDays()
    await read(await on('2026-01-01'), 60)
    const second = await on('2026-01-02')
    await aim(second, 'QURAN_TIME', 60)
    await read(second, 60)
    const third = await on('2026-01-03')
    await aim(third, 'QURAN_TIME', 240)
    await read(third, 60)
    expect((await daysOf(third)).map((day) => [day.progress, day.dailyTargetSeconds])).toEqual([
      [0.25, 240],
      [1, 60],
      [0, undefined],
    ])
  })

  it('has nothing to do with goals of other categories', async () => {
    const user = await sandboxOfDays().on('2026-01-01')
    await user.post('/v1/goals', { type: 'COURSE', amount: 2, category: 'COURSE' }, { mushafId: 1 })
    await read(user, 60)
    expect(await standing(user)).toEqual({ progress: 0 })
  })
})
