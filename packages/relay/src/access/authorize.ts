import { parseSigned } from 'hono/utils/cookie'
import { configurationError, safeRoot } from '../configuration.ts'
import { equalInConstantTime } from '../issuer/credentials.ts'
import { outgoing } from '../outgoing.ts'
import type { Authorize } from './options.ts'

/** The headers by which an application's server identifies the caller. */
const identity = ['cookie', 'authorization']

/**
 * Authorizes callers by the application's own server, which knows its sessions. It sends a GET to `url` with the caller's
 * `Cookie` and `Authorization`, and nothing else of the request. A status from 200 to 299 means yes. Redirects are not
 * followed.
 * @throws {WaraqError} `invalid_relay_configuration`
 */
export function authorizeBySession(url: string, send?: typeof fetch): Authorize {
  const address = safeRoot('The address of the session check', url)
  const ask = outgoing(send)
  return async (request) => {
    const headers = identity.flatMap((name) => {
      const value = request.headers.get(name)
      return value === null ? [] : [[name, value] as [string, string]]
    })
    if (headers.length === 0) return false
    const answer = await ask(address, { headers, signal: AbortSignal.timeout(4_000) })
    answer.body?.cancel().catch(() => undefined)
    return answer.status >= 200 && answer.status < 300
  }
}

/** Long enough that it cannot be guessed from a cookie. */
const leastSecretLength = 32

/**
 * Authorizes callers by a cookie that the application signed, as Hono's `setSignedCookie` does (HMAC with SHA-256). Its value
 * is `anything:1767225600`: the number at the end is the expiry time in seconds since the epoch. No server is contacted.
 * @throws {WaraqError} `invalid_relay_configuration`
 */
export function authorizeByCookie(name: string, secret: string, now: () => number = Date.now): Authorize {
  if (!/^[\w!#$%&'*.^`|~+-]+$/.test(name)) throw configurationError('The cookie needs a name.')
  if (secret.length < leastSecretLength)
    throw configurationError(
      `The secret of signed cookies must have ${leastSecretLength} characters at least.`,
    )
  return async (request) => {
    const cookies = await parseSigned(request.headers.get('cookie') ?? '', secret, name)
    const value = cookies[name]
    const end = typeof value === 'string' ? /(?:^|:)(\d{1,12})$/.exec(value)?.[1] : undefined
    return end !== undefined && now() < Number(end) * 1000
  }
}

/**
 * Authorizes callers by a header that the operator's own proxy adds to requests of signed-in callers. Its value is a secret of
 * that proxy and the same for all callers, so no page may have it.
 * @throws {WaraqError} `invalid_relay_configuration`
 */
export function authorizeByHeader(name: string, value: string): Authorize {
  if (!/^[\w!#$%&'*.^`|~+-]+$/.test(name)) throw configurationError('The header needs a name.')
  if (value.length < leastSecretLength)
    throw configurationError(`The header's value must have ${leastSecretLength} characters at least.`)
  return (request) => equalInConstantTime(request.headers.get(name) ?? '', value)
}
