import type { AccessToken } from './token-source.ts'

/** Requests a token. `refused` is the token that must not be returned again. */
export type TokenRequest = (refused: string | undefined) => Promise<CachedToken>

export interface CachedToken {
  token: AccessToken
  /** Monotonic time, in milliseconds, from which the token is no longer used. */
  usableUntil: number
}

/** A token is no longer used this long before it expires, so that it does not expire during a request. In milliseconds. */
const marginMs = 30_000

/**
 * Monotonic time until which a token is used: the wall clock may be wrong by years, or jump. A token whose life is shorter
 * than twice the margin is used for half its life; otherwise it would be requested endlessly.
 */
export function usableUntil(receivedAt: number, expiresInSeconds: number): number {
  const lifeMs = expiresInSeconds * 1000
  return receivedAt + lifeMs - Math.min(marginMs, lifeMs / 2)
}

/**
 * Caches one token. At most one request is in flight, however many callers there are. Callers that request a refresh at the
 * same time share it.
 */
export function tokenCache(request: TokenRequest, monotonic: () => number) {
  let cached: CachedToken | undefined
  let flight: Promise<AccessToken> | undefined
  let renewal: Promise<AccessToken> | undefined

  async function fly(refused: string | undefined): Promise<AccessToken> {
    try {
      cached = await request(refused)
      return cached.token
    } finally {
      flight = undefined
    }
  }

  function current(): Promise<AccessToken> {
    if (renewal) return renewal
    if (cached && monotonic() < cached.usableUntil) return Promise.resolve(cached.token)
    return (flight ??= fly(undefined))
  }

  async function renew(refused: string | undefined): Promise<AccessToken> {
    try {
      // A request that is already in flight may return the newer token.
      const shared = await flight?.catch(() => undefined)
      if (shared && shared.token !== refused) return shared
      return await (flight = fly(refused))
    } finally {
      renewal = undefined
    }
  }

  return {
    get: (refresh: boolean): Promise<AccessToken> => {
      if (!refresh) return current()
      return (renewal ??= renew(cached?.token.token))
    },
  }
}
