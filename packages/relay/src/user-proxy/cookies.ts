import { parse, serialize } from 'hono/utils/cookie'
import type { RelayLog } from '../events/log.ts'

/**
 * Browsers bind a cookie with this prefix to its host: they accept it only with `Secure`, for the entire host, and from the
 * host itself. No other host of the same domain can plant one. This holds only for names that start with exactly these bytes:
 * attackers can add any character that a server strips before it compares names.
 */
export const sessionCookie = '__Host-waraq-session'
export const signInCookie = '__Host-waraq-sign-in'
/**
 * The session that the next sign-in ends. It has the same value as the session cookie. That one is `Strict`, so browsers leave
 * it out when the issuer sends the user back. Only the end of a sign-in reads this cookie.
 */
export const formerCookie = '__Host-waraq-former'

/** Returns a cookie of the request; undefined if missing. Of two with this name one is from elsewhere, so neither counts. */
export function cookieOf(request: Request, name: string, log: RelayLog): string | undefined {
  const pairs = (request.headers.get('cookie') ?? '').split(';')
  const [value, ...more] = pairs.flatMap((pair) => parse(pair, name)[name] ?? [])
  if (more.length === 0) return value
  log({ event: 'cookie_doubled' })
  return undefined
}

export interface CookieLife {
  /**
   * `Strict`: it is never sent with a request that another site started. `Lax`: it is also sent when another site sends the
   * user here, as the issuer does after a sign-in.
   */
  readonly sameSite: 'Strict' | 'Lax'
  readonly maxAgeSeconds: number
}

/** Browsers keep no cookie for longer. */
const longestSeconds = 400 * 86_400

/** A `Set-Cookie` header. Scripts never see the cookie. */
export function cookieHeader(name: string, value: string, { sameSite, maxAgeSeconds }: CookieLife): string {
  const maxAge = Math.min(maxAgeSeconds, longestSeconds)
  return serialize(name, value, { maxAge, path: '/', secure: true, httpOnly: true, sameSite })
}

export const clearedCookie = (name: string) => cookieHeader(name, '', { sameSite: 'Lax', maxAgeSeconds: 0 })
