import type { RelayClock } from '../clock.ts'
import type { Route } from '../events/log.ts'
import type { ResilientStore } from '../store/resilient-store.ts'
import type { HostContext, Limits } from './options.ts'

/** Which limit was reached. */
export type LimitKind = 'all' | 'origin' | 'client'

export interface LimitReached {
  readonly kind: LimitKind
  readonly retryAfterSeconds: number
}

const usual = { perClient: 120, perOrigin: 6_000, all: 12_000 }
const windowMs = 60_000
/** How many callers are counted separately within a minute. All others share one count, so that memory is bounded. */
const mostCounted = 10_000

/**
 * One network of IPv6 is one client, because its owner has 2^64 addresses of it; an IPv4 address written as IPv6 is that
 * IPv4 address.
 */
export function clientKey(address: string): string {
  const plain = address
    .replace(/^\[|\]$/g, '')
    .replace(/%.*$/, '')
    .toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)
  if (mapped) return mapped[1]!
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const left = head.split(':').filter((part) => part !== '')
  const right = tail?.split(':').filter((part) => part !== '') ?? []
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  const network = [...left, ...zeros, ...right].slice(0, 4).map((part) => part.replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}

/** Milliseconds between two exchanges of counts with other processes. */
const shareGapMs = 250

/** A count of this minute: here, here since it was last shared, and in all other processes when it was. */
interface Count {
  here: number
  unshared: number
  elsewhere: number
}

/**
 * Counts requests by minute. No caller waits for the store: processes exchange their counts a few times a second, so a fleet
 * may exceed a limit only by the requests that come in between. Each route counts by itself.
 */
export function limiter(
  route: Route,
  limits: Limits | false | undefined,
  clock: RelayClock,
  store: ResilientStore | undefined,
) {
  const { perClient = usual.perClient, perOrigin = usual.perOrigin, all = usual.all } = limits || {}
  let minute = -1
  let sharedAt = -Infinity
  let counts = new Map<string, Count>()

  /** The count with this request. */
  function count(key: string): number {
    const own = counts.has(key) || counts.size < mostCounted ? key : 'others'
    const entry = counts.get(own) ?? { here: 0, unshared: 0, elsewhere: 0 }
    counts.set(own, entry)
    entry.here += 1
    entry.unshared += 1
    return entry.here + entry.elsewhere
  }

  async function share(shared: ResilientStore): Promise<void> {
    const entries = [...counts].filter(([, { unshared }]) => unshared > 0)
    const amounts = new Map(
      entries.map(([key, { unshared }]) => [`limit:${route}:${key}:${minute}`, unshared]),
    )
    for (const [, entry] of entries) entry.unshared = 0
    const sums = await shared.add(amounts, 2 * windowMs)
    entries.forEach(([, entry], index) => {
      const sum = sums?.[index]
      if (sum !== undefined) entry.elsewhere = Math.max(0, sum - (entry.here - entry.unshared))
    })
  }

  return (origin: string | null, { address, waitUntil }: HostContext): LimitReached | undefined => {
    if (limits === false) return undefined
    const now = clock.now()
    const current = Math.floor(now / windowMs)
    if (current !== minute) counts = new Map()
    minute = current
    const counted: [LimitKind, string, number][] = [
      ['client', `client:${clientKey(address ?? '')}`, address === undefined ? Infinity : perClient],
      ['origin', `origin:${origin ?? 'same'}`, perOrigin],
      ['all', 'all', all],
    ]
    // In this order, so that a client beyond its own limit does not use up the limit for all.
    const over = counted.find(([, key, most]) => most !== Infinity && count(key) > most)
    if (store && clock.monotonic() - sharedAt >= shareGapMs) {
      sharedAt = clock.monotonic()
      const shared = share(store)
      waitUntil?.(shared)
    }
    const retryAfterSeconds = Math.max(1, Math.ceil(((current + 1) * windowMs - now) / 1000))
    return over && { kind: over[0], retryAfterSeconds }
  }
}
