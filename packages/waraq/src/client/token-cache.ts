import type { AccessToken } from './token-source.ts'

/** Asks for a token; `refused` is the token that must not be given out again. */
export type TokenRequest = (refused: string | undefined) => Promise<CachedToken>

export interface CachedToken {
  token: AccessToken
  /** Monotonic time from which the token is no longer handed out. */
  usableUntil: number
}

/** A token is given up this long before it expires, so that no request is under way when it does. */
const marginMs = 30_000

/**
 * Until when a token is handed out, from monotonic time: the wall clock may be wrong by years, or jump. A token that
 * lives shorter than twice the margin is used for half its life, or it would be asked for without end.
 */
export function usableUntil(receivedAt: number, expiresInSeconds: number): number {
  const lifeMs = expiresInSeconds * 1000
  return receivedAt + lifeMs - Math.min(marginMs, lifeMs / 2)
}

/**
 * Keeps one token. One request at a time is under way, however many callers ask; callers that ask for a refresh at the
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
      // A request that is under way already may bring the newer token.
      const arriving = await flight?.catch(() => undefined)
      if (arriving && arriving.token !== refused) return arriving
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
