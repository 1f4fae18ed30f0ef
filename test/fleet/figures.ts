import {
  runFleet,
  hourMs,
  minuteMs,
  secondMs,
  type Answered,
  type FleetCounts,
  type Happening,
  type Publication,
} from './fleet.ts'
import { fleetRelay } from './relay.ts'
import type { Scenario } from './scenarios.ts'

/** A fleet that the figures are of; fewer devices are scaled, and their peaks are of as many seconds more. */
export const million = 1_000_000

/** Requests a second of a million devices. */
export interface Figures {
  readonly quiet: number
  readonly mean: number
  readonly peak: number
  readonly first: number
  readonly recovery: number
  readonly later: number
  /** Tokens a second that they ask the relay for. */
  readonly tokens: {
    readonly quiet: number
    readonly mean: number
    readonly peak: number
    readonly first: number
    readonly recovery: number
  }
  /** From the trouble's begin to an hour after it: the relay's requests to the issuer, and the share of refusals for a limit. */
  readonly issuerAsked: number
  readonly limited: number
}

export interface FigureOptions {
  readonly devices: number
  readonly subscriptions: number
  /** Of the relay. Default 1. */
  readonly processes?: number
  /** How long the fleet goes on after the trouble; figures of later times are of no use then. Default 5. */
  readonly hoursAfter?: number
}

export async function figuresOf(
  scenario: Scenario,
  { devices, subscriptions, processes = 1, hoursAfter = 5 }: FigureOptions,
): Promise<Figures> {
  const {
    happenings,
    from,
    to,
    quiet = [10 * minuteMs, from],
    name: _name,
    most: _most,
    relay: relayOptions,
    ...service
  } = scenario
  const relay = fleetRelay({ ...relayOptions, processes, standsFor: million / devices })
  const counts = await runFleet({
    ...service,
    relay,
    ...(happenings ? { happenings: happenings(devices) } : {}),
    devices,
    subscriptions,
    untilMs: to + hoursAfter * hourMs,
  })
  const { requests, tokens } = counts
  /** The stretch that is as full as a second of a million devices. */
  const windowMs = (million / devices) * secondMs
  const hourAfter = to + hourMs
  return {
    quiet: rate(requests, quiet, devices),
    mean: rate(requests, [from, to], devices),
    peak: peak(requests, [from, to], windowMs),
    first: peak(requests, [to, to + windowMs], windowMs),
    recovery: peak(requests, [to, hourAfter], windowMs),
    later: peak(requests, [to + 4 * hourMs, to + 5 * hourMs], windowMs),
    tokens: {
      quiet: rate(tokens, quiet, devices),
      mean: rate(tokens, [from, to], devices),
      peak: peak(tokens, [from, to], windowMs),
      first: peak(tokens, [to, to + windowMs], windowMs),
      recovery: peak(tokens, [to, hourAfter], windowMs),
    },
    issuerAsked: timesIn(relay.issuerAsked, [from, hourAfter]),
    limited:
      timesIn(relay.limited, [from, hourAfter]) / sum(tokens.subarray(secondOf(from), secondOf(hourAfter))),
  }
}

/** Requests a second of a million devices that a failing service keeps telling to wait, after some hours. */
export async function rateUnder(seconds: number | null, devices: number): Promise<number> {
  const answer: Answered = {
    code: 'service_failed',
    ms: 200,
    ...(seconds === null ? {} : { waitMs: seconds * secondMs }),
  }
  const { requests } = await runFleet({
    devices,
    subscriptions: 1,
    untilMs: 8 * hourMs,
    service: () => answer,
  })
  return rate(requests, [4 * hourMs, 8 * hourMs], devices)
}

/** Requests and tokens of a million devices in so long a time, after as long a time to settle. */
export async function tokensOf(
  happenings: ((devices: number) => Iterable<Happening>) | null,
  lengthMs: number,
  devices: number,
): Promise<{ readonly requests: number; readonly tokens: number }> {
  const counts = await runFleet({
    devices,
    subscriptions: 1,
    untilMs: 2 * lengthMs,
    service: () => ({ ms: 200 }),
    ...(happenings ? { happenings: happenings(devices) } : {}),
  })
  const total = (each: Counts) => rate(each, [lengthMs, 2 * lengthMs], devices) * (lengthMs / secondMs)
  return { requests: total(counts.requests), tokens: total(counts.tokens) }
}

/** What a publication to a million devices makes of requests and bytes a second. */
export interface Spread {
  readonly quiet: { readonly requests: number; readonly bytes: number }
  readonly peak: { readonly requests: number; readonly bytes: number }
  /** Milliseconds until so many of them have it. */
  readonly half: number
  readonly nearlyAll: number
}

/** Published after two hours, or to readers who come and go at noon of the second day. */
export async function spreadOf(
  published: Omit<Publication, 'at'>,
  devices: number,
  happenings?: (devices: number) => Iterable<Happening>,
): Promise<Spread> {
  const at = happenings ? 36 * hourMs : 2 * hourMs
  const isSpread = published.storedBytes > 0
  const untilMs = at + (happenings ? 84 : isSpread ? 26 : 2) * hourMs
  const { requests, bytes, arrived } = await runFleet({
    devices,
    subscriptions: 1,
    untilMs,
    service: () => ({ ms: 200 }),
    published: { ...published, at },
    ...(happenings ? { happenings: happenings(devices) } : {}),
  })
  const windowMs = (million / devices) * secondMs
  const before = [at - hourMs, at] as const
  const after = [at, untilMs] as const
  const share = (part: number) => arrived[Math.floor(part * devices)] ?? Infinity
  return {
    quiet: { requests: rate(requests, before, devices), bytes: rate(bytes, before, devices) },
    peak: {
      requests: peak(requests, after, windowMs),
      bytes: peak(bytes, after, windowMs),
    },
    half: share(0.5),
    nearlyAll: share(0.99),
  }
}

type Counts = FleetCounts['requests'] | FleetCounts['bytes']
type Stretch = readonly [from: number, to: number]

const secondOf = (ms: number) => Math.floor(ms / secondMs)

function rate(counts: Counts, [from, to]: Stretch, devices: number): number {
  const seconds = counts.subarray(secondOf(from), secondOf(to))
  return (sum(seconds) / seconds.length) * (million / devices)
}

function peak(counts: Counts, [from, to]: Stretch, windowMs: number): number {
  let most = 0
  for (let start = from; start + windowMs <= to; start += windowMs)
    most = Math.max(most, sum(counts.subarray(secondOf(start), secondOf(start + windowMs))))
  return most
}

function timesIn(times: readonly number[], [from, to]: Stretch): number {
  return times.filter((at) => at >= from && at < to).length
}

function sum(counts: Counts): number {
  let total = 0
  for (const each of counts) total += each
  return total
}
