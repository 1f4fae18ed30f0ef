import { sha256Hex, StandardError } from '@waraq/protocol'
import type { HostContext } from '../access/options.ts'
import type { RelayClock } from '../clock.ts'
import { within } from '../deadline.ts'
import type { TokenCache } from '../issuer/token-cache.ts'
import { errorTextOf, outgoing } from '../outgoing.ts'

/** A 403 of a token that is older than this may only mean that the token expired: the service uses 403 for that, too. */
const suspectAgeMs = 60_000
/** A 403 that persists with a new token is about permissions. For this time no other 403 leads to a new token. */
const believed403Ms = 3_600_000

/** A response of the service. */
export interface ServiceAnswer {
  readonly response: Response
  /** The text of an error, without the token; undefined if the response is no error, or its body is too long or broke off. */
  readonly errorText?: string | undefined
}

export interface ServiceOptions {
  /** As returned by `safeRoot`. */
  readonly contentRoot: string
  readonly clientId: string
  readonly tokenCache: TokenCache
  readonly clock: RelayClock
  readonly fetch: typeof fetch | undefined
  readonly headersMs: number
  /** Milliseconds for the body of an error. */
  readonly errorBodyMs: number
}

/** The content service, called in the name of the application. */
export interface Service {
  /**
   * Sends a request with the application's token. If the service refuses the token, it is sent once more with a newer token, if
   * there is one.
   * @throws if the service does not respond in time
   */
  ask(
    address: string,
    signal: AbortSignal,
    host: HostContext,
  ): Promise<ServiceAnswer | { readonly retryAfterSeconds: number }>
}

/** Whether the service reports the token as expired or invalid. */
export function refusesToken({ response: { status }, errorText }: ServiceAnswer): boolean {
  return status === 401 || (status < 500 && typeOf(errorText) === 'invalid_token')
}

function typeOf(errorText: string | undefined): string | undefined {
  try {
    return StandardError.parse(JSON.parse(errorText ?? '')).type
  } catch {
    return undefined
  }
}

export function createService(options: ServiceOptions): Service {
  const { contentRoot, clientId, tokenCache, clock, headersMs, errorBodyMs } = options
  const send = outgoing(options.fetch)
  let latest: { readonly token: string; readonly since: number } | undefined
  let believes403Until = -Infinity

  async function sendWith(token: string, address: string, signal: AbortSignal): Promise<ServiceAnswer> {
    if (latest?.token !== token) latest = { token, since: clock.monotonic() }
    const headers = { accept: 'application/json', 'x-auth-token': token, 'x-client-id': clientId }
    const init = { method: 'GET', headers, signal }
    const response = await within(clock, headersMs, () => send(contentRoot + address, init))
    if (response.status < 400) return { response }
    return { response, errorText: await errorTextOf(response, token, { clock, ms: errorBodyMs }) }
  }

  function mayBeExpired(answer: ServiceAnswer): boolean {
    if (refusesToken(answer)) return true
    const now = clock.monotonic()
    const isOld = latest !== undefined && now - latest.since > suspectAgeMs
    return answer.response.status === 403 && isOld && now >= believes403Until
  }

  return {
    ask: async (address, signal, host) => {
      const first = await tokenCache.take(undefined, host)
      if ('retryAfterSeconds' in first) return first
      const answer = await sendWith(first.token, address, signal)
      if (!mayBeExpired(answer)) return answer
      const second = await tokenCache.take(await sha256Hex(first.token), host)
      if ('retryAfterSeconds' in second || second.token === first.token) return answer
      const again = await sendWith(second.token, address, signal)
      if (again.response.status === 403) believes403Until = clock.monotonic() + believed403Ms
      return again
    },
  }
}
