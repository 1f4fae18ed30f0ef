import { seeded } from '@waraq/test-support/random'
import { hourMs, minuteMs, runFleet, secondMs, type Happening } from './fleet.ts'

/** What one reader waits for: milliseconds until a sync that begins after the happening has worked. */
export interface Wait {
  readonly what: string
  readonly p50: number
  readonly p99: number
}

const names: Readonly<Record<string, string>> = {
  first: 'a first visit',
  asked: 'a click on "sync now"',
  visible: 'a look at the page again, an hour or less after the last sync',
  session: 'a new visit',
  online: 'the return of the network after up to an hour',
}

/** Waits on a quiet day, of a thousand readers each. */
export async function waitsOf(): Promise<readonly Wait[]> {
  const devices = 5_000
  const { next } = seeded(5)
  const moments = Array.from({ length: devices }, () => 2 * hourMs + next() * hourMs)
  const lengths = Array.from({ length: devices }, () => next() * hourMs)
  const kinds = ['asked', 'visible', 'session', 'online'] as const
  const kindOf = (device: number) => kinds[device % 5]
  const isOffline = (device: number, at: number) =>
    kindOf(device) === 'online' && at < moments[device]! && at >= moments[device]! - lengths[device]!
  const happenings = moments.flatMap((at, device): Happening[] => {
    const wake = kindOf(device)
    return wake && device >= devices / 5 ? [{ at, device, wake }] : []
  })
  const { waits } = await runFleet({
    devices,
    subscriptions: 1,
    untilMs: 6 * hourMs,
    // The first fifth is of first visits.
    empty: { share: 0.2, from: 0, to: hourMs },
    service: (at, device) => (isOffline(device, at) ? { code: 'network', ms: secondMs } : { ms: 200 }),
    conditions: (device, at) => ({ online: !isOffline(device, at), saveData: false, metered: null }),
    happenings,
  })
  return Object.entries(names).map(([kind, what]) => {
    const sorted = (waits.get(kind) ?? []).toSorted((one, other) => one - other)
    const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? NaN
    return { what, p50: at(0.5), p99: at(0.99) }
  })
}

export const shown = (ms: number): string =>
  ms < minuteMs
    ? `${(ms / secondMs).toFixed(1)} s`
    : ms < 2 * hourMs
      ? `${(ms / minuteMs).toFixed(1)} min`
      : `${(ms / hourMs).toFixed(1)} h`
