import { generateRandomState } from 'oauth4webapi'
import type { RelayClock } from '../clock.ts'
import { within } from '../deadline.ts'
import type { RelayLog } from '../events/log.ts'
import type { SharedStore } from '../store/shared-store.ts'
import { refreshWithinMs, type Tokens } from './authorization-server.ts'
import type { Settings } from './options.ts'
import { open, seal, storeKey } from './sealed.ts'

/** A signed-in user. Times are milliseconds since the epoch. */
export interface Session {
  readonly accessToken: string
  readonly refreshToken: string | undefined
  readonly scope: string
  /** The account that signed in; undefined if the issuer did not say. */
  readonly account: string | undefined
  /** When the access token expires. */
  readonly endsAt: number
  /** When the next one is requested. */
  readonly renewAt: number
  readonly beganAt: number
  /** When the store last noted that the session was used. */
  readonly seenAt: number
}

/** A session as stored. A change is written only if the store still has `sealed`. */
export interface Found {
  readonly session: Session
  readonly sealed: string
}

/** The store did not respond, so the proxy can neither identify the caller nor refuse it. */
export class StoreFailed extends Error {}

const withinMs = 2_000
/** How long a claim on a session lasts: longer than renewing the session takes. */
const claimMs = refreshWithinMs + 15_000
/** How often `end` may find a changed session. Each change is a renewal or a note of use, so there are few. */
const mostTries = 10
/** How long before its expiry a token is renewed, so that none expires in transit. */
const earlyMs = 60_000

/** The fields of a session that come from the issuer's tokens. */
export function freshTokensOf(
  { accessToken, refreshToken, scope, lifeSeconds }: Tokens,
  now: number,
  before: Pick<Session, 'refreshToken' | 'scope'>,
): Pick<Session, 'accessToken' | 'refreshToken' | 'scope' | 'endsAt' | 'renewAt'> {
  const lifeMs = lifeSeconds * 1000
  // Without a new refresh token the old one stays valid (RFC 6749, section 6).
  const goesOnWith = refreshToken ?? before.refreshToken
  const early = goesOnWith === undefined ? 0 : Math.min(earlyMs, lifeMs / 2)
  return {
    accessToken,
    refreshToken: goesOnWith,
    scope: scope ?? before.scope,
    endsAt: now + lifeMs,
    renewAt: now + lifeMs - early,
  }
}

export type Sessions = ReturnType<typeof createSessions>

/** Manages sessions by their ids, which browsers keep in a cookie. Each function rejects only with `StoreFailed`. */
export function createSessions(
  store: SharedStore,
  { idleMs, absoluteMs, scope }: Pick<Settings, 'idleMs' | 'absoluteMs' | 'scope'>,
  clock: RelayClock,
  log: RelayLog,
) {
  async function ask<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await within(clock, withinMs, work)
    } catch {
      log({ event: 'store_failed' })
      throw new StoreFailed()
    }
  }

  const leftMs = ({ beganAt }: Session) => Math.max(1, Math.min(idleMs, beganAt + absoluteMs - clock.now()))

  async function find(id: string): Promise<Found | undefined> {
    if (!/^[\w-]{43}$/.test(id)) return undefined
    const key = await storeKey(id)
    const sealed = await ask(() => store.get(key))
    const session = (await open(id, sealed)) as Session | undefined
    const now = clock.now()
    const isOver = !session || now >= session.seenAt + idleMs || now >= session.beganAt + absoluteMs
    return isOver ? undefined : { session, sealed: sealed as string }
  }

  return {
    /** Creates a session under a new id, so that an id that was known before the sign-in is useless after it. */
    async begin(tokens: Tokens): Promise<string> {
      const id = generateRandomState()
      const now = clock.now()
      const fresh = freshTokensOf(tokens, now, { refreshToken: undefined, scope })
      const session = { ...fresh, account: tokens.account, beganAt: now, seenAt: now }
      const [key, sealed] = await Promise.all([storeKey(id), seal(id, session)])
      await ask(() => store.set(key, sealed, leftMs(session)))
      return id
    },

    find,

    /** Changes a session. Returns false if it is no longer as it was found: it ended, or another request changed it. */
    async change(id: string, { session, sealed }: Found, changed: Partial<Session>): Promise<boolean> {
      const after = { ...session, ...changed }
      const [key, value] = await Promise.all([storeKey(id), seal(id, after)])
      return ask(() => store.swap(key, sealed, value, leftMs(after)))
    },

    /**
     * Ends a session and returns its last state. From then on no request finds it, and no request that found it before can
     * change it: a renewal in progress learns of the end when it writes.
     */
    async end(id: string): Promise<Session | undefined> {
      const key = await storeKey(id)
      for (let tries = 0; tries < mostTries; tries += 1) {
        const found = await find(id)
        if (!found) return undefined
        if (await ask(() => store.swap(key, found.sealed, undefined, 0))) return found.session
      }
      throw new StoreFailed()
    },

    /** Whether the stored time of the last use is so old that it has to be updated. */
    isStale: ({ seenAt }: Session): boolean => clock.now() >= seenAt + idleMs / 20,

    /** Runs work that only one process at a time may do for a session; returns undefined if another process is doing it. */
    async alone<T>(id: string, work: () => Promise<T>): Promise<T | undefined> {
      const key = `lock:${await storeKey(id)}`
      const owner = crypto.randomUUID()
      if (!(await ask(() => store.swap(key, undefined, owner, claimMs)))) return undefined
      try {
        return await work()
      } finally {
        await ask(() => store.swap(key, owner, undefined, 0)).catch(() => undefined)
      }
    },
  }
}
