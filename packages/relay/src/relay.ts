import { preflightAnswer, refusalAnswer, tokenAnswer, unavailableAnswer } from './answers.ts'
import { systemClock } from './clock.ts'
import { within } from './deadline.ts'
import { createIssuer } from './issuer.ts'
import { safeLog, type RefusalReason } from './log.ts'
import {
  checkScope,
  configurationError,
  originList,
  tokenEndpoint,
  type TokenRelayOptions,
} from './options.ts'
import { admit, admitOrigin, admitPreflight, type Caller } from './origin.ts'
import { refusalTeller } from './refusals.ts'
import { readRelayRequest } from './request-body.ts'
import { createTokenKeeper } from './token-keeper.ts'

/** For what the relay waits for before it does anything: a caller's body, and the application's word on it. */
const callerWithinMs = 5_000

/** Answers a request. Rejects with `invalid_relay_configuration` only, and then always. */
export type TokenRelay = (request: Request) => Promise<Response>

/**
 * The relay as a fetch-style handler, for any server and path. The client secret stays inside.
 *
 * Answers 200 `{ token, clientId, expiresIn }`, 403 to whoever may not have a token, 503 with `Retry-After` where the
 * issuer gives none, 204 to preflights. The options are checked when it is first asked: a build that imports it has no
 * secrets.
 */
export function createTokenRelay(options: TokenRelayOptions): TokenRelay {
  let relay: TokenRelay | undefined
  return async (request) => (relay ??= configuredRelay(options))(request)
}

/** @throws {WaraqError} `invalid_relay_configuration` */
export function configuredRelay(options: TokenRelayOptions): TokenRelay {
  const { clientId, clientSecret, scope = 'content', authorize, cache, clock = systemClock } = options
  // From an environment, what is missing is undefined, whatever the types say.
  if (!clientId || !/^[\x21-\x7e]+$/.test(clientId))
    throw configurationError('clientId must be set, in plain characters.')
  if (!clientSecret) throw configurationError('clientSecret must be set.')
  checkScope(scope)
  const endpoint = tokenEndpoint(options.authUrl)
  const allowed = originList(options.allowedOrigins)
  const send = options.fetch ?? ((input: RequestInfo | URL, init?: RequestInit) => fetch(input, init))
  const log = safeLog(options.log)
  const issuer = createIssuer({ endpoint, clientId, clientSecret, scope, fetch: send, clock })
  const cacheKey = JSON.stringify([endpoint, clientId, scope])
  const keeper = createTokenKeeper({ issuer, clock, log, cache, cacheKey })
  const tellRefusal = refusalTeller(log, clock)

  function refuse(caller: Caller, reason: RefusalReason): Response {
    tellRefusal(reason, caller.header('origin'))
    const origin = admitOrigin(caller, allowed)
    return refusalAnswer(origin.admitted ? origin.cors : null)
  }

  async function isAuthorized(request: Request): Promise<RefusalReason | undefined> {
    try {
      if (!authorize) return undefined
      return (await within(clock, callerWithinMs, () => authorize(request))) === true
        ? undefined
        : 'unauthorized'
    } catch {
      return 'authorize_failed'
    }
  }

  return async (request) => {
    const caller: Caller = { method: request.method, header: (name) => request.headers.get(name) }
    if (request.method === 'OPTIONS') {
      const preflight = admitPreflight(caller, allowed)
      return preflight.admitted ? preflightAnswer(preflight.cors) : refuse(caller, preflight.reason)
    }
    const admission = admit(caller, allowed)
    if (!admission.admitted) return refuse(caller, admission.reason)
    const asked = await within(clock, callerWithinMs, () => readRelayRequest(request)).catch(() => undefined)
    if (!asked) return refuse(caller, 'body')
    const reason = await isAuthorized(request)
    if (reason) return refuse(caller, reason)
    const taken = await keeper.take(asked.renew)
    if ('retryAfterSeconds' in taken) return unavailableAnswer(taken.retryAfterSeconds, admission.cors)
    return tokenAnswer({ token: taken.token, clientId, expiresIn: taken.expiresInSeconds }, admission.cors)
  }
}
