import { type RelayedToken, isJsonObject } from '@waraq/protocol'
import { createGuard, Refused, type Rules } from './access/guard.ts'
import { unavailableAnswer } from './access/answers.ts'
import type { AccessOptions, Handler } from './access/options.ts'
import { isJson } from './access/origin.ts'
import { within } from './deadline.ts'
import { createIssuer, type ClientOptions } from './issuer/issuer.ts'
import { createTokenCache } from './issuer/token-cache.ts'
import { onFirstRequest } from './on-first-request.ts'
import { readLimited } from './read-limited.ts'

export interface TokenRelayOptions extends AccessOptions, ClientOptions {
  readonly clock?: AccessOptions['clock']
  /** Maximum number of renewals per day because of callers' reports of refused tokens. Default 200. */
  readonly renewalsPerDay?: number | undefined
}

/** Milliseconds for reading a caller's body. */
const bodyWithinMs = 5_000

const rules: Rules = {
  route: 'token',
  methods: ['POST'],
  headers: ['content-type'],
  sameOrigin: false,
  // A foreign page cannot send JSON without a preflight.
  refuses: (caller) => (caller.method !== 'POST' || isJson(caller) ? undefined : 'content_type'),
}

/**
 * Creates the token relay as a fetch-style handler, for any server and path. It never reveals the client secret.
 *
 * It responds with 200 `{ token, clientId, expiresIn }`, with 403 to callers that may not have a token, 429 to those that send
 * too many requests, 503 with `Retry-After` if the issuer returns no token, and 204 to preflights. The options are checked at
 * the first request, because a build that imports the handler has no secrets.
 */
export function createTokenRelay(options: TokenRelayOptions): Handler {
  return onFirstRequest(() => configuredRelay(options))
}

/** @throws {WaraqError} `invalid_relay_configuration` */
export function configuredRelay(options: TokenRelayOptions): Handler {
  const issuer = createIssuer(options)
  const guard = createGuard(options, rules)
  const { clock } = guard
  const tokenCache = createTokenCache({ ...guard, issuer, renewalsPerDay: options.renewalsPerDay })
  return (request, host) =>
    guard.handle(request, host, async () => {
      const asked = await within(clock, bodyWithinMs, () => readRelayRequest(request)).catch(() => undefined)
      if (!asked) throw new Refused('body')
      const taken = await tokenCache.take(asked.renew, host)
      if ('retryAfterSeconds' in taken) return unavailableAnswer(taken.retryAfterSeconds)
      const token: RelayedToken = {
        token: taken.token,
        clientId: issuer.clientId,
        expiresIn: taken.expiresInSeconds,
      }
      return Response.json(token)
    })
}

const mostBytes = 1024

/** A caller's report of a token that the service refused, by its SHA-256 in hexadecimal. */
interface RelayRequest {
  renew: string | undefined
}

/** Reads the request's body; undefined if it is too long or not of the relay's form. Unknown fields are ignored. */
export async function readRelayRequest(request: Request): Promise<RelayRequest | undefined> {
  if (request.bodyUsed) return undefined
  const text = isShort(request) ? await request.text() : await readLimited(request.body, mostBytes)
  if (text === undefined || text.length > mostBytes) return undefined
  try {
    const body: unknown = /^[ \t\r\n]*$/.test(text) ? {} : JSON.parse(text)
    if (!isJsonObject(body)) return undefined
    const renew = body['renew']
    if (renew === undefined) return { renew }
    return typeof renew === 'string' && /^[0-9a-f]{64}$/.test(renew) ? { renew } : undefined
  } catch {
    return undefined
  }
}

/** Whether the declared length is short. Servers read no more than that, and a single read is cheaper than a stream. */
function isShort({ headers }: Request): boolean {
  const length = headers.get('content-length')
  return length !== null && /^\d{1,4}$/.test(length) && Number(length) <= mostBytes
}
