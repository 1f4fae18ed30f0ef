import type { RelayClock } from './clock.ts'
import { nextPause, type Pause } from './breaker.ts'
import { equalInConstantTime, sha256Hex } from './credentials.ts'
import type { Issuer } from './issuer.ts'
import type { RelayLog } from './log.ts'
import type { TokenCache } from './token-cache.ts'

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

/**
 * Keeps one token for everybody. One request to the issuer at a time, none while it is paused after a failure; a token
 * still valid is handed out whatever happens to the issuer. Renewal is granted only to a caller who can name the token
 * (by its hash), and rarely: nobody can make the relay hammer the issuer.
 */
export function createTokenKeeper(options: KeeperOptions): TokenKeeper {
  const { issuer, clock, log, cache, cacheKey } = options
  let held: Held | undefined
  let flight: Promise<void> | undefined
  let pause: Pause | undefined
  let pausedUntil = -Infinity
  let renewedAt = -Infinity

  async function hold(token: string, lifeMs: number): Promise<void> {
    const receivedAt = clock.monotonic()
    const hash = await sha256Hex(token)
    const expiresAt = receivedAt + lifeMs
    held = { token, hash, expiresAt, reuseUntil: expiresAt - Math.min(marginMs, lifeMs / 2) }
  }

  async function loadShared(refused: string | undefined): Promise<boolean> {
    try {
      const shared = await cache?.get(cacheKey)
      const lifeMs = shared ? shared.expiresAt - clock.now() : 0
      if (!shared || shared.token === refused || !(lifeMs > marginMs)) return false
      await hold(shared.token, lifeMs)
      return true
    } catch {
      log({ event: 'cache_failed' })
      return false
    }
  }

  async function storeShared(token: string, lifeMs: number): Promise<void> {
    try {
      await cache?.set(cacheKey, { token, expiresAt: clock.now() + lifeMs })
    } catch {
      log({ event: 'cache_failed' })
    }
  }

  async function obtain(): Promise<void> {
    if (await loadShared(held?.token)) return
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
    await storeShared(token, lifeSeconds * 1000)
    log({ event: 'issued', lifeSeconds, lifeIsGuess })
  }

  /** Whether the caller's report of a refused token counts. */
  function grantsRenewal(renew: string | undefined): boolean {
    if (renew === undefined || !held || !equalInConstantTime(renew, held.hash)) return false
    if (clock.monotonic() - renewedAt < leastRenewalGapMs) return false
    renewedAt = clock.monotonic()
    return true
  }

  function handOut(): Taken {
    const now = clock.monotonic()
    if (held && now < held.expiresAt) {
      if (now >= held.reuseUntil) log({ event: 'served_older' })
      return { token: held.token, expiresInSeconds: Math.max(1, Math.floor((held.expiresAt - now) / 1000)) }
    }
    const retryAfterSeconds = Math.max(1, Math.ceil((pausedUntil - now) / 1000))
    log({ event: 'unavailable', retryAfterSeconds })
    return { retryAfterSeconds }
  }

  return {
    async take(renew) {
      const now = clock.monotonic()
      const reusable = held !== undefined && now < held.reuseUntil
      if (!reusable || grantsRenewal(renew)) {
        if (now >= pausedUntil) {
          flight ??= obtain().finally(() => {
            flight = undefined
          })
        }
        await flight
      }
      return handOut()
    },
  }
}
