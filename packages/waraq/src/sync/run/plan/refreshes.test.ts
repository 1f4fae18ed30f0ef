import { describe, expect, it, test } from 'vitest'
import { dueTimes, refreshLimits, type Refresh, type RefreshContext } from './refreshes.ts'

const now = Date.UTC(2026, 7, 1, 12)
const hour = 60 * 60 * 1000
const day = 24 * hour
const megabyte = 1_000_000

/** A refresh whose snapshot has so many bytes, by what is stored of the one before. */
function refresh(bytes: number, rest: Partial<Refresh> = {}): Refresh {
  const storedBytes = bytes / refreshLimits.bytesPerStored
  return { key: 'mushafs:1', storedBytes, dueAt: undefined, mayWaitMs: 3 * day, ...rest }
}

function dueIn(given: Refresh, moment: Partial<RefreshContext> = {}): number | undefined {
  const due = dueTimes([given], { now, background: true, random: () => 0.5, ...moment }).get(given.key)
  return due === undefined ? undefined : due - now
}

test.each<[string, Refresh, number | undefined]>([
  ['a small one has no time', refresh(megabyte - 3), undefined],
  ['from a megabyte on it waits up to an hour', refresh(megabyte), hour / 2],
  ['an hour for each megabyte', refresh(6 * megabyte), 3 * hour],
  ['24 megabytes wait up to a day', refresh(24 * megabyte), 12 * hour],
  ['a larger one waits no longer', refresh(240 * megabyte), 12 * hour],
  ['what is stale soon does not wait', refresh(24 * megabyte, { mayWaitMs: 0 }), 0],
  ['what is stale already does not either', refresh(24 * megabyte, { mayWaitMs: -day }), 0],
  ['what no sync has confirmed', refresh(24 * megabyte, { mayWaitMs: -Infinity }), 0],
  ['and what may wait a little waits a little', refresh(24 * megabyte, { mayWaitMs: 4 * hour }), 2 * hour],
  ['a time that was chosen stays', refresh(24 * megabyte, { dueAt: now + 7 * hour }), 7 * hour],
  ['so it does once it has come', refresh(24 * megabyte, { dueAt: now - 7 * hour }), -7 * hour],
  ['and after a still newer, smaller refresh', refresh(2 * megabyte, { dueAt: now + 7 * hour }), 7 * hour],
  [
    'a clock set back: the time was never chosen',
    refresh(24 * megabyte, { dueAt: now + 2 * day }),
    12 * hour,
  ],
  [
    'a time after what is here is stale: the clock was set',
    refresh(24 * megabyte, { dueAt: now + 7 * hour, mayWaitMs: 2 * hour }),
    hour,
  ],
])('%s', (_, given, expected) => {
  expect(dueIn(given)).toBe(expected)
})

describe('where a reader waits', () => {
  it.each<[string, number | undefined, number]>([
    ['it is due now', undefined, 0],
    ['whatever time was chosen', now + 7 * hour, 0],
    ['and stays due', now - hour, -hour],
  ])('%s', (_, dueAt, expected) => {
    expect(dueIn(refresh(24 * megabyte, { dueAt }), { background: false })).toBe(expected)
  })
})

describe('several at once', () => {
  it('take the time of one of their size together, each at a time of its own', () => {
    const chances = [0.1, 0.9]
    const given = [refresh(3 * megabyte, { key: 'tafsirs:1' }), refresh(5 * megabyte, { key: 'tafsirs:2' })]
    const due = dueTimes(given, { now, background: true, random: () => chances.shift()! })
    expect([...due].map(([key, at]) => [key, (at - now) / hour])).toEqual([
      ['tafsirs:1', expect.closeTo(0.8)],
      ['tafsirs:2', expect.closeTo(7.2)],
    ])
  })
  it('and a small one beside them has no time', () => {
    const given = [refresh(9 * megabyte), refresh(1_000, { key: 'translations:20' })]
    expect([...dueTimes(given, { now, background: true, random: () => 0 }).keys()]).toEqual(['mushafs:1'])
  })
})
