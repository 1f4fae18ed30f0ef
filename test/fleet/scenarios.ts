import { seeded } from '@waraq/test-support/random'
import {
  dayMs,
  hourMs,
  minuteMs,
  secondMs,
  type Answered,
  type FleetOptions,
  type Happening,
} from './fleet.ts'
import { ownAddress, type RelayOptions } from './relay.ts'

/** What a fleet of devices goes through. Before the trouble, which lasts `from` to `to`, it is at its usual interval. */
export interface Scenario extends Omit<
  FleetOptions,
  'devices' | 'subscriptions' | 'untilMs' | 'happenings' | 'relay'
> {
  readonly name: string
  readonly from: number
  readonly to: number
  /** The stretch that others are compared with. Default: the quiet one before `from`. */
  readonly quiet?: readonly [from: number, to: number]
  /** What happens to so many devices beside their own timetable. */
  readonly happenings?: (devices: number) => Iterable<Happening>
  readonly relay?: Pick<RelayOptions, 'issuer' | 'address'>
  /** Bounds other than the usual ones. */
  readonly most?: Partial<Bounds>
}

/** Figures as multiples of the quiet mean. */
export interface Bounds {
  readonly mean: number
  readonly peak: number
  /** In the hour after the trouble. */
  readonly recovery: number
  /** From four hours after the trouble on, for an hour. */
  readonly later: number
}

export const usualBounds: Bounds = { mean: 2.5, peak: 4, recovery: 3, later: 1.6 }

export const good: Answered = { ms: 200 }
export const from = hourMs

export type Kind = (at: number, to: number, random: () => number) => Answered

const kinds: Readonly<Record<string, Kind>> = {
  'no answer': () => ({ code: 'network', ms: secondMs }),
  '503': () => ({ code: 'service_failed', ms: 200 }),
  '429, `Retry-After: 600`': () => ({ code: 'rate_limited', waitMs: 600 * secondMs, ms: 200 }),
  '429, `Retry-After` the date of its end': (at, to) => ({ code: 'rate_limited', waitMs: to - at, ms: 200 }),
}

export function trouble(name: string, minutes: number, kind: Kind, more: Partial<Scenario> = {}): Scenario {
  const { from = hourMs } = more
  const to = from + minutes * minuteMs
  const service: Scenario['service'] = (at, _, random) =>
    at >= from && at < to ? kind(at, to, random) : good
  return { name, from, to, service, ...more }
}

const outages = [1, 30, 300].flatMap((minutes) =>
  Object.entries(kinds).map(([kind, answer]) => trouble(`${kind}, ${minutes} min`, minutes, answer)),
)

/** Each device once, at a random time of the stretch. */
export function* each(
  devices: Iterable<number>,
  wake: Happening['wake'],
  start: number,
  lengthMs: number,
): Generator<Happening> {
  const { next } = seeded(7)
  for (const device of devices) yield { at: start + next() * lengthMs, device, wake }
}

export function* upTo(devices: number): Generator<number> {
  for (let device = 0; device < devices; device++) yield device
}

/** For each of these, what a device is told to wait; null for nothing. */
export const waitsNamed: readonly (number | null)[] = [null, 60, 600, 1800, 3600]

/** Readers come and go: at noon thirty times as often as at night, each for some minutes. */
export function* comingAndGoing(devices: number, days = 2): Generator<Happening> {
  const { next } = seeded(9)
  for (let device = 0; device < devices; device++) {
    yield { at: 0, device, wake: 'close' }
    for (let at = next() * dayMs; at < days * dayMs; at += -Math.log(1 - next()) * 6 * hourMs) {
      const hour = (at % dayMs) / hourMs
      const busy = 1 / 30 + (29 / 30) * Math.max(0, Math.sin((Math.PI * (hour - 4)) / 18))
      if (next() > busy) continue
      yield { at, device, wake: 'session' }
      yield { at: at + (1 + next() * 30) * minuteMs, device, wake: 'close' }
    }
  }
}

const outage = kinds['503']!

export const scenarios: readonly Scenario[] = [
  trouble('quiet', 30, () => good),
  ...outages,
  trouble('half of the answers are 503, 30 min', 30, (at, to, random) =>
    random() < 0.5 ? outage(at, to, random) : good,
  ),
  trouble('each answer takes longer than 30 s, 30 min', 30, () => ({ code: 'timeout', ms: 30 * secondMs })),
  trouble('503 for 30 min, a tenth of the devices empty', 30, outage, {
    empty: { share: 0.1, from, to: from + 30 * minuteMs },
    // A reader waits in front of each empty device, so it tries as quickly as ever.
    most: { mean: 30, peak: 40, recovery: 8 },
  }),
  trouble('503 for 30 min, one in twenty clocks wrong by up to two days', 30, outage, {
    clockError: (device) => (device % 20 === 0 ? wrongBy(device) * 2 * dayMs : 0),
  }),
  trouble('503 for 30 min, one in twenty clocks set by up to an hour in the middle of it', 30, outage, {
    clockError: (device, at) =>
      device % 20 === 0 && at > from + 15 * minuteMs ? wrongBy(device) * hourMs : 0,
  }),
  trouble('a release: each page starts within a second', 1, () => good, {
    happenings: (devices) => each(upTo(devices), 'release', from, secondMs),
  }),
  trouble('a release in the middle of 30 min of 503', 30, outage, {
    happenings: (devices) => each(upTo(devices), 'release', from + 15 * minuteMs, minuteMs),
  }),
  trouble(
    'one in a hundred devices behind a captive network for 30 min, which opens within a second',
    30,
    () => good,
    {
      service: (at, device) =>
        isCaptive(device, at) ? { code: 'not_json', ms: 200, elsewhere: true } : good,
      conditions: (device, at) => ({ online: !isCaptive(device, at), saveData: false, metered: null }),
      happenings: (devices) => each(everyHundredth(devices), 'online', from + 30 * minuteMs, secondMs),
      relay: { address: (device) => (device % 100 === 0 ? '192.0.2.1' : ownAddress(device)) },
    },
  ),
  trouble('readers who come and go, 503 for 30 min at noon', 30, outage, {
    from: 36 * hourMs,
    quiet: [12 * hourMs, 12 * hourMs + 30 * minuteMs],
    happenings: comingAndGoing,
    // Some come back to content older than a day, and wait for it.
    // Each of them looks at the page, and gets two more tries within seconds: at noon that is less than pages which are open all
    // day ask on a quiet one.
    most: { mean: 5, peak: 7, later: 2 },
  }),
]

/** From -1 to 1. */
function wrongBy(device: number): number {
  return ((device / 20) % 97) / 48 - 1
}

function isCaptive(device: number, at: number): boolean {
  return device % 100 === 0 && at >= from && at < from + 30 * minuteMs
}

function* everyHundredth(devices: number): Generator<number> {
  for (let device = 0; device < devices; device += 100) yield device
}
