import { runs } from '@waraq/test-support/runs'
import { describe, expect, test } from 'vitest'
import { resultOf } from './sync-result.ts'
import { histories, Life, type Decided, type Ended, type History } from './history.test-support.ts'
import { plausible } from './plausible.ts'
import { scheduleStatus } from './schedule-status.ts'
import { bounds, type ScheduleContext } from './settings.ts'
import type { ScheduleRecord } from '../../store/schedule-record.ts'
import {
  broken,
  fc,
  forbidden,
  hourMs,
  minuteMs,
  context,
  plain,
  schedule,
  secondMs,
  seeded,
  slowDown,
  unreachable,
  waitedFor,
  worked,
} from './support.test-support.ts'
import { afterSync } from './after-sync.ts'
import { dueIn, onTrigger } from './timetable.ts'

/** The same histories each time; a failing one is printed as small as it gets. */
const parameters = { numRuns: runs(400), seed: 20_260_801 }

function always(kind: keyof typeof histories, check: (given: History) => void): void {
  fc.assert(fc.property(histories[kind], check), parameters)
}

function isStart({ decision, trigger }: Decided): boolean {
  return decision.sync && trigger !== 'asked'
}

/** Background starts do not count here: the browser decides when to wait, and a lock keeps two from writing. */
function isOwnStart(decided: Decided): boolean {
  return isStart(decided) && decided.trigger !== 'background'
}

describe('in any history', () => {
  test('at most thirty automatic syncs begin in any hour, and at most six that a caller asked for in any minute', () => {
    const most = { automatic: 0, asked: 0 }
    always('restless', (given) => {
      const starts: Record<keyof typeof most, number[]> = { automatic: [], asked: [] }
      new Life(given.seed).live(
        given,
        ({ decision, trigger, before, context: { now } }) => {
          if (!decision.sync) return
          // Successive slices of background work count as one sync.
          if (trigger === 'background' && before?.reason === 'budget') return
          const kind = trigger === 'asked' ? 'asked' : 'automatic'
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
      let failure: { readonly at: number; readonly silent: boolean } | null = null
      new Life(given.seed).live(
        given,
        (decided) => {
          if (!isOwnStart(decided) || !failure) return
          const since = decided.context.now - failure.at
          // A try that came soon and failed counts with the one before it.
          const early = decided.before?.failures === 1 && decided.before.reason === 'online'
          const floor = failure.silent && !early ? 30 * secondMs : 5 * secondMs
          // Tries that come soon are counted, so they end.
          expect(since).toBeGreaterThanOrEqual(decided.before?.soon ? bounds.soonFloorMs : floor)
        },
        ({ came, counted, context: { now } }) => {
          if (!counted || came === 'cancelled') return
          const failed =
            came === 'broken' || came === 'unreachable' || came === 'slowDown' || came === 'forbidden'
          failure = failed ? { at: now, silent: came === 'unreachable' } : null
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
          if (isStart(decided)) expect(decided.context.now).toBeGreaterThanOrEqual(notBefore)
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
      let isInProgress = false
      new Life(given.seed).live(
        given,
        (decided) => {
          if (isOwnStart(decided)) expect(isInProgress).toBe(false)
          isInProgress ||= decided.decision.sync
        },
        ({ counted }) => {
          if (counted) isInProgress = false
        },
      )
    })
  })

  test('after a sync that had something to do and need not be helped there is always a next one', () => {
    const hasNext = ({ came, counted, after, context: { now } }: Ended) => {
      if (!counted || came === 'forbidden' || came === 'nothing' || came === 'cancelled') return
      expect(after?.nextAt).toBeGreaterThanOrEqual(now)
      // Where the service named a time, the spread after it is as long as the wait at most.
      const most = after?.reason === 'service_asked' ? 2 * hourMs : hourMs + 15 * minuteMs
      expect(after?.nextAt).toBeLessThanOrEqual(now + most)
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
          ({ trigger, decision, context: { now } }) => {
            if (trigger !== 'interval' || decision.sync || decision.nextAt === null) return
            // Whoever began it ends it, or gets the leadership after it: no alarm is set.
            if (decision.record.inProgress) return
            expect(decision.nextAt).toBeGreaterThan(now)
          },
          () => undefined,
        )
        const begun = life.now
        for (let rings = 0; rings < 5; rings += 1) {
          const left = dueIn(life.record, life.context)
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

  test('once a caller asked, no sync is background until one worked', () => {
    const seen = { tries: 0, waits: 0 }
    always('withJumps', (given) => {
      let asked = false
      new Life(given.seed).live(
        given,
        ({ trigger, decision }) => {
          if (!decision.sync) return
          if (trigger === 'asked') asked = true
          if (!asked) return
          expect(decision.background).toBe(false)
          seen.tries += 1
        },
        ({ came, counted, after, context: { now } }) => {
          if (!counted || !asked) return
          if (came === 'worked' || came === 'nothing' || came === 'cancelled') asked = false
          if (came !== 'broken') return
          seen.waits += 1
          expect(after?.nextAt).toBeLessThanOrEqual(now + 15 * minuteMs)
        },
      )
    })
    // The histories come there, so the test can fail.
    expect(Math.min(seen.tries, seen.waits)).toBeGreaterThan(30)
  })

  test('a sync is background only over content of the last six days, and of the last day where a reader came back', () => {
    const seen = { returns: 0, others: 0 }
    always('withJumps', (given) => {
      new Life(given.seed).live(
        given,
        ({ trigger, before, decision, context: { now } }) => {
          if (!decision.sync || !decision.background) return
          const isReturn = trigger === 'start' || trigger === 'session' || trigger === 'visible'
          expect(now - before!.workedAt!).toBeLessThan(isReturn ? 24 * hourMs : bounds.dataSaverMs)
          seen[isReturn ? 'returns' : 'others'] += 1
        },
        () => undefined,
      )
    })
    expect(Math.min(seen.returns, seen.others)).toBeGreaterThan(10)
  })

  test('the timetable never sets a time that it would not believe a moment later', () => {
    const kept = (record: ScheduleRecord | null, at: ScheduleContext) => {
      if (!record) return
      expect(plausible(record, at)).toBe(record)
      expect(scheduleStatus(record, at).nextSyncAt).toBe(record.nextAt)
    }
    always('steady', (given) =>
      new Life(given.seed).live(
        given,
        ({ decision, context: at }) => kept(decision.record, at),
        ({ after, context: at }) => kept(after, at),
      ),
    )
  })

  test('what a status says after a failure is when the next sync begins', () => {
    let checked = 0
    always('steady', (given) =>
      new Life(given.seed).live(
        given,
        () => undefined,
        ({ came, counted, after, context: at }) => {
          if (!counted || (came !== 'broken' && came !== 'unreachable' && came !== 'slowDown')) return
          const then = { ...at, now: scheduleStatus(after, at).nextSyncAt! }
          const held = onTrigger(after, 'interval', 'x', then)
          if (!held.sync && (held.reason === 'data_saver' || held.reason === 'rate_budget')) return
          expect(held.sync).toBe(true)
          checked += 1
        },
      ),
    )
    expect(checked).toBeGreaterThan(200)
  })

  test('content stays no older than the interval while the service answers', () => {
    always('withJumps', (given) => {
      const life = new Life(given.seed)
      const nothing = () => undefined
      const network = { type: 'conditions', conditions: plain } as const
      life.live({ ...given, happenings: [...given.happenings, network] }, nothing, nothing)
      if (dueIn(life.record, life.context) === null) return
      let workedAt = life.now
      for (let syncs = 0; syncs < 4;) {
        life.now += dueIn(life.record, life.context)!
        if (!life.wake('interval').decision.sync) continue
        life.end('worked')
        // At first a wait from before may have to pass: of the service, and of the rate budget after it.
        expect(life.now - workedAt).toBeLessThanOrEqual(syncs === 0 ? 3 * hourMs : 66 * minuteMs)
        workedAt = life.now
        syncs += 1
      }
    })
  })

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
  const { now } = context()
  const claimed = (failures: number) =>
    onTrigger(waitedFor({ failures, nextAt: now }), 'interval', 'x', context()).record
  const after = (given: typeof worked, failures: number) =>
    afterSync(claimed(failures), 'x', resultOf(given), context({ random })).nextAt!

  const inBackground = (given: typeof worked, failures: number) =>
    afterSync(
      onTrigger(schedule({ failures, nextAt: now }), 'interval', 'x', context()).record,
      'x',
      resultOf(given),
      context({ random }),
    ).nextAt!

  test.each<[string, () => number, number]>([
    ['after a sync that worked, over twelve minutes', () => after(worked, 0), 12 * minuteMs],
    ['after a first failure, over fifteen seconds', () => after(broken, 0), 15 * secondMs],
    ['after a first failure of the network', () => after(unreachable, 0), 15 * secondMs],
    ['after the fifth failure, over four minutes', () => after(broken, 4), 4 * minuteMs],
    [
      'once the network is back, over ten seconds',
      () => onTrigger(waitedFor({ failures: 3 }), 'online', 'x', context({ random })).record.nextAt!,
      10 * secondMs,
    ],
    [
      'after a first failure that no reader waits for, over ten minutes',
      () => inBackground(broken, 0),
      10 * minuteMs,
    ],
    ['the same of the network', () => inBackground(unreachable, 0), 10 * minuteMs],
    ['after the second one, over forty minutes', () => inBackground(broken, 1), 40 * minuteMs],
    ['after a second refusal that no reader waits for', () => inBackground(forbidden, 1), 40 * minuteMs],
    [
      'after a date that the service told all devices, over an hour',
      () => inBackground(slowDown(now + 30 * minuteMs), 4),
      60 * minuteMs,
    ],
    [
      'once the network is back, over thirty seconds where no reader waits',
      () => onTrigger(schedule({ failures: 3 }), 'online', 'x', context({ random })).record.nextAt!,
      30 * secondMs,
    ],
  ])('%s', (_name, nextAt, overMs) => {
    const times = Array.from({ length: devices }, nextAt)
    expect((Math.max(...times) - Math.min(...times)) / overMs).toBeGreaterThan(0.99)
    expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(overMs)
    expect(greatestShare(nextAt, 10)).toBeLessThan(0.12)
  })

  const lived = seeded(11).next
  test.each<[string, () => number | null]>([
    ['go back to the turns that they had', () => now - (1 + lived()) * hourMs],
    ['take any turn of the interval where content was never here', () => null],
  ])('devices that failed together, and work again in one second, %s', (_, lastWorked) => {
    const turn = () => {
      const record = schedule({ failures: 2, nextAt: now, workedAt: lastWorked() })
      const again = onTrigger(record, 'interval', 'x', context()).record
      return afterSync(again, 'x', resultOf(worked), context({ random })).nextAt!
    }
    const times = Array.from({ length: devices }, turn)
    expect(Math.min(...times)).toBeGreaterThanOrEqual(now + bounds.restMs)
    expect(Math.max(...times)).toBeLessThanOrEqual(now + 66 * minuteMs)
    expect(greatestShare(turn, 12)).toBeLessThan(0.13)
  })
})
