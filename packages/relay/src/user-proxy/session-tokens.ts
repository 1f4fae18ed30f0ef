import type { RelayClock } from '../clock.ts'
import type { RelayLog } from '../events/log.ts'
import type { AuthorizationServer, Grant } from './authorization-server.ts'
import { heldTokens, type Session, type Sessions } from './sessions.ts'

/** The token with which a request of a session goes on to the service, or why there is none. */
export type Right =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'signed_out' }
  /** The issuer gives no token at present. */
  | { readonly kind: 'later'; readonly retryAfterSeconds: number }

/** How long the issuer is not asked for this session after a failure. */
const pauseMs = 10_000
/** Milliseconds between two looks at a renewal by another request, and the number of looks: ten seconds in all. */
const lookMs = 100
const mostLooks = 100

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
 * the present token stays.
 */
export function sessionTokens({ sessions, issuer, clock, log }: Parts) {
  async function revoke(token: string): Promise<void> {
    if (!(await issuer.revoke(token))) log({ event: 'upstream_failed', status: 0 })
  }

  async function refresh(id: string, session: Session, refused: string | undefined): Promise<Right> {
    const grant: Grant =
      session.refreshToken === undefined ? { kind: 'refused' } : await issuer.refresh(session.refreshToken)
    // The user may have signed out meanwhile: then the new tokens are revoked, too.
    const isThere = (await sessions.find(id)) !== undefined
    if (grant.kind === 'refused' || !isThere) {
      await sessions.remove(id)
      if (grant.kind === 'granted') await revoke(grant.tokens.refreshToken ?? grant.tokens.accessToken)
      return { kind: 'signed_out' }
    }
    if (grant.kind === 'failed') return postpone(id, session, refused, grant.reason)
    const now = clock.now()
    await sessions.write(id, { ...session, ...heldTokens(grant.tokens, now, session), seenAt: now })
    return { kind: 'token', token: grant.tokens.accessToken }
  }

  async function postpone(
    id: string,
    session: Session,
    refused: string | undefined,
    reason: 'invalid_client' | 'unusable',
  ): Promise<Right> {
    log({ event: reason === 'invalid_client' ? 'issuer_refused' : 'issuer_failed', reason, pauseMs })
    const now = clock.now()
    // The service has refused this token, so it counts as ended.
    const endsAt = session.accessToken === refused ? now : session.endsAt
    await sessions.write(id, { ...session, endsAt, renewAt: now + pauseMs })
    if (now < endsAt) {
      log({ event: 'served_older' })
      return { kind: 'token', token: session.accessToken }
    }
    log({ event: 'unavailable', retryAfterSeconds: pauseMs / 1000 })
    return { kind: 'later', retryAfterSeconds: pauseMs / 1000 }
  }

  /** The session's right now, or the session itself where it has to be renewed. */
  async function look(id: string, refused: string | undefined): Promise<Right | Session> {
    const session = await sessions.find(id)
    return session ? (rightOf(session, refused, clock.now()) ?? session) : { kind: 'signed_out' }
  }

  async function renew(id: string, refused: string | undefined): Promise<Right> {
    for (let looks = 0; looks < mostLooks; looks += 1) {
      if (looks > 0) await clock.sleep(lookMs)
      const seen = await look(id, refused)
      if ('kind' in seen) return seen
      const right = await sessions.alone(id, async () => {
        const session = await look(id, refused)
        return 'kind' in session ? session : refresh(id, session, refused)
      })
      if (right) return right
    }
    return { kind: 'later', retryAfterSeconds: 1 }
  }

  async function noteUse(id: string): Promise<void> {
    await sessions.alone(id, async () => {
      const session = await sessions.find(id)
      if (session) await sessions.write(id, { ...session, seenAt: clock.now() })
    })
  }

  return {
    async current(id: string): Promise<Right> {
      const session = await sessions.find(id)
      if (!session) return { kind: 'signed_out' }
      const right = rightOf(session, undefined, clock.now())
      if (!right) return renew(id, undefined)
      // If this fails, the next request notes the use.
      if (sessions.isStale(session)) await noteUse(id).catch(() => undefined)
      return right
    },

    /** A token other than the refused one. */
    renewed: (id: string, refused: string): Promise<Right> => renew(id, refused),

    /** Ends a session here and at the issuer. */
    async end(id: string): Promise<void> {
      const session = await sessions.find(id)
      await sessions.remove(id)
      if (session) await revoke(session.refreshToken ?? session.accessToken)
    },
  }
}
