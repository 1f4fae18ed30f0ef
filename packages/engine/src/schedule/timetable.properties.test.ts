import { runs } from '@waraq/test-support/runs'
import { describe, expect, test } from 'vitest'
import { endingOf } from './ending.ts'
import { histories, Life, type Decided, type Ended, type History } from './history.test-support.ts'
import { bounds } from './settings.ts'
import {
  broken,
  fc,
  hourMs,
  minuteMs,
  moment,
  schedule,
  secondMs,
  seeded,
  unreachable,
  worked,
} from './support.test-support.ts'
import { afterSync, dueIn, onWake } from './timetable.ts'

/** The same histories each time; a failing one is printed as small as it gets. */
const parameters = { numRuns: runs(400), seed: 20_260_801 }

function always(kind: keyof typeof histories, check: (given: History) => void): void {
  fc.assert(fc.property(histories[kind], check), parameters)
}

function isStart({ decision, wake }: Decided): boolean {
  return decision.sync && wake !== 'asked'
}

/** Background starts do not count here: the browser decides when to wait, and a lock keeps two from writing. */
function isOwnStart(decided: Decided): boolean {
  return isStart(decided) && decided.wake !== 'background'
}

describe('in any history', () => {
  test('at most thirty automatic syncs begin in any hour, and at most six that a caller asked for in any minute', () => {
    const most = { automatic: 0, asked: 0 }
    always('restless', (given) => {
      const starts: Record<keyof typeof most, number[]> = { automatic: [], asked: [] }
      new Life(given.seed).live(
        given,
        ({ decision, wake, before, moment: { now } }) => {
          if (!decision.sync) return
          // Successive slices of background work count as one sync.
          if (wake === 'background' && before?.reason === 'budget') return
          const kind = wake === 'asked' ? 'asked' : 'automatic'
          starts[kind].push(now)
          const within = starts[kind].filter((at) => at > now - bounds[kind].perMs).length
          expect(within).toBeLessThanOrEqual(bounds[kind].most)
          most[kind] = Math.max(most[kind], within)
        },
        ({ came, counted, startedAt }) => {
          // The sync made no request.
          if (came === 'nothing' && counted)
            starts.automatic = starts.automatic.filter((at) => at !== startedAt)
        },
      )
    })
    // The histories reach the limits, so the test can fail.
    expect(most).toEqual({ automatic: bounds.automatic.most, asked: bounds.asked.most })
  })

  test('no try follows a failed one sooner than the floor', () => {
    always('steady', (given) => {
      let failure: { readonly at: number; readonly silent: boolean; readonly first: boolean } | null = null
      let failures = 0
      new Life(given.seed).live(
        given,
        (decided) => {
          if (!isOwnStart(decided) || !failure) return
          const since = decided.moment.now - failure.at
          const early = failure.first && decided.before?.reason === 'online'
          expect(since).toBeGreaterThanOrEqual(failure.silent && !early ? 30 * secondMs : 5 * secondMs)
        },
        ({ came, counted, moment: { now } }) => {
          if (!counted || came === 'cancelled') return
          const failed =
            came === 'broken' || came === 'unreachable' || came === 'slowDown' || came === 'forbidden'
          failures = failed ? failures + 1 : 0
          failure = failed ? { at: now, silent: came === 'unreachable', first: failures === 1 } : null
        },
      )
    })
  })

  test('what the service asked for is heeded', () => {
    always('steady', (given) => {
      let notBefore = -Infinity
      new Life(given.seed).live(
        given,
        (decided) => {
          if (isStart(decided)) expect(decided.moment.now).toBeGreaterThanOrEqual(notBefore)
        },
        ({ came, counted, after }) => {
          if (came === 'slowDown') notBefore = after?.notBefore ?? -Infinity
          else if (counted && came !== 'cancelled' && came !== 'nothing') notBefore = -Infinity
        },
      )
    })
  })

  test('two engines never both begin an automatic sync', () => {
    always('steady', (given) => {
      let until = -Infinity
      new Life(given.seed).live(
        given,
        (decided) => {
          if (isOwnStart(decided)) expect(decided.moment.now).toBeGreaterThanOrEqual(until)
          // A background event that comes during a sync makes no claim.
          const { sync, record } = decided.decision
          if (sync && record.underWay?.startedAt === decided.moment.now) until = record.underWay.until
        },
        ({ counted }) => {
          if (counted) until = -Infinity
        },
      )
    })
  })

  test('after a sync that had something to do and need not be helped there is always a next one', () => {
    const hasNext = ({ came, counted, after, moment: { now } }: Ended) => {
      if (!counted || came === 'forbidden' || came === 'nothing' || came === 'cancelled') return
      expect(after?.nextAt).toBeGreaterThanOrEqual(now)
      expect(after?.nextAt).toBeLessThanOrEqual(now + hourMs + 15 * minuteMs)
    }
    always('withJumps', (given) => new Life(given.seed).live(given, () => undefined, hasNext))
  })

  test.each(['steady', 'withJumps', 'restless'] as const)(
    'the alarm leads to a sync, or to a later alarm (%s)',
    (kind) => {
      always(kind, (given) => {
        const life = new Life(given.seed)
        life.live(
          given,
          ({ wake, decision, moment: { now } }) => {
            if (wake !== 'interval' || decision.sync || decision.nextAt === null) return
            expect(decision.nextAt).toBeGreaterThan(now)
          },
          () => undefined,
        )
        const begun = life.now
        for (let rings = 0; rings < 5; rings += 1) {
          const left = dueIn(life.record, life.moment)
          if (left === null || life.record === null) return
          life.now += left
          if (life.wake('interval').decision.sync) {
            expect(life.now - begun).toBeLessThanOrEqual(bounds.dataSaverMs + 2 * hourMs)
            return
          }
        }
        throw new Error('The alarm rings and rings, and nothing is synced')
      })
    },
  )

  test('the record stays small, plain data', () => {
    always('withJumps', (given) => {
      const life = new Life(given.seed)
      life.live(
        given,
        () => undefined,
        () => undefined,
      )
      if (!life.record) return
      expect(structuredClone(life.record)).toEqual(life.record)
      expect(life.record.automatic.length).toBeLessThanOrEqual(bounds.automatic.most)
      expect(life.record.asked.length).toBeLessThanOrEqual(bounds.asked.most)
    })
  })
})

describe('devices that do the same at the same time drift apart', () => {
  const random = seeded(7).next
  const devices = 10_000

  /** The greatest share of the devices that asks within any one of so many equal parts of the time. */
  function greatestShare(nextAt: () => number, parts: number): number {
    const times = Array.from({ length: devices }, nextAt)
    const first = Math.min(...times)
    const width = (Math.max(...times) - first) / parts
    const counts = new Map<number, number>()
    for (const at of times) {
      const part = Math.min(parts - 1, Math.floor((at - first) / width))
      counts.set(part, (counts.get(part) ?? 0) + 1)
    }
    return Math.max(...counts.values()) / devices
  }
  const { now } = moment()
  const claimed = (failures: number) =>
    onWake(schedule({ failures, nextAt: now }), 'interval', 'x', moment()).record
  const after = (given: typeof worked, failures: number) =>
    afterSync(claimed(failures), 'x', endingOf(given), moment({ random })).nextAt!

  test.each<[string, () => number, number]>([
    ['after a sync that worked, over twelve minutes', () => after(worked, 0), 12 * minuteMs],
    ['after a first failure, over fifteen seconds', () => after(broken, 0), 15 * secondMs],
    ['after a first failure of the network', () => after(unreachable, 0), 15 * secondMs],
    ['after the fifth failure, over four minutes', () => after(broken, 4), 4 * minuteMs],
    [
      'once the network is back, over ten seconds',
      () => onWake(schedule({ failures: 3 }), 'online', 'x', moment({ random })).record.nextAt!,
      10 * secondMs,
    ],
  ])('%s', (_name, nextAt, overMs) => {
    const times = Array.from({ length: devices }, nextAt)
    expect((Math.max(...times) - Math.min(...times)) / overMs).toBeGreaterThan(0.99)
    expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(overMs)
    expect(greatestShare(nextAt, 10)).toBeLessThan(0.12)
  })
})
