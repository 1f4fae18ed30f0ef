import { EstimateGoalResponse, GetTodaysPlanResponse } from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import { sandboxOfDays, type SignedIn } from '../activity-days/on-days.test-support.ts'
import { amountOfDay } from './targets.ts'

const path = '/v1/goals/estimate'
type Query = Readonly<Record<string, string | number>>

async function weekOf(user: SignedIn, query: Query) {
  return EstimateGoalResponse.parse(await user.get(path, { mushafId: 1, ...query })).data.week
}

async function amountsOf(query: Query) {
  return (await weekOf(await sandboxOfDays().on('2026-02-26'), query)).map(({ amount }) => amount)
}

describe('an estimate', () => {
  it('is of seven days from today', async () => {
    const user = await sandboxOfDays().on('2026-02-26')
    const week = await weekOf(user, { type: 'QURAN_TIME', amount: 600 })
    expect(week.map(({ date }) => date)).toEqual(
      ['02-26', '02-27', '02-28', '03-01', '03-02', '03-03', '03-04'].map(
        (day) => `2026-${day}T00:00:00.000Z`,
      ),
    )
  })

  it.each<[Query, (string | number)[]]>([
    [{ type: 'QURAN_TIME', amount: 600 }, [600, 600, 600, 600, 600, 600, 600]],
    [{ type: 'QURAN_RANGE', amount: '67:1-67:30' }, Array<string>(7).fill('67:1-67:30')],
    [{ type: 'QURAN_PAGES', amount: 100, duration: 30 }, [3, 3, 4, 3, 3, 4, 3]],
    [{ type: 'QURAN_PAGES', amount: 10, duration: 4 }, [2, 3, 2, 3]],
    [{ type: 'QURAN_PAGES', amount: 3, duration: 30 }, [1, 1, 1]],
    [{ type: 'QURAN_TIME', amount: 600, duration: 1 }, [600]],
    [{ type: 'QURAN_RANGE', amount: '1:5-2:4', duration: 3 }, ['1:5-1:6', '1:7-2:1', '2:2-2:4']],
    [{ type: 'QURAN_RANGE', amount: '1:1-1:2', duration: 9 }, ['1:1-1:1', '1:2-1:2']],
    [{ type: 'COURSE', amount: 8, duration: 4 }, [2, 2, 2, 2]],
  ])('of %j', async (query, amounts) => {
    expect(await amountsOf(query)).toEqual(amounts)
  })

  it.each([
    [{ type: 'QURAN_RANGE', amount: 5 }],
    [{ type: 'QURAN_PAGES', amount: '1:1-1:7' }],
    [{ type: 'QURAN_RANGE', amount: '1:1-1:8' }],
    [{ type: 'QURAN_RANGE', amount: '1:7-1:1' }],
    [{ type: 'QURAN_TIME', amount: 0 }],
    [{ type: 'QURAN_TIME', amount: 60, duration: 0 }],
    [{ type: 'TIME', amount: 60 }],
    [{ amount: 60 }],
    [{ type: 'QURAN_TIME' }],
    [{ type: 'QURAN_TIME', amount: 60, mushafId: 8 }],
  ])('refuses %j', async (wrong) => {
    const user = await sandboxOfDays().on('2026-02-26')
    const query = { mushafId: 1, ...wrong } as Query
    expect(await user.refused('GET', path, { query })).toBe('422 unprocessable_entity')
  })

  it('is what the plans of those days then say', async () => {
    const { on } = sandboxOfDays()
    const goal = { type: 'QURAN_RANGE', amount: '2:1-2:286', duration: 40 }
    const first = await on('2026-02-26')
    const week = await weekOf(first, goal)
    await first.post('/v1/goals', { ...goal, category: 'QURAN' }, { mushafId: 1 })
    for (const { date, amount } of week) {
      const user = await on(date.slice(0, 10))
      const query = { type: 'QURAN_RANGE', mushafId: 1 }
      const plan = GetTodaysPlanResponse.parse(await user.get('/v1/goals/get-todays-plan', query)).data
      expect(plan.dailyTargetRanges).toEqual([amount])
    }
  })
})

describe('the parts of a goal', () => {
  it.each([
    [604, 30],
    [7, 7],
    [1, 100],
    [86_400, 365],
    [13, 5],
  ])('of %i in %i days make the whole', (amount, duration) => {
    const parts = Array.from({ length: duration + 1 }, (_, day) => amountOfDay({ amount, duration }, day))
    const asked = parts.filter((part) => part !== undefined) as number[]
    expect(asked).toHaveLength(Math.min(amount, duration))
    expect(asked.reduce((sum, part) => sum + part, 0)).toBe(amount)
    expect(Math.max(...asked) - Math.min(...asked)).toBeLessThanOrEqual(1)
  })

  it('follow one another to the last verse', () => {
    const task = { amount: '1:1-114:6', duration: 30 }
    const parts = Array.from(
      { length: 30 },
      (_, day) => amountOfDay(task, day) as { from: number; to: number },
    )
    expect(parts[0]!.from).toBe(1)
    expect(parts.at(-1)!.to).toBe(6236)
    parts.slice(1).forEach((part, index) => expect(part.from).toBe(parts[index]!.to + 1))
  })

  it('are none before the goal began', () => {
    expect(amountOfDay({ amount: 5 }, -1)).toBeUndefined()
  })
})
