import type { UserScope } from '@waraq/protocol/user'
import type { RelayClock } from '../clock.ts'
import type { RelayLog } from '../events/log.ts'
import type { AuthorizationServer, Grant, Tokens } from './authorization-server.ts'
import { heldTokens, StoreFailed, type Found, type Session, type Sessions } from './sessions.ts'

/** The token with which a request of a session goes on to the service, or why there is none. */
export type Right =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'signed_out' }
  /** The session is another account's than the request. */
  | { readonly kind: 'other_account' }
  /** The user was not asked to allow this, or did not. */
  | { readonly kind: 'not_granted' }
  /** The issuer gives no token at present. */
  | { readonly kind: 'later'; readonly retryAfterSeconds: number }

/** The feed's scope is documented. Those of other operations are inferred, so the service decides about them. */
const documentedScope: UserScope = 'sync'
/** How long the issuer is not asked for this session after a failure. */
const pauseMs = 10_000
/** How long a request waits for a renewal, its own or that of another request; the renewal goes on. */
const patientMs = 8_000
/** Milliseconds between two looks at a renewal by another request. */
const lookMs = 100
/** Milliseconds between two tries to store new tokens, and the number of tries. */
const storeAgainMs = 500
const mostStores = 3
/** Sessions whose new tokens a process remembers while its store fails. */
const mostUnstored = 1_000

/** What a session holds of its tokens. */
type Held = ReturnType<typeof heldTokens>

export type SessionTokens = ReturnType<typeof sessionTokens>

interface Parts {
  readonly sessions: Sessions
  readonly issuer: AuthorizationServer
  readonly clock: RelayClock
  readonly log: RelayLog
}

/** The right of the session as it is; undefined where it has to be renewed. */
function rightOf(session: Session, refused: string | undefined, now: number): Right | undefined {
  const { accessToken, endsAt, renewAt } = session
  if (now >= renewAt) return undefined
  if (now >= endsAt) return { kind: 'later', retryAfterSeconds: Math.ceil((renewAt - now) / 1000) }
  return accessToken === refused ? undefined : { kind: 'token', token: accessToken }
}

/**
 * Tokens of sessions, renewed before they end. A refresh token may be valid once only, so one request at a time renews a
 * session, over all processes, and the other requests look again. They do not wait for its promise, because an edge runtime may
 * drop that with its request; its claim in the store ends by itself. A refused refresh token ends the session; after a failure
 * the present token stays. A sign-out waits for no renewal: the one that it meets finds no session to write its tokens into,
 * and revokes them.
 */
export function sessionTokens({ sessions, issuer, clock, log }: Parts) {
  /**
   * By session, tokens that the store has not taken yet. The refresh token that they replace is worth nothing any more, so without
   * them a store that fails for a moment would sign the user out.
   */
  const unstored = new Map<string, { readonly instead: string; readonly held: Held }>()

  /** An issuer may revoke no more than the token that is named, so each is. */
  async function revoke({ accessToken, refreshToken }: Pick<Tokens, 'accessToken' | 'refreshToken'>) {
    const tokens = [refreshToken, accessToken].filter((token) => token !== undefined)
    const revoked = await Promise.all(tokens.map((token) => issuer.revoke(token)))
    if (revoked.includes(false)) log({ event: 'upstream_failed', status: 0 })
  }

  /** The session's right now, or the session itself where it has to be renewed. */
  async function look(id: string, refused: string | undefined): Promise<Right | Found> {
    const found = await sessions.find(id)
    return found ? (rightOf(found.session, refused, clock.now()) ?? found) : { kind: 'signed_out' }
  }

  async function refresh(id: string, found: Found, refused: string | undefined): Promise<Right> {
    const { session } = found
    const known = unstored.get(id)
    if (known && known.instead === session.refreshToken) return kept(id, found, known.held)
    const grant: Grant =
      session.refreshToken === undefined ? { kind: 'refused' } : await issuer.refresh(session.refreshToken)
    if (grant.kind === 'refused') {
      await sessions.end(id)
      return { kind: 'signed_out' }
    }
    if (grant.kind === 'failed') return postpone(id, found, refused, grant.reason)
    return kept(id, found, heldTokens(grant.tokens, clock.now(), session))
  }

  /** The right that new tokens give, once they are stored. */
  async function kept(id: string, found: Found, held: Held): Promise<Right> {
    if (await store(id, found, held)) return { kind: 'token', token: held.accessToken }
    // The user signed out meanwhile.
    await revoke(held)
    return { kind: 'signed_out' }
  }

  /** False where the session is no longer there. A store that goes on failing gets the tokens with a later request. */
  async function store(id: string, found: Found, held: Held): Promise<boolean> {
    const { refreshToken: instead } = found.session
    if (instead !== undefined && unstored.size < mostUnstored) unstored.set(id, { instead, held })
    for (let tries = 1; ; tries += 1)
      try {
        const isStored = await sessions.change(id, found, { ...held, seenAt: clock.now() })
        // After a failure the store may have taken them without saying so.
        const isThere =
          isStored || (tries > 1 && (await sessions.find(id))?.session.accessToken === held.accessToken)
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
    for (let waitedMs = 0; ; waitedMs += lookMs) {
      if (waitedMs > 0) await clock.sleep(lookMs)
      const seen = await look(id, refused)
      if ('kind' in seen) return seen
      const renewal = sessions.alone(id, async () => {
        const found = await look(id, refused)
        return 'kind' in found ? found : refresh(id, found, refused)
      })
      const right = await unlessSlow(renewal, seen, refused)
      if (right) return right
      if (waitedMs >= patientMs) return meanwhile(seen.session, refused)
    }
  }

  /** The right while a renewal is under way. */
  function meanwhile({ accessToken: token, endsAt }: Session, refused: string | undefined): Right {
    if (token === refused || clock.now() >= endsAt) return { kind: 'later', retryAfterSeconds: 1 }
    log({ event: 'served_older' })
    return { kind: 'token', token }
  }

  /** The result of a renewal, or what holds meanwhile where that takes long. */
  async function unlessSlow(
    renewal: Promise<Right | undefined>,
    { session }: Found,
    refused: string | undefined,
  ): Promise<Right | undefined> {
    const over = new AbortController()
    const slow = clock.sleep(patientMs, over.signal).then(() => meanwhile(session, refused))
    try {
      return await Promise.race([renewal, slow])
    } finally {
      over.abort('over')
      // Each may still fail, with no one left to hear of it.
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
    /** @param account - whose data the request is about; null where it does not say */
    async current(id: string, account: string | null, scope: UserScope | null): Promise<Right> {
      const found = await sessions.find(id)
      if (!found) return { kind: 'signed_out' }
      // A session stays its account's to its end, so this holds for the renewed token, too.
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
      const newer = unstored.get(id)?.held
      unstored.delete(id)
      for (const tokens of [session, newer]) if (tokens) await revoke(tokens)
    },
  }
}
