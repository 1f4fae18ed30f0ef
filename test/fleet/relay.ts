import { usableUntil } from '../../packages/waraq/src/client/token-cache.ts'
import { sha256Hex } from '@waraq/protocol'
import { seeded } from '@waraq/test-support/random'
import { limiter } from '../../packages/relay/src/access/limits.ts'
import type { HostContext, Limits } from '../../packages/relay/src/access/options.ts'
import type { RelayClock } from '../../packages/relay/src/clock.ts'
import type { Issue } from '../../packages/relay/src/issuer/issued-answer.ts'
import type { Issuer } from '../../packages/relay/src/issuer/issuer.ts'
import { createTokenCache } from '../../packages/relay/src/issuer/token-cache.ts'
import { memoryStore } from '../../packages/relay/src/store/memory-store.ts'
import { resilientStore } from '../../packages/relay/src/store/resilient-store.ts'
import type { Answered } from './fleet.ts'

/**
 * The relay of a fleet, in the fleet's time: the relay's own limits and its own token cache, in one process, or in several
 * behind a balancer that share a store. What is not the relay's is the issuer, who answers as it is told.
 */

export interface RelayOptions {
  /** Default 1. */
  readonly processes?: number
  /** What the issuer answers at a time. Default: a token of an hour. */
  readonly issuer?: (at: number) => Issue['kind']
  readonly limits?: Limits
  /** The address of a device. Default: one for each. */
  readonly address?: (device: number) => string
  /** How many devices of the fleet that the limits are for each of these stands for. Default 1. */
  readonly standsFor?: number
}

/** A token that a device has: when it was issued, and until when the device uses it. */
export interface Held {
  readonly issuedAt: number
  readonly usableUntil: number
}

export interface FleetRelay {
  /** Asks as a device does; `refused` is the token that the service refused. */
  ask(at: number, device: number, refused?: Held): Promise<Held | Answered>
  /** When the issuer was asked, in milliseconds. */
  readonly issuerAsked: readonly number[]
  /** When a device was refused for a limit. */
  readonly limited: readonly number[]
}

const lifeSeconds = 3_600
const answerMs = 50
const origin = 'https://reader.example'

/** The usual limits, as `packages/relay/GUIDE.md` has them. */
const usual = { perClient: 120, perOrigin: 60_000, all: 120_000 }

export const ownAddress = (device: number) => `10.${device >>> 16}.${(device >>> 8) & 255}.${device & 255}`

export function fleetRelay(options: RelayOptions = {}): FleetRelay {
  const { processes = 1, issuer = () => 'token', address = ownAddress, standsFor = 1 } = options
  let now = 0
  const clock: RelayClock = {
    now: () => now,
    monotonic: () => now,
    // Each question is answered before the next is asked, so no process waits for another.
    sleep: (_, signal) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  }
  const issuerAsked: number[] = []
  const limited: number[] = []
  const asked: Issuer = {
    clientId: 'client-1',
    key: 'issuer',
    fingerprint: async () => 'credentials',
    ask: async () => {
      issuerAsked.push(now)
      const kind = issuer(now)
      return kind === 'token'
        ? { kind, token: String(now), lifeSeconds, lifeIsGuess: false }
        : { kind, reason: 'answer' }
    },
  }
  const log = () => undefined
  const store = processes === 1 ? undefined : resilientStore(memoryStore(clock), clock, log)
  const share = (limit: number) => limit / standsFor
  const { perClient, perOrigin, all } = { ...usual, ...options.limits }
  const limits = { perClient: share(perClient!), perOrigin: share(perOrigin!), all: share(all!) }
  const random = seeded(11)
  const fleet = Array.from({ length: processes }, () => ({
    reached: limiter('token', limits, clock, store, (numbers) =>
      numbers.forEach((_, index) => (numbers[index] = random.int(2 ** 32))),
    ),
    tokenCache: createTokenCache({ issuer: asked, clock, log, store }),
  }))
  const hashes = new Map<number, Promise<string>>()
  const hashOf = (issuedAt: number) => {
    const known = hashes.get(issuedAt) ?? sha256Hex(String(issuedAt))
    hashes.set(issuedAt, known)
    return known
  }
  let turn = 0

  return {
    issuerAsked,
    limited,
    ask: async (at, device, refused) => {
      now = Math.max(now, at)
      const { reached, tokenCache } = fleet[(turn += 1) % processes]!
      const after: Promise<unknown>[] = []
      const host: HostContext = { address: address(device), waitUntil: (work) => void after.push(work) }
      const limit = reached(origin, host)
      const taken = limit ?? (await tokenCache.take(refused && (await hashOf(refused.issuedAt)), host))
      if (after.length > 0) await Promise.all(after)
      if (limit) limited.push(at)
      if ('token' in taken)
        return { issuedAt: Number(taken.token), usableUntil: usableUntil(at, taken.expiresInSeconds) }
      const waitMs = taken.retryAfterSeconds * 1_000
      return { code: 'token_unavailable', waitMs, ms: answerMs, elsewhere: true }
    },
  }
}
