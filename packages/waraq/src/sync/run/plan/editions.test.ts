import { describe, expect, it, test } from 'vitest'
import { dueTimes, editionLimits, type Edition, type EditionMoment } from './editions.ts'

const now = Date.UTC(2026, 7, 1, 12)
const hour = 60 * 60 * 1000
const day = 24 * hour
const megabyte = 1_000_000

/** An edition whose snapshot has so many bytes, by what is stored of the one before. */
function edition(bytes: number, rest: Partial<Edition> = {}): Edition {
  const storedBytes = bytes / editionLimits.bytesPerStored
  return { key: 'mushafs:1', storedBytes, dueAt: undefined, mayWaitMs: 3 * day, ...rest }
}

function dueIn(given: Edition, moment: Partial<EditionMoment> = {}): number | undefined {
  const due = dueTimes([given], { now, patient: true, random: () => 0.5, ...moment }).get(given.key)
  return due === undefined ? undefined : due - now
}

test.each<[string, Edition, number | undefined]>([
  ['a small one has no time', edition(megabyte - 3), undefined],
  ['from a megabyte on it waits up to an hour', edition(megabyte), hour / 2],
  ['an hour for each megabyte', edition(6 * megabyte), 3 * hour],
  ['24 megabytes wait up to a day', edition(24 * megabyte), 12 * hour],
  ['a larger one waits no longer', edition(240 * megabyte), 12 * hour],
  ['what is stale soon does not wait', edition(24 * megabyte, { mayWaitMs: 0 }), 0],
  ['what is stale already does not either', edition(24 * megabyte, { mayWaitMs: -day }), 0],
  ['what no sync has confirmed', edition(24 * megabyte, { mayWaitMs: -Infinity }), 0],
  ['and what may wait a little waits a little', edition(24 * megabyte, { mayWaitMs: 4 * hour }), 2 * hour],
  ['a time that was chosen stays', edition(24 * megabyte, { dueAt: now + 7 * hour }), 7 * hour],
  ['so it does once it has come', edition(24 * megabyte, { dueAt: now - 7 * hour }), -7 * hour],
  ['and after a still newer, smaller edition', edition(2 * megabyte, { dueAt: now + 7 * hour }), 7 * hour],
  [
    'a clock set back: the time was never chosen',
    edition(24 * megabyte, { dueAt: now + 2 * day }),
    12 * hour,
  ],
  [
    'a time after what is here is stale: the clock was set',
    edition(24 * megabyte, { dueAt: now + 7 * hour, mayWaitMs: 2 * hour }),
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
    expect(dueIn(edition(24 * megabyte, { dueAt }), { patient: false })).toBe(expected)
  })
})

describe('several at once', () => {
  it('take the time of one of their size together, each at a time of its own', () => {
    const chances = [0.1, 0.9]
    const given = [edition(3 * megabyte, { key: 'tafsirs:1' }), edition(5 * megabyte, { key: 'tafsirs:2' })]
    const due = dueTimes(given, { now, patient: true, random: () => chances.shift()! })
    expect([...due].map(([key, at]) => [key, (at - now) / hour])).toEqual([
      ['tafsirs:1', expect.closeTo(0.8)],
      ['tafsirs:2', expect.closeTo(7.2)],
    ])
  })
  it('and a small one beside them has no time', () => {
    const given = [edition(9 * megabyte), edition(1_000, { key: 'translations:20' })]
    expect([...dueTimes(given, { now, patient: true, random: () => 0 }).keys()]).toEqual(['mushafs:1'])
  })
})
