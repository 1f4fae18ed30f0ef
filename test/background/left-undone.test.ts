import { describe, expect, it } from 'vitest'
import { leftUndone } from '../../demo/src/background.ts'

type Subscription = Parameters<typeof leftUndone>[0][number]
type Outcome = NonNullable<Subscription['lastRun']>['outcome']

const since = 1_000

function subscription(outcome: Outcome | null, at = since, retryAt: number | null = at + 1): Subscription {
  const lastRun = outcome && { at, epoch: 1, outcome, errorCode: null, message: null, retryAt }
  return { filter: 'translations:20', currentAt: outcome === null ? null : 1, lastRun }
}

describe('what the reader hands on to its service worker', () => {
  it.each<[string, Subscription, online: string, offline: string]>([
    ['nothing that is current', subscription('current', since, null), '', ''],
    ['a run that was cut off', subscription('interrupted'), 'translations:20 1000', 'translations:20 1000'],
    [
      'a failure that may pass',
      subscription('failed', 1_001),
      'translations:20 1001',
      'translations:20 1001',
    ],
    ['no failure that stays', subscription('failed', since, null), '', ''],
    ['nothing that is partly there: the next sync asks again', subscription('partial'), '', ''],
    [
      'a failure of an earlier visit, without a network only',
      subscription('interrupted', 999),
      '',
      'translations:20 999',
    ],
    ['what never arrived, without a network only', subscription(null), '', 'translations:20'],
  ])('%s', (_, each, online, offline) => {
    expect(leftUndone([each], since, true)).toBe(online)
    expect(leftUndone([each], since, false)).toBe(offline)
  })
})
