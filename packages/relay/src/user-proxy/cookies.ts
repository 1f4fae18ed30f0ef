import { parse, serialize } from 'hono/utils/cookie'
import type { RelayLog } from '../events/log.ts'

/**
 * Browsers bind a cookie of this name to its host: they take it only with `Secure`, for the whole host, and from the host
 * itself. No other host of the same domain can plant one. That holds for names that begin so, to the byte; what a server takes
 * away before it compares names, an attacker puts there.
 */
export const sessionCookie = '__Host-waraq-session'
export const signInCookie = '__Host-waraq-sign-in'
/**
 * The session that the next sign-in ends. It says the same as the session's own cookie, which is `Strict`, so that browsers
 * leave it out where the issuer sends the user back. Nothing but the end of a sign-in reads this one.
 */
export const formerCookie = '__Host-waraq-former'

/** A cookie of the request; undefined where it is not there. Of two with this name one is from elsewhere, so neither counts. */
export function cookieOf(request: Request, name: string, log: RelayLog): string | undefined {
  const pairs = (request.headers.get('cookie') ?? '').split(';')
  const [value, ...more] = pairs.flatMap((pair) => parse(pair, name)[name] ?? [])
  if (more.length === 0) return value
  log({ event: 'cookie_doubled' })
  return undefined
}

export interface CookieLife {
  /**
   * `Strict`: it never comes with a request that another site began. `Lax`: it also comes when another site sends the user
   * here, as the issuer does after a sign-in.
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
