/**
 * Browsers bind a cookie of this name to its host: they take it only with `Secure`, for the whole host, and from the host
 * itself. No other host of the same domain can plant one.
 */
export const sessionCookie = '__Host-waraq-session'
export const signInCookie = '__Host-waraq-sign-in'

/** A cookie of the request; undefined where it is not there. */
export function cookieOf(request: Request, name: string): string | undefined {
  const sent = (request.headers.get('cookie') ?? '').split(';')
  const own = sent.map((pair) => pair.trim()).find((pair) => pair.startsWith(`${name}=`))
  return own?.slice(name.length + 1)
}

export interface CookieLife {
  /**
   * `Strict`: it never comes with a request that another site began. `Lax`: it also comes when another site sends the user
   * here, as the issuer does after a sign-in.
   */
  readonly sameSite: 'Strict' | 'Lax'
  readonly maxAgeSeconds: number
}

/** A `Set-Cookie` header. Scripts never see the cookie. */
export function cookieHeader(name: string, value: string, { sameSite, maxAgeSeconds }: CookieLife): string {
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; Secure; HttpOnly; SameSite=${sameSite}`
}

export const clearedCookie = (name: string) => cookieHeader(name, '', { sameSite: 'Lax', maxAgeSeconds: 0 })
