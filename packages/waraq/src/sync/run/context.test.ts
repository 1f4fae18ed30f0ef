import type { Clock } from '../../client/clock.ts'
import { describe, expect, it } from 'vitest'
import { Budget, ProgressBoard } from './context.ts'
import { Tally, type SyncProgress } from './report.ts'

describe('progress', () => {
  it('is told from the phase down to the resource', () => {
    const seen: SyncProgress[] = []
    const board = new ProgressBoard('translations:20', new Tally(), (progress) => seen.push(progress))
    board.enter('fetching', 'bootstrap')
    board.expectSnapshots(3, ['tafsirs:169'])
    board.resource('translations:20', { phase: 'done', bytes: 0, bytesExpected: null, rows: 7 })
    board.resource('translations:131', { phase: 'unavailable', bytes: 0, bytesExpected: null, rows: 0 })
    expect(seen.map(({ snapshots }) => snapshots)).toEqual([
      { total: 0, done: 0 },
      { total: 3, done: 1 },
      { total: 3, done: 2 },
      { total: 3, done: 3 },
    ])
    expect(seen.at(-1)).toMatchObject({
      phase: 'fetching',
      resource: { ref: { group: 'translations', id: 131 } },
    })
  })
  it('without a listener is not told', () => {
    const board = new ProgressBoard('translations:20', new Tally(), undefined)
    expect(() => board.enter('paging', null)).not.toThrow()
  })
  it('goes on where a listener throws', () => {
    const board = new ProgressBoard('translations:20', new Tally(), () => {
      throw new Error("the page's own")
    })
    expect(() => board.enter('paging', null)).not.toThrow()
  })
})

describe('a budget', () => {
  let now = 0
  const clock: Clock = { now: () => 0, monotonic: () => now, sleep: () => Promise.resolve() }
  const spent = expect.objectContaining({ code: 'budget_spent', retryable: true })

  it('of pages is spent by pages, and asked for before a page only', () => {
    const budget = new Budget(clock, { pages: 1 })
    budget.check('page')
    budget.spendPage()
    expect(() => budget.check('page')).toThrowError(spent)
    budget.check('other')
  })
  it('of time is spent for everything, by the clock that never jumps', () => {
    now = 0
    const budget = new Budget(clock, { ms: 100 })
    budget.check('other')
    now = 100
    expect(() => budget.check('other')).toThrowError(spent)
    expect(() => budget.check('page')).toThrowError(spent)
  })
  it('without limits is never spent', () => {
    now = 10 ** 12
    expect(() => new Budget(clock).check('page')).not.toThrow()
  })
})
