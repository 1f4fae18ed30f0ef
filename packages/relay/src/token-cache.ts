/** No token counts as good for more than a day, whatever the issuer or a cache says. */
export const longestLifeMs = 86_400_000

/** A token as it is kept outside of the process. */
export interface CachedToken {
  token: string
  /** Milliseconds since the epoch, by the server's clock. */
  expiresAt: number
}

/**
 * Shares tokens between processes, so that a fleet asks the issuer once. As private as the client secret itself. Keys name
 * issuer, client and scope: tokens of different environments never meet.
 *
 * What it answers is checked, and it gets half a second for an answer: without one the relay goes on by itself.
 */
export interface TokenCache {
  get(key: string): CachedToken | undefined | Promise<CachedToken | undefined>
  set(key: string, token: CachedToken): void | Promise<void>
}

/** Visible ASCII, as in an HTTP header; and no longer than servers take. */
export function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,16384}$/.test(value)
}

/**
 * A token out of a cache, with the milliseconds that it has left. Undefined for nothing.
 * @throws {Error} where it is something else: another program wrote there, or what was written is damaged
 */
export function readCached(value: unknown, now: number): { token: string; lifeMs: number } | undefined {
  if (value === undefined || value === null) return undefined
  const { token, expiresAt } = value as Partial<Record<keyof CachedToken, unknown>>
  const lifeMs = typeof expiresAt === 'number' ? expiresAt - now : NaN
  // Wall clocks of a fleet differ.
  if (!isToken(token) || !(lifeMs < 2 * longestLifeMs)) throw new Error('not a token')
  return { token, lifeMs: Math.min(lifeMs, longestLifeMs) }
}
