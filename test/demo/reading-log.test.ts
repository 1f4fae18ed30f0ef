// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { joined, parseHistory, withVisit, type Visit } from '../../demo/src/user/plan/history.ts'
import { planFrom } from '../../demo/src/user/plan/plan.ts'
import { forgetHistory, history, noteRead, plan } from '../../demo/src/user/plan/reading-log.ts'
import { localDate } from '../../demo/src/ui/local-date.ts'

/** Where the person read, and the plan that follows it. */

const minute = 60_000
const visit = (verseKey: string, at: number): Visit => ({ verseKey, at })

describe('the history', () => {
  it('has one entry for a chapter that is read on, with its last place', () => {
    const steps = [visit('2:1', 0), visit('2:9', 15 * minute), visit('2:20', 30 * minute)]
    expect(steps.reduce<readonly Visit[]>(withVisit, [])).toEqual([visit('2:20', 30 * minute)])
  })

  it('has another one for another chapter, and for a later visit', () => {
    const steps = [visit('2:1', 0), visit('3:1', minute), visit('2:2', 2 * minute), visit('2:3', 40 * minute)]
    expect(steps.reduce<readonly Visit[]>(withVisit, []).map(({ verseKey }) => verseKey)).toEqual([
      '2:3',
      '2:2',
      '3:1',
      '2:1',
    ])
  })

  it('keeps the latest thirty, and what is no visit is left out', () => {
    const many = Array.from({ length: 40 }, (_, index) => visit(`${index + 1}:1`, index))
    const kept = many.reduce<readonly Visit[]>(withVisit, [])
    expect([kept.length, kept[0]]).toEqual([30, visit('40:1', 39)])
    expect(parseHistory([...kept, null, { verseKey: '2:1' }, { verseKey: '<b>', at: 1 }])).toEqual(kept)
    expect(parseHistory({})).toEqual([])
  })

  it('names a place once that the account tells as well', () => {
    const here = [visit('2:5', 100 * minute)]
    const there = [visit('2:5', 101 * minute), visit('18:1', 50 * minute), visit('36:1', 200 * minute)]
    expect(joined(here, there)).toEqual([
      visit('36:1', 200 * minute),
      visit('2:5', 100 * minute),
      visit('18:1', 50 * minute),
    ])
  })
})

describe('a place where the person reads', () => {
  beforeEach(() => {
    plan.set(null)
    forgetHistory()
  })

  it('is in the history, and moves the plan on', () => {
    plan.set(planFrom(1, 30, localDate()))
    noteRead('2:17')
    expect(plan.get()).toMatchObject({ read: 3 })
    expect(history.get()).toMatchObject([{ verseKey: '2:17' }])
    expect(JSON.parse(localStorage.getItem('waraq.plan.1')!)).toMatchObject({ days: 30, read: 3 })
  })

  it('is no reason for a plan', () => {
    noteRead('2:17')
    expect(plan.get()).toBeNull()
  })

  it('in another tab is shown here, and what is stored there is checked', () => {
    const change = (newValue: string) => {
      localStorage.setItem('waraq.plan.1', newValue)
      dispatchEvent(new StorageEvent('storage', { key: 'waraq.plan.1', newValue }))
    }
    change(JSON.stringify(planFrom(1, 7, '2026-11-25')))
    expect(plan.get()).toMatchObject({ days: 7 })
    change('{"days":')
    expect(plan.get()).toBeNull()
  })
})
