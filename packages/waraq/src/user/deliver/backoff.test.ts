import { seeded } from '@waraq/test-support/random'
import { describe, expect, it } from 'vitest'
import type { BackoffRecord } from '../store/database.ts'
import { backoffAfter, waitOf } from './backoff.ts'

const now = 1_000_000
const second = 1_000
const hour = 3_600 * second
const failed = { code: 'service_failed', retryAt: undefined } as const

/** The backoff after so many failures in a row, all at the same time. */
function after(failures: number, random: () => number): BackoffRecord {
  let backoff: BackoffRecord | undefined
  for (let failure = 0; failure < failures; failure++) backoff = backoffAfter(backoff, failed, now, random)
  return backoff!
}

describe('the wait after a failure', () => {
  it.each([
    [1, 5 * second],
    [2, 10 * second],
    [5, 80 * second],
    [10, 0.5 * hour],
    [12, 0.5 * hour],
    [40, 12 * hour],
    [1_000, 12 * hour],
  ])('number %i is drawn up to a bound', (failures, bound) => {
    expect(
      waitOf(
        after(failures, () => 1),
        now,
      ),
    ).toBe(bound)
    expect(
      waitOf(
        after(failures, () => 0.5),
        now,
      ),
    ).toBe(bound / 2)
    expect(
      waitOf(
        after(failures, () => 0),
        now,
      ),
    ).toBe(0)
  })

  it('is not shorter than what the service named, and comes a little after it', () => {
    const named = { code: 'rate_limited', retryAt: now + 100 * second } as const
    expect(backoffAfter(undefined, named, now, () => 0.5)).toMatchObject({
      nextAt: now + 105 * second,
      named: true,
    })
  })

  it('that the service named is a day at most, and its spread', () => {
    for (const hours of [24, 25, 24 * 365]) {
      const named = { code: 'rate_limited', retryAt: now + hours * hour } as const
      expect(
        [0, 1].map((drawn) =>
          waitOf(
            backoffAfter(undefined, named, now, () => drawn),
            now,
          ),
        ),
      ).toEqual([24 * hour, (24 * 60 + 144) * 60 * second])
    }
  })

  it('of a clock that was set back keeps nothing waiting', () => {
    expect(
      waitOf(
        after(1, () => 1),
        now - 25 * hour,
      ),
    ).toBe(0)
    const named = backoffAfter(undefined, { code: 'rate_limited', retryAt: now + 100 * second }, now, () => 0)
    const asks = [0, 30 * second, 2 * 60 * second, 20 * hour].map((back) => waitOf(named, now - back))
    expect(asks).toEqual([100 * second, 130 * second, 0, 0])
  })
})

describe('a million people, each of whom did ten things while the service was away for a day', () => {
  const devices = 20_000
  const each = 1_000_000 / devices
  /** What the service otherwise answers a second: the content's syncs, and ten changes of each person a day. */
  const content = 277
  const quiet = content + (10 * 1_000_000) / (24 * 3_600)

  it.each([
    ['operations', 10],
    ['feed', 3],
  ] as const)('by the %s they cost at most 2.5 times the quiet load, in any minute', (_, requests) => {
    const random = seeded(20261125)
    const minutes = new Map<number, number>()
    for (let device = 0; device < devices; device++) {
      let time = random.next() * hour
      let backoff: BackoffRecord | undefined
      while (time < 24 * hour) {
        backoff = backoffAfter(backoff, failed, time, () => random.next())
        time += Math.max(1, waitOf(backoff, time))
      }
      const minute = Math.floor((time - 24 * hour) / (60 * second))
      minutes.set(minute, (minutes.get(minute) ?? 0) + requests * each)
    }
    const most = Math.max(...minutes.values()) / 60
    expect((most + content) / quiet).toBeLessThan(2.5)
    expect([...minutes.keys()].every((minute) => minute < 12 * 60)).toBe(true)
  })
})
