import type { RelayedToken } from '@waraq/protocol'
import { createGuard, Refused, type Rules } from './access/guard.ts'
import { unavailableAnswer } from './access/answers.ts'
import type { AccessOptions, Handler } from './access/options.ts'
import { isJson } from './access/origin.ts'
import { within } from './deadline.ts'
import { createIssuer, type ClientOptions } from './issuer/issuer.ts'
import { createTokenKeeper } from './issuer/token-keeper.ts'
import { onFirstRequest } from './on-first-request.ts'
import { readRelayRequest } from './request-body.ts'

export interface TokenRelayOptions extends AccessOptions, ClientOptions {
  readonly clock?: AccessOptions['clock']
  /** Most renewals that callers' reports of refused tokens lead to in a day. Default 200. */
  readonly renewalsPerDay?: number | undefined
}

/** Milliseconds for a caller's body. */
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
 * The token relay as a fetch-style handler, for any server and path. The client secret stays inside.
 *
 * Answers 200 `{ token, clientId, expiresIn }`, 403 to callers that may not have a token, 429 to those that ask too often, 503
 * with `Retry-After` where the issuer gives none, 204 to preflights. The options are checked at the first request, because a
 * build that imports the handler has no secrets.
 */
export function createTokenRelay(options: TokenRelayOptions): Handler {
  return onFirstRequest(() => configuredRelay(options))
}

/** @throws {WaraqError} `invalid_relay_configuration` */
export function configuredRelay(options: TokenRelayOptions): Handler {
  const issuer = createIssuer(options)
  const guard = createGuard(options, rules)
  const { clock } = guard
  const keeper = createTokenKeeper({ ...guard, issuer, renewalsPerDay: options.renewalsPerDay })
  return (request, host) =>
    guard.handle(request, host, async () => {
      const asked = await within(clock, bodyWithinMs, () => readRelayRequest(request)).catch(() => undefined)
      if (!asked) throw new Refused('body')
      const taken = await keeper.take(asked.renew, host)
      if ('retryAfterSeconds' in taken) return unavailableAnswer(taken.retryAfterSeconds)
      const token: RelayedToken = {
        token: taken.token,
        clientId: issuer.clientId,
        expiresIn: taken.expiresInSeconds,
      }
      return Response.json(token)
    })
}
