import { type WaraqError, restoredError } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { emptyReport, type RunReport, type SyncReport } from '../sync/run/report.ts'
import { answerTo, outcomeOf, outcomeOfThrown, type Answer, type SliceOutcome } from './outcome.ts'

function error(code: string, retryable = true): WaraqError {
  return restoredError({ code, message: code, retryable })
}

function run(outcome: RunReport['outcome'], more: Partial<RunReport> = {}): RunReport {
  return { ...emptyReport('translations:20', 'bootstrap', outcome), ...more }
}

function report(...runs: RunReport[]): SyncReport {
  return { outcome: 'current', runs }
}

const current = run('current')
const busy = run('current', { pages: 1, snapshots: 2 })
const partial = run('partial', { pages: 1, snapshots: 1, error: error('service_failed') })
const spent = run('interrupted', { error: error('budget_spent') })
const spentLater = { ...spent, snapshots: 1 }
const offline = run('interrupted', { error: error('network') })
const forbidden = run('failed', { error: error('forbidden', false) })
const loop = run('failed', { pages: 9, error: error('feed_loop') })
const superseded = run('interrupted', { pages: 1, error: error('writer_superseded') })

describe('what a slice came to', () => {
  it.each<[string, RunReport[], SliceOutcome]>([
    ['nothing to run', [], 'done'],
    ['all current', [current, busy], 'done'],
    ['something needed, which the next sync asks for again', [current, partial], 'done'],
    ['a page came, then the time was over', [{ ...spent, pages: 1 }], 'more'],
    ['a snapshot came, then the time was over', [spentLater], 'more'],
    [
      'a snapshot turned out not to exist, then the time was over',
      [{ ...spent, unavailable: [{ ref: { group: 'articles', id: 1 }, reason: 'snapshot_not_found' }] }],
      'more',
    ],
    ['one became current, the others had no turn', [busy, spent, spent], 'more'],
    ['the time was over before anything came', [spent], 'retry'],
    ['one needed no request, the others had no turn', [current, spent], 'retry'],
    ['a run that will be repeated used up the time', [partial, spent], 'retry'],
    ['a run that failed used up the time', [loop, spent], 'retry'],
    ['something failed for good, another one goes on', [forbidden, spentLater], 'more'],
    ['the network failed', [offline], 'retry'],
    ['one was done, then the network failed', [busy, offline], 'retry'],
    ['a failure that may pass', [loop], 'retry'],
    ['a failure that stays', [forbidden], 'done'],
    ['a failure that stays, and one that may pass', [forbidden, offline], 'retry'],
    ['another tab took over', [superseded], 'busy'],
    ['another tab took over, the network failed', [superseded, offline], 'retry'],
  ])('%s', (_, runs, expected) => {
    expect(outcomeOf(report(...runs))).toBe(expected)
  })

  it.each<[string, WaraqError, SliceOutcome]>([
    ['a database that another tab holds', error('storage_blocked'), 'retry'],
    ['a database of a newer version', error('newer_format', false), 'done'],
    ['another writer', error('writer_superseded'), 'busy'],
  ])('%s kept it from beginning', (_, thrown, expected) => {
    expect(outcomeOfThrown(thrown)).toBe(expected)
  })

  it('a defect is not hidden', () => {
    const defect = new TypeError('undefined is not a function')
    expect(() => outcomeOfThrown(defect)).toThrow(defect)
  })
})

describe('what the browser is told', () => {
  // Every outcome, with the browser willing and unwilling, with and without time and chances left.
  const table: Record<
    SliceOutcome,
    [willing: Answer, hurried: Answer, refused: Answer, lastRefused: Answer]
  > = {
    done: ['resolve', 'resolve', 'resolve', 'resolve'],
    busy: ['resolve', 'resolve', 'resolve', 'resolve'],
    more: ['ask', 'ask', 'continue', 'continue'],
    retry: ['reject', 'reject', 'reject', 'resolve'],
  }
  const facts = [
    { lastChance: false, refused: false, timeLeft: true },
    { lastChance: false, refused: false, timeLeft: false },
    { lastChance: false, refused: true, timeLeft: true },
    { lastChance: true, refused: true, timeLeft: true },
  ]
  it.each(Object.entries(table) as [SliceOutcome, Answer[]][])('%s', (outcome, answers) => {
    expect(facts.map((each) => answerTo(outcome, each))).toEqual(answers)
  })

  it('more to do, but the browser refuses and the time is over', () => {
    const late = { refused: true, timeLeft: false }
    expect(answerTo('more', { ...late, lastChance: false })).toBe('reject')
    expect(answerTo('more', { ...late, lastChance: true })).toBe('resolve')
  })

  it('a failure on the last chance is left to the page', () => {
    expect(answerTo('retry', { lastChance: true, refused: false, timeLeft: true })).toBe('resolve')
  })
})
