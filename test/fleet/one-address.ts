import { hourMs, minuteMs, runFleet, secondMs } from './fleet.ts'
import { fleetRelay } from './relay.ts'

/** Readers of a school or a mosque, who share one address, and the relay's limit of a client. */

export interface OneAddress {
  readonly readers: number
  /** Within how long all of them open the application for the first time. */
  readonly withinMs: number
  /** Requests a minute. */
  readonly perClient: number
}

export interface Served {
  /** Tokens that were asked for within an hour, and of them refused. */
  readonly asked: number
  readonly refused: number
  /** The most that were asked for in one second, after the minute in which all opened it. */
  readonly busiest: number
  /** Milliseconds from opening the application to the first content. */
  readonly p50: number
  readonly last: number
}

export async function firstVisitsOf({ readers, withinMs, perClient }: OneAddress): Promise<Served> {
  const relay = fleetRelay({ limits: { perClient }, address: () => '192.0.2.1' })
  const from = 10 * minuteMs
  const hourOn = from + hourMs
  const { tokens, waits } = await runFleet({
    devices: readers,
    subscriptions: 1,
    untilMs: from + 3 * hourMs,
    empty: { share: 1, from, to: from + withinMs },
    service: () => ({ ms: 200 }),
    relay,
  })
  const waited = (waits.get('first') ?? []).toSorted((one, other) => one - other)
  if (waited.length < readers) throw new Error(`${readers - waited.length} have no token after three hours`)
  return {
    asked: tokens.subarray(0, hourOn / secondMs).reduce((total, count) => total + count, 0),
    refused: relay.limited.filter((at) => at < hourOn).length,
    busiest: Math.max(...tokens.subarray((from + minuteMs) / secondMs)),
    p50: waited[waited.length >> 1]!,
    last: waited.at(-1)!,
  }
}
