import { sha256Hex, StandardError } from '@waraq/protocol'
import type { HostContext } from '../access/options.ts'
import type { RelayClock } from '../clock.ts'
import { within } from '../deadline.ts'
import type { TokenKeeper } from '../issuer/token-keeper.ts'
import { readLimited } from '../read-limited.ts'

/** A 403 of a token held for longer may only mean that the token expired: the service uses 403 for that too. */
const suspectAgeMs = 60_000
/** A 403 that a new token does not change is about rights. For this long no other 403 leads to a new token. */
const believed403Ms = 3_600_000
/** Error bodies are small; of a longer one the status alone counts. */
const mostErrorBytes = 65_536

/** An answer of the service. */
export interface ServiceAnswer {
  readonly response: Response
  /** The text of an error, without the token; undefined where it has none, is too long or broke off. */
  readonly errorText?: string | undefined
}

export interface ServiceOptions {
  /** As `safeRoot` gives it. */
  readonly contentRoot: string
  readonly clientId: string
  readonly keeper: TokenKeeper
  readonly clock: RelayClock
  readonly fetch: typeof fetch
  readonly headersMs: number
  /** Milliseconds for the body of an error. */
  readonly errorBodyMs: number
}

/** The content service, as the application asks it. */
export interface Service {
  /**
   * Asks with the application's token. Where the service refuses the token, asks once more with a newer one, if there is one.
   * @throws where the service gives no answer in time
   */
  ask(
    address: string,
    signal: AbortSignal,
    host: HostContext,
  ): Promise<ServiceAnswer | { readonly retryAfterSeconds: number }>
}

/** Whether the service calls the token expired or invalid. */
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
  const { contentRoot, clientId, keeper, clock, headersMs, errorBodyMs } = options
  const send = options.fetch
  let latest: { readonly token: string; readonly since: number } | undefined
  let believes403Until = -Infinity

  async function sendWith(token: string, address: string, signal: AbortSignal): Promise<ServiceAnswer> {
    if (latest?.token !== token) latest = { token, since: clock.monotonic() }
    const init: RequestInit = {
      method: 'GET',
      headers: { accept: 'application/json', 'x-auth-token': token, 'x-client-id': clientId },
      cache: 'no-store',
      // A redirect that is followed could carry the token to a stranger.
      redirect: 'manual',
      signal,
    }
    const response = await within(clock, headersMs, () => send(contentRoot + address, init))
    if (response.status < 400) return { response }
    const text = await within(clock, errorBodyMs, () => readLimited(response.body, mostErrorBytes)).catch(
      () => undefined,
    )
    // An error may quote the token.
    return { response, errorText: text?.replaceAll(token, '') }
  }

  function mayBeExpired(answer: ServiceAnswer): boolean {
    if (refusesToken(answer)) return true
    const now = clock.monotonic()
    const isOld = latest !== undefined && now - latest.since > suspectAgeMs
    return answer.response.status === 403 && isOld && now >= believes403Until
  }

  return {
    ask: async (address, signal, host) => {
      const first = await keeper.take(undefined, host)
      if ('retryAfterSeconds' in first) return first
      const answer = await sendWith(first.token, address, signal)
      if (!mayBeExpired(answer)) return answer
      const second = await keeper.take(await sha256Hex(first.token), host)
      if ('retryAfterSeconds' in second || second.token === first.token) return answer
      const again = await sendWith(second.token, address, signal)
      if (again.response.status === 403) believes403Until = clock.monotonic() + believed403Ms
      return again
    },
  }
}
