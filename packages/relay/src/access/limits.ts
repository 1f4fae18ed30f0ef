import type { RelayClock } from '../clock.ts'
import type { PatientStore } from '../store/patient-store.ts'
import type { Limits } from './options.ts'

/** Which limit was reached. */
export type LimitKind = 'all' | 'origin' | 'client'

export interface LimitReached {
  readonly kind: LimitKind
  readonly retryAfterSeconds: number
}

const usual = { perClient: 120, perOrigin: 6_000, all: 12_000 }
const windowMs = 60_000
/** Of callers told apart within a minute; those beyond share one count, so that addresses without end need no memory. */
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

/** Counts requests by minute: in this process, and over all processes where they share a store. */
export function limiter(
  limits: Limits | false | undefined,
  clock: RelayClock,
  store: PatientStore | undefined,
) {
  let minute = -1
  const counts = new Map<string, number>()

  function countHere(key: string): number {
    const own = counts.has(key) || counts.size < mostCounted ? key : 'others'
    const count = (counts.get(own) ?? 0) + 1
    counts.set(own, count)
    return count
  }

  return async (origin: string | null, address: string | undefined): Promise<LimitReached | undefined> => {
    if (limits === false) return undefined
    const { perClient = usual.perClient, perOrigin = usual.perOrigin, all = usual.all } = limits ?? {}
    const now = clock.now()
    const current = Math.floor(now / windowMs)
    if (current !== minute) counts.clear()
    minute = current
    const counted: [LimitKind, string, number][] = [
      ['client', `client:${clientKey(address ?? '')}`, address === undefined ? Infinity : perClient],
      ['origin', `origin:${origin ?? 'same'}`, perOrigin],
      ['all', 'all', all],
    ]
    const retryAfterSeconds = Math.max(1, Math.ceil(((current + 1) * windowMs - now) / 1000))
    // A client beyond its own limit uses up nothing of what is there for all.
    for (const [kind, key, most] of counted) {
      if (most === Infinity) continue
      if (countHere(key) > most) return { kind, retryAfterSeconds }
      const shared = await store?.count(`limit:${key}:${current}`, 2 * windowMs)
      if (shared !== undefined && shared > most) return { kind, retryAfterSeconds }
    }
    return undefined
  }
}
