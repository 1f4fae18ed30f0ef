import type { RelayClock } from './clock.ts'
import { nextPause, type Pause } from './breaker.ts'
import { equalInConstantTime, sha256Hex } from './credentials.ts'
import { within } from './deadline.ts'
import type { Issuer } from './issuer.ts'
import type { RelayLog } from './log.ts'
import { readCached, type TokenCache } from './token-cache.ts'

/** What a caller gets: a token and the seconds for which it is still good, or when to come back. */
export type Taken = { token: string; expiresInSeconds: number } | { retryAfterSeconds: number }

export interface TokenKeeper {
  /** `renew`: hash of a token that the service refused, if the caller reports one. */
  take(renew: string | undefined): Promise<Taken>
}

export interface KeeperOptions {
  issuer: Issuer
  clock: RelayClock
  log: RelayLog
  cache: TokenCache | undefined
  /** Names issuer, client and scope in the cache. */
  cacheKey: string
}

/** A token in memory; times are monotonic, since the wall clock may jump. */
interface Held {
  token: string
  hash: string
  /** From here on a newer one is asked for. */
  reuseUntil: number
  expiresAt: number
}

const marginMs = 30_000
const leastRenewalGapMs = 30_000
/** However short a token lives, the issuer is asked no more often. */
const leastAskGapMs = 1_000
/** While the issuer may not be asked, a peer's token is looked for no more often. */
const leastLookGapMs = 1_000
const cacheWithinMs = 500
/** Longer than the issuer and the cache may take together: such a flight was ended by its platform, with the request it was of. */
const longestFlightMs = 15_000

/**
 * Keeps one token for everybody. One request to the issuer at a time, none while it is paused after a failure; a token
 * still valid is handed out at once, whatever happens to issuer and cache. Renewal is granted only to a caller who can name
 * the token (by its hash), and rarely: nobody can make the relay hammer the issuer.
 */
export function createTokenKeeper(options: KeeperOptions): TokenKeeper {
  const { issuer, clock, log, cache, cacheKey } = options
  let held: Held | undefined
  let flight: { readonly ended: Promise<void>; readonly beganAt: number } | undefined
  let pause: Pause | undefined
  let pausedUntil = -Infinity
  let renewedAt = -Infinity
  let askedAt = -Infinity
  let lookedAt = -Infinity

  async function hold(token: string, lifeMs: number): Promise<void> {
    const receivedAt = clock.monotonic()
    const hash = await sha256Hex(token)
    const expiresAt = receivedAt + lifeMs
    held = { token, hash, expiresAt, reuseUntil: expiresAt - Math.min(marginMs, lifeMs / 2) }
  }

  async function loadShared(): Promise<boolean> {
    if (!cache) return false
    lookedAt = clock.monotonic()
    try {
      const value: unknown = await within(clock, cacheWithinMs, () => cache.get(cacheKey))
      const shared = readCached(value, clock.now())
      if (!shared || shared.token === held?.token || shared.lifeMs <= marginMs) return false
      await hold(shared.token, shared.lifeMs)
      return true
    } catch {
      log({ event: 'cache_failed' })
      return false
    }
  }

  async function storeShared(token: string, lifeMs: number): Promise<void> {
    if (!cache) return
    try {
      const expiresAt = clock.now() + lifeMs
      await within(clock, cacheWithinMs, () => cache.set(cacheKey, { token, expiresAt }))
    } catch {
      log({ event: 'cache_failed' })
    }
  }

  async function obtain(): Promise<void> {
    if (await loadShared()) return
    askedAt = clock.monotonic()
    const issue = await issuer()
    if (issue.kind !== 'token') {
      pause = nextPause(pause, issue)
      pausedUntil = clock.monotonic() + pause.ms
      log({ event: `issuer_${issue.kind}`, reason: issue.reason, pauseMs: pause.ms })
      return
    }
    pause = undefined
    pausedUntil = -Infinity
    const { token, lifeSeconds, lifeIsGuess } = issue
    await hold(token, lifeSeconds * 1000)
    log({ event: 'issued', lifeSeconds, lifeIsGuess })
    await storeShared(token, lifeSeconds * 1000)
  }

  /** Begins to get a newer token, unless that is under way or may not be done now. */
  function begin(renews: boolean): void {
    const now = clock.monotonic()
    if (flight && now - flight.beganAt < longestFlightMs) return
    const mayAsk = now >= pausedUntil && (renews || now - askedAt >= leastAskGapMs)
    if (!mayAsk && (!cache || now - lookedAt < leastLookGapMs)) return
    // Nothing in it is thrown but by the platform, and then the next caller begins again.
    const ended = (mayAsk ? obtain() : loadShared()).then(
      () => undefined,
      () => undefined,
    )
    const own = { ended, beganAt: now }
    flight = own
    void ended.then(() => {
      if (flight === own) flight = undefined
    })
  }

  /** Whether the report of a refused token is worth a request to the issuer. */
  function grantsRenewal(): boolean {
    if (clock.monotonic() - renewedAt < leastRenewalGapMs) return false
    renewedAt = clock.monotonic()
    return true
  }

  function handOut(): Taken {
    const now = clock.monotonic()
    if (held && now < held.expiresAt) {
      if (now >= held.reuseUntil && now < pausedUntil) log({ event: 'served_older' })
      return { token: held.token, expiresInSeconds: Math.max(1, Math.floor((held.expiresAt - now) / 1000)) }
    }
    const retryAfterSeconds = Math.max(1, Math.ceil((pausedUntil - now) / 1000))
    log({ event: 'unavailable', retryAfterSeconds })
    return { retryAfterSeconds }
  }

  return {
    async take(renew) {
      const now = clock.monotonic()
      const isRefused = renew !== undefined && held !== undefined && equalInConstantTime(renew, held.hash)
      const renews = isRefused && grantsRenewal()
      if (renews || !held || now >= held.reuseUntil) begin(renews)
      // Who has a token that is good waits for none: the newer one is for later callers.
      if (isRefused || !held || now >= held.expiresAt) await flight?.ended
      return handOut()
    },
  }
}
