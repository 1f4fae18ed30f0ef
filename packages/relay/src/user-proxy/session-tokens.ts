import type { UserScope } from '@waraq/protocol/user'
import type { RelayClock } from '../clock.ts'
import type { RelayLog } from '../events/log.ts'
import type { AuthorizationServer, Grant, Tokens } from './authorization-server.ts'
import { freshTokensOf, StoreFailed, type Found, type Session, type Sessions } from './sessions.ts'

/** The token with which a request of a session is sent to the service, or why there is none. */
export type Right =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'signed_out' }
  /** The session belongs to another account than the one in the request. */
  | { readonly kind: 'other_account' }
  /** The user was not asked to allow this, or did not allow it. */
  | { readonly kind: 'not_granted' }
  /** The issuer returns no token at present. */
  | { readonly kind: 'later'; readonly retryAfterSeconds: number }

/** The feed's scope is documented. The scopes of other operations are inferred, so the service decides about them. */
const documentedScope: UserScope = 'sync'
/** How long no request for this session is sent to the issuer after a failure. */
const pauseMs = 10_000
/** How long a request waits for a renewal, its own or that of another request. The renewal continues after that. */
const maxWaitMs = 8_000
/** Milliseconds between two checks of a renewal by another request. */
const probeMs = 100
/** Milliseconds between two tries to store new tokens, and the number of tries. */
const storeAgainMs = 500
const mostStores = 3
/** Maximum number of sessions whose new tokens a process remembers while its store fails. */
const mostUnstored = 1_000

/** The fields of a session that come from its tokens. */
type FreshTokens = ReturnType<typeof freshTokensOf>

export type SessionTokens = ReturnType<typeof sessionTokens>

interface Parts {
  readonly sessions: Sessions
  readonly issuer: AuthorizationServer
  readonly clock: RelayClock
  readonly log: RelayLog
}

/** Returns the right of the session as it is; undefined if its token has to be renewed. */
function rightOf(session: Session, refused: string | undefined, now: number): Right | undefined {
  const { accessToken, endsAt, renewAt } = session
  if (now >= renewAt) return undefined
  if (now >= endsAt) return { kind: 'later', retryAfterSeconds: Math.ceil((renewAt - now) / 1000) }
  return accessToken === refused ? undefined : { kind: 'token', token: accessToken }
}

/**
 * Manages the tokens of sessions, and renews them before they expire.
 *
 * A refresh token may be valid only once. Therefore only one request at a time renews a session, across all processes; the
 * other requests poll the store. They do not wait for the promise of the renewal, because an edge runtime may drop it together
 * with its request. The claim in the store expires automatically.
 *
 * A refused refresh token ends the session. After a failure the current token stays. A sign-out does not wait for a renewal: a
 * renewal in progress then finds no session to write its tokens into, and revokes them.
 */
export function sessionTokens({ sessions, issuer, clock, log }: Parts) {
  /**
   * New tokens that the store has not accepted yet, by session. The refresh token that they replace is no longer valid, so
   * without them a store that fails for a moment would sign the user out.
   */
  const unstored = new Map<string, { readonly instead: string; readonly fresh: FreshTokens }>()

  /** Revokes each token separately, because an issuer may revoke only the token that is named. */
  async function revoke({ accessToken, refreshToken }: Pick<Tokens, 'accessToken' | 'refreshToken'>) {
    const tokens = [refreshToken, accessToken].filter((token) => token !== undefined)
    const revoked = await Promise.all(tokens.map((token) => issuer.revoke(token)))
    if (revoked.includes(false)) log({ event: 'upstream_failed', status: 0 })
  }

  /** Returns the session's current right, or the session itself if its token has to be renewed. */
  async function probe(id: string, refused: string | undefined): Promise<Right | Found> {
    const found = await sessions.find(id)
    return found ? (rightOf(found.session, refused, clock.now()) ?? found) : { kind: 'signed_out' }
  }

  async function refresh(id: string, found: Found, refused: string | undefined): Promise<Right> {
    const { session } = found
    const known = unstored.get(id)
    if (known && known.instead === session.refreshToken) return kept(id, found, known.fresh)
    const grant: Grant =
      session.refreshToken === undefined ? { kind: 'refused' } : await issuer.refresh(session.refreshToken)
    if (grant.kind === 'refused') {
      await sessions.end(id)
      return { kind: 'signed_out' }
    }
    if (grant.kind === 'failed') return postpone(id, found, refused, grant.reason)
    return kept(id, found, freshTokensOf(grant.tokens, clock.now(), session))
  }

  /** Stores new tokens, and returns the right that they grant. */
  async function kept(id: string, found: Found, fresh: FreshTokens): Promise<Right> {
    if (await store(id, found, fresh)) return { kind: 'token', token: fresh.accessToken }
    // The user signed out meanwhile.
    await revoke(fresh)
    return { kind: 'signed_out' }
  }

  /** Returns false if the session no longer exists. If the store keeps failing, a later request stores the tokens. */
  async function store(id: string, found: Found, fresh: FreshTokens): Promise<boolean> {
    const { refreshToken: instead } = found.session
    if (instead !== undefined && unstored.size < mostUnstored) unstored.set(id, { instead, fresh })
    for (let tries = 1; ; tries += 1)
      try {
        const isStored = await sessions.change(id, found, { ...fresh, seenAt: clock.now() })
        // After a failure the store may have accepted them without confirming it.
        const isThere =
          isStored || (tries > 1 && (await sessions.find(id))?.session.accessToken === fresh.accessToken)
        unstored.delete(id)
        return isThere
      } catch (error) {
        if (!(error instanceof StoreFailed)) throw error
        if (tries === mostStores) return true
        await clock.sleep(storeAgainMs)
      }
  }

  async function postpone(
    id: string,
    found: Found,
    refused: string | undefined,
    reason: 'invalid_client' | 'unusable',
  ): Promise<Right> {
    log({ event: reason === 'invalid_client' ? 'issuer_refused' : 'issuer_failed', reason, pauseMs })
    const { accessToken: token, endsAt: end } = found.session
    const now = clock.now()
    // The service has refused this token, so it counts as ended.
    const endsAt = token === refused ? now : end
    if (!(await sessions.change(id, found, { endsAt, renewAt: now + pauseMs }))) return { kind: 'signed_out' }
    if (now < endsAt) {
      log({ event: 'served_older' })
      return { kind: 'token', token }
    }
    log({ event: 'unavailable', retryAfterSeconds: pauseMs / 1000 })
    return { kind: 'later', retryAfterSeconds: pauseMs / 1000 }
  }

  async function renew(id: string, refused: string | undefined): Promise<Right> {
    for (let waitedMs = 0; ; waitedMs += probeMs) {
      if (waitedMs > 0) await clock.sleep(probeMs)
      const probed = await probe(id, refused)
      if ('kind' in probed) return probed
      const renewal = sessions.alone(id, async () => {
        const found = await probe(id, refused)
        return 'kind' in found ? found : refresh(id, found, refused)
      })
      const right = await unlessSlow(renewal, probed, refused)
      if (right) return right
      if (waitedMs >= maxWaitMs) return meanwhile(probed.session, refused)
    }
  }

  /** Returns the right while a renewal is in progress. */
  function meanwhile({ accessToken: token, endsAt }: Session, refused: string | undefined): Right {
    if (token === refused || clock.now() >= endsAt) return { kind: 'later', retryAfterSeconds: 1 }
    log({ event: 'served_older' })
    return { kind: 'token', token }
  }

  /** Returns the result of a renewal, or the right of `meanwhile` if the renewal takes too long. */
  async function unlessSlow(
    renewal: Promise<Right | undefined>,
    { session }: Found,
    refused: string | undefined,
  ): Promise<Right | undefined> {
    const over = new AbortController()
    const slow = clock.sleep(maxWaitMs, over.signal).then(() => meanwhile(session, refused))
    try {
      return await Promise.race([renewal, slow])
    } finally {
      over.abort('over')
      // Each may still reject when no code waits for it any more.
      renewal.catch(() => undefined)
      slow.catch(() => undefined)
    }
  }

  async function noteUse(id: string): Promise<void> {
    await sessions.alone(id, async () => {
      const found = await sessions.find(id)
      if (found) await sessions.change(id, found, { seenAt: clock.now() })
    })
  }

  return {
    /** @param account - whose data the request is about; null if it does not say */
    async current(id: string, account: string | null, scope: UserScope | null): Promise<Right> {
      const found = await sessions.find(id)
      if (!found) return { kind: 'signed_out' }
      // A session belongs to one account until it ends, so this also holds for the renewed token.
      if (account !== null && account !== found.session.account) return { kind: 'other_account' }
      if (scope === documentedScope && !found.session.scope.split(' ').includes(scope))
        return { kind: 'not_granted' }
      const right = rightOf(found.session, undefined, clock.now())
      if (!right) return renew(id, undefined)
      // If this fails, the next request notes the use.
      if (sessions.isStale(found.session)) await noteUse(id).catch(() => undefined)
      return right
    },

    /** A token other than the refused one. */
    renewed: (id: string, refused: string): Promise<Right> => renew(id, refused),

    revoke,

    /** Ends a session here and at the issuer. */
    async end(id: string): Promise<void> {
      const session = await sessions.end(id)
      const newer = unstored.get(id)?.fresh
      unstored.delete(id)
      for (const tokens of [session, newer]) if (tokens) await revoke(tokens)
    },
  }
}
