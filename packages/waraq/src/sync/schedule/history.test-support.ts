import { resultOf } from './sync-result.ts'
import type { Conditions } from '../../platform/conditions.ts'
import type { ScheduleRecord } from '../../store/schedule-record.ts'
import { scheduleSettings, type ScheduleContext } from './settings.ts'
import {
  broken,
  cutOff,
  fc,
  forbidden,
  hourMs,
  minuteMs,
  noon,
  offline,
  plain,
  report,
  saving,
  secondMs,
  seeded,
  slowDown,
  unreachable,
  worked,
} from './support.test-support.ts'
import { afterCancel, afterSync } from './after-sync.ts'
import { onTrigger, type Decision, type SyncTrigger } from './timetable.ts'
import type { SyncReport } from '../run/report.ts'

/** Histories of a timetable: what happens to it in some order, and what must hold in each of them. */

const reports = { worked, broken, unreachable, forbidden, cutOff, nothing: report() } as const
type Came = keyof typeof reports | 'slowDown' | 'cancelled'

export type Happening =
  | { readonly type: 'time'; readonly ms: number }
  /** Until the alarm rings; then it does. */
  | { readonly type: 'alarm' }
  | { readonly type: 'trigger'; readonly trigger: SyncTrigger }
  /** The sync that was begun last comes to something. */
  | { readonly type: 'end'; readonly came: Came }
  | { readonly type: 'conditions'; readonly conditions: Conditions }
  | { readonly type: 'jump'; readonly ms: number }

const time = (mostMs: number) => fc.record({ type: fc.constant('time' as const), ms: fc.nat(mostMs) })
const trigger = (...triggers: SyncTrigger[]) =>
  fc.record({ type: fc.constant('trigger' as const), trigger: fc.constantFrom(...triggers) })
const end = (...came: Came[]) =>
  fc.record({ type: fc.constant('end' as const), came: fc.constantFrom(...came) })
const alarm = fc.constant({ type: 'alarm' as const })

const anything = (jumps: boolean): fc.Arbitrary<Happening> =>
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc.oneof(time(10 * secondMs), time(10 * minuteMs), time(8 * 24 * hourMs)),
    },
    { weight: 4, arbitrary: alarm },
    {
      weight: 4,
      arbitrary: trigger(
        'start',
        'session',
        'visible',
        'online',
        'online_visible',
        'interval',
        'background',
        'asked',
        'subscribed',
      ),
    },
    {
      weight: 8,
      arbitrary: end(
        'worked',
        'broken',
        'unreachable',
        'forbidden',
        'cutOff',
        'nothing',
        'slowDown',
        'cancelled',
      ),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('conditions' as const),
        conditions: fc.constantFrom(plain, saving, offline),
      }),
    },
    ...(jumps
      ? [
          {
            weight: 1,
            arbitrary: fc.record({
              type: fc.constant('jump' as const),
              ms: fc.integer({ min: -365 * 24 * hourMs, max: 365 * 24 * hourMs }),
            }),
          },
        ]
      : []),
  )

/** A person who asks again and again, and a service that always answers. */
const restlessness: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 1, arbitrary: time(30 * secondMs) },
  { weight: 3, arbitrary: trigger('visible', 'subscribed', 'subscribed', 'asked') },
  { weight: 4, arbitrary: end('worked', 'cutOff', 'nothing', 'cancelled') },
)

export interface History {
  readonly seed: number
  readonly happenings: readonly Happening[]
}

function historyOf(happening: fc.Arbitrary<Happening>, minLength = 20): fc.Arbitrary<History> {
  const happenings = fc.array(happening, { minLength, maxLength: 10 * minLength, size: 'max' })
  return fc.record({ seed: fc.nat(), happenings })
}

export const histories = {
  steady: historyOf(anything(false)),
  withJumps: historyOf(anything(true)),
  restless: historyOf(restlessness, 40),
} as const

/** A decision, with what was known just before. */
export interface Decided {
  readonly trigger: SyncTrigger
  readonly before: ScheduleRecord | null
  readonly decision: Decision
  readonly context: ScheduleContext
}

export interface Ended {
  readonly came: Came
  readonly after: ScheduleRecord | null
  readonly context: ScheduleContext
  readonly startedAt: number | undefined
  /** It was the latest begun, so that it counts. */
  readonly counted: boolean
}

/** Lives a history, and shows each decision and each result to the test. */
export class Life {
  record: ScheduleRecord | null = null
  now = noon
  readonly #random: () => number
  #conditions = plain
  #claims = 0
  #open: string[] = []

  constructor(seed: number) {
    this.#random = seeded(seed).next
  }

  get context(): ScheduleContext {
    return { now: this.now, conditions: this.#conditions, settings: scheduleSettings(), random: this.#random }
  }

  live(
    { happenings }: History,
    onDecided: (decided: Decided) => void,
    onEnded: (ended: Ended) => void,
  ): void {
    for (const happening of happenings) {
      switch (happening.type) {
        case 'time':
          this.now += happening.ms
          break
        case 'jump':
          this.now += happening.ms
          break
        case 'conditions':
          this.#conditions = happening.conditions
          break
        case 'trigger':
          onDecided(this.wake(happening.trigger))
          break
        case 'alarm':
          if (this.record?.nextAt == null) break
          this.now = Math.max(this.now, this.record.nextAt)
          onDecided(this.wake('interval'))
          break
        case 'end': {
          const ended = this.end(happening.came)
          if (ended) onEnded(ended)
        }
      }
    }
  }

  wake(trigger: SyncTrigger): Decided {
    const { record: before, context } = this
    const claim = `engine:${++this.#claims}`
    const decision = onTrigger(before, trigger, claim, context)
    this.record = decision.record
    if (decision.sync) this.#open.push(claim)
    return { trigger, before, decision, context }
  }

  end(came: Came): Ended | null {
    const claim = this.#open.pop()
    if (claim === undefined) return null
    const { context } = this
    const inProgress = this.record?.inProgress
    const counted = inProgress?.id === claim
    this.record =
      came === 'cancelled'
        ? afterCancel(this.record, claim, context)
        : afterSync(this.record, claim, resultOf(this.#reportOf(came)), context)
    return { came, after: this.record, context, startedAt: inProgress?.startedAt, counted }
  }

  #reportOf(came: Exclude<Came, 'cancelled'>): SyncReport {
    if (came !== 'slowDown') return reports[came]
    return slowDown(this.now + Math.floor(this.#random() * 2 * hourMs))
  }
}
