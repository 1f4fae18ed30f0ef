import type { RelayClock } from '../clock.ts'
import type { RelayLog } from '../events/log.ts'
import type { AuthorizationServer, Grant } from './authorization-server.ts'
import { heldTokens, type Session, type Sessions } from './sessions.ts'

/** By what right a request of a session goes on to the service. */
export type Right =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'signed_out' }
  /** The issuer gives nothing at present. */
  | { readonly kind: 'later'; readonly retryAfterSeconds: number }

/** After a failure the issuer is left alone for this session. */
const pauseMs = 10_000
/** Between two looks at what another request does, and how many there are: ten seconds in all. */
const lookMs = 100
const mostLooks = 100

interface Parts {
  readonly sessions: Sessions
  readonly issuer: AuthorizationServer
  readonly clock: RelayClock
  readonly log: RelayLog
}

/** What a session is worth as it is; undefined where it has to be renewed. */
function rightOf(session: Session, refused: string | undefined, now: number): Right | undefined {
  const { accessToken, endsAt, renewAt } = session
  if (now >= renewAt) return undefined
  if (now >= endsAt) return { kind: 'later', retryAfterSeconds: Math.ceil((renewAt - now) / 1000) }
  return accessToken === refused ? undefined : { kind: 'token', token: accessToken }
}

/**
 * Tokens of sessions, renewed before they end. A refresh token may be good for once only, so one request at a time renews a session,
 * over all processes, and the others look again. They share no promise: on an edge runtime the one that others wait for may be dropped
 * with its request, and a claim ends by itself. A refused refresh token ends the session; a failure leaves the token that is there.
 */
export function sessionTokens({ sessions, issuer, clock, log }: Parts) {
  async function revoke(token: string): Promise<void> {
    if (!(await issuer.revoke(token))) log({ event: 'upstream_failed', status: 0 })
  }

  async function refresh(id: string, session: Session, refused: string | undefined): Promise<Right> {
    const grant: Grant =
      session.refreshToken === undefined ? { kind: 'refused' } : await issuer.refresh(session.refreshToken)
    // The user may have signed out meanwhile: then what the issuer gave ends, too.
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
    // The service refused this token already, so nothing is left of it.
    const endsAt = session.accessToken === refused ? now : session.endsAt
    await sessions.write(id, { ...session, endsAt, renewAt: now + pauseMs })
    if (now < endsAt) {
      log({ event: 'served_older' })
      return { kind: 'token', token: session.accessToken }
    }
    log({ event: 'unavailable', retryAfterSeconds: pauseMs / 1000 })
    return { kind: 'later', retryAfterSeconds: pauseMs / 1000 }
  }

  /** What a session is worth now, or the session where it has to be renewed. */
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
      // What is not written down now is with the next request.
      if (sessions.isStale(session)) await noteUse(id).catch(() => undefined)
      return right
    },

    /** Another token than the one that the service refused. */
    renewed: (id: string, refused: string): Promise<Right> => renew(id, refused),

    /** Ends a session here and at the issuer. */
    async end(id: string): Promise<void> {
      const session = await sessions.find(id)
      await sessions.remove(id)
      if (session) await revoke(session.refreshToken ?? session.accessToken)
    },
  }
}
