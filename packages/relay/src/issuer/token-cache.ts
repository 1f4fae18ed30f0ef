import { sha256Hex } from '@waraq/protocol'
import type { RelayClock } from '../clock.ts'
import type { HostContext } from '../access/options.ts'
import type { RelayLog } from '../events/log.ts'
import type { ResilientStore } from '../store/resilient-store.ts'
import { nextPause, type Pause } from './breaker.ts'
import { equalInConstantTime } from './credentials.ts'
import type { Issuer } from './issuer.ts'
import { sharedToken } from './shared-token.ts'

/** The result for a caller: a token and the seconds for which it is still valid, or the seconds until it should come back. */
export type Taken = { token: string; expiresInSeconds: number } | { retryAfterSeconds: number }

export interface TokenCache {
  /** `renew`: SHA-256 of a token that the service refused, if the caller reports one. */
  take(renew?: string, host?: HostContext): Promise<Taken>
}

export interface TokenCacheOptions {
  readonly issuer: Issuer
  readonly clock: RelayClock
  readonly log: RelayLog
  readonly store: ResilientStore | undefined
  /** Maximum number of renewals per day because of callers' reports. Default 200. */
  readonly renewalsPerDay?: number | undefined
}

/** A token in memory; times are monotonic, since the wall clock may jump. */
interface CachedToken {
  token: string
  hash: string
  /** From this time on the relay requests a newer token. */
  reuseUntil: number
  expiresAt: number
}

const marginMs = 30_000
const leastRenewalGapMs = 30_000
/** Minimum time between two requests to the issuer, even for tokens with a shorter lifetime. */
const leastAskGapMs = 1_000
/** Minimum time between two checks for a peer's token while no request to the issuer is allowed. */
const leastProbeGapMs = 1_000
/** How long a peer that sends a request to the issuer holds the lock: as long as a response may take. */
const lockMs = 10_000
const pollMs = 100
/**
 * Longer than issuer and store may take together. If a request in flight is older, the platform has ended it together with the
 * request that started it.
 */
const longestFlightMs = 15_000

/**
 * Keeps one token for all callers. The processes that share a store send one request at a time to the issuer, and none in the
 * pause after a failure. A token that is still valid is returned immediately, even while issuer and store fail. A renewal needs
 * the hash of the refused token, and renewals are rare, so callers cannot make the relay flood the issuer.
 */
export function createTokenCache(options: TokenCacheOptions): TokenCache {
  const { issuer, clock, log, store, renewalsPerDay = 200 } = options
  const shared = store && sharedToken(store, issuer.key, () => clock.now())
  const owner = crypto.randomUUID()
  let cached: CachedToken | undefined
  let flight: { readonly ended: Promise<void>; readonly beganAt: number } | undefined
  let pause: (Pause & { readonly of: string }) | undefined
  let pausedUntil = -Infinity
  let renewedAt = -Infinity
  let askedAt = -Infinity
  let probedAt = -Infinity
  let renewals = { day: -1, count: 0 }

  async function hold(token: string, lifeMs: number): Promise<void> {
    const receivedAt = clock.monotonic()
    const hash = await sha256Hex(token)
    const expiresAt = receivedAt + lifeMs
    cached = { token, hash, expiresAt, reuseUntil: expiresAt - Math.min(marginMs, lifeMs / 2) }
    pause = undefined
    pausedUntil = -Infinity
  }

  /**
   * Takes over the token and the pause that peers have stored. True if the token is a different one, and valid for longer than
   * `marginMs`.
   */
  async function loadShared(): Promise<boolean> {
    if (!shared) return false
    const { token, pause: theirs } = await shared.read()
    if (token && token.token !== cached?.token && token.lifeMs > marginMs) {
      await hold(token.token, token.lifeMs)
      log({ event: 'taken_over', lifeSeconds: Math.floor(token.lifeMs / 1000) })
      return true
    }
    const until = clock.monotonic() + (theirs?.leftMs ?? 0)
    if (theirs && until > pausedUntil) {
      pause = { kind: theirs.kind, ms: theirs.ms, of: theirs.of }
      pausedUntil = until
    }
    return false
  }

  async function isLeftAlone(): Promise<boolean> {
    if (clock.monotonic() >= pausedUntil) return false
    // A refusal counts only for the credentials that were refused.
    return pause?.kind !== 'refused' || pause.of === (await issuer.fingerprint())
  }

  const needsToAsk = async () => !(await loadShared()) && !(await isLeftAlone())

  /** Whether this process should send a request to the issuer, because no peer provides a token. */
  async function getsTurn(): Promise<boolean> {
    const began = clock.monotonic()
    for (;;) {
      if (!(await needsToAsk())) return false
      const claimed = await shared?.claim(owner, lockMs)
      // If the store does not respond, or the claim takes too long, this process continues on its own.
      if (claimed !== false || clock.monotonic() - began > lockMs) return true
      await clock.sleep(pollMs)
    }
  }

  async function ask(): Promise<void> {
    askedAt = clock.monotonic()
    const of = await issuer.fingerprint()
    const issue = await issuer.ask()
    if (issue.kind !== 'token') {
      pause = { ...nextPause(pause, issue), of }
      pausedUntil = clock.monotonic() + pause.ms
      log({ event: `issuer_${issue.kind}`, reason: issue.reason, pauseMs: pause.ms })
      await shared?.writePause(pause, of)
      return
    }
    const { token, lifeSeconds, lifeIsGuess } = issue
    await hold(token, lifeSeconds * 1000)
    log({ event: 'issued', lifeSeconds, lifeIsGuess })
    await shared?.writeToken(token, lifeSeconds * 1000)
  }

  /** Counts a renewal, and returns whether the limit of the day allows it. */
  async function spendsRenewal(): Promise<boolean> {
    // A peer is already renewing the token, and this process will find the newer one in the store.
    if ((await shared?.claimRenewal(owner, leastRenewalGapMs)) === false) return true
    const day = Math.floor(clock.now() / 86_400_000)
    renewals = { day, count: renewals.day === day ? renewals.count + 1 : 1 }
    const spent = Math.max(renewals.count, (await shared?.countRenewal()) ?? 0)
    if (spent <= renewalsPerDay) return true
    log({ event: 'renewals_spent' })
    return false
  }

  async function obtain(renews: boolean): Promise<void> {
    probedAt = clock.monotonic()
    if (renews && !(await spendsRenewal())) return
    if (!renews && probedAt - askedAt < leastAskGapMs) return void (await loadShared())
    if (!(await getsTurn())) return
    try {
      // A peer may have stored a token between the last check and the claim.
      if (await needsToAsk()) await ask()
    } finally {
      await shared?.release(owner)
    }
  }

  /** Starts a request for a newer token, unless one is in flight or not allowed now. */
  function begin(renews: boolean, host: HostContext | undefined): void {
    const now = clock.monotonic()
    if (flight && now - flight.beganAt < longestFlightMs) return
    const mayAsk = now >= pausedUntil && (renews || now - askedAt >= leastAskGapMs)
    if (!mayAsk && now - probedAt < leastProbeGapMs) return
    // Only the platform can make it reject, and then the next caller starts again.
    const ended = obtain(renews).then(
      () => undefined,
      () => undefined,
    )
    const own = { ended, beganAt: now }
    flight = own
    void ended.then(() => {
      if (flight === own) flight = undefined
    })
    host?.waitUntil?.(ended)
  }

  /** Whether the report of a refused token may lead to a request to the issuer. True only for the first of many reporters. */
  function mayRenew(): boolean {
    const now = clock.monotonic()
    if (now - renewedAt < leastRenewalGapMs) return false
    renewedAt = now
    return true
  }

  function handOut(): Taken {
    const now = clock.monotonic()
    if (cached && now < cached.expiresAt) {
      if (now >= cached.reuseUntil && now < pausedUntil) log({ event: 'served_older' })
      return {
        token: cached.token,
        expiresInSeconds: Math.max(1, Math.floor((cached.expiresAt - now) / 1000)),
      }
    }
    const retryAfterSeconds = Math.max(1, Math.ceil((pausedUntil - now) / 1000))
    log({ event: 'unavailable', retryAfterSeconds })
    return { retryAfterSeconds }
  }

  const isCached = () => cached !== undefined && clock.monotonic() < cached.expiresAt
  const isRefused = (renew: string | undefined) =>
    renew !== undefined && cached !== undefined && equalInConstantTime(renew, cached.hash)

  return {
    async take(renew, host) {
      if (!isCached()) {
        begin(false, host)
        await flight?.ended
      } else if (clock.monotonic() >= cached!.reuseUntil) begin(false, host)
      // The caller gets the valid token immediately: the newer one is for later callers.
      if (isRefused(renew)) {
        if (mayRenew()) begin(true, host)
        await flight?.ended
      }
      return handOut()
    },
  }
}
