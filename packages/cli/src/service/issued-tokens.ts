import { type Clock, type TokenSource, relayTokens } from 'waraq/client'
import { IssuedToken } from '@waraq/protocol'
import { createTokenRelay, type RelayLogEntry } from '@waraq/relay'
import type { Secrets } from './secrets.ts'
import type { Issuer } from './service.ts'

/** The issuer's response without the token. */
export interface Grant {
  readonly scope: string | undefined
  readonly expiresIn: unknown
}

export interface IssuedTokens {
  readonly source: TokenSource
  /** The relay's log entries. */
  readonly reported: readonly RelayLogEntry[]
  /** Grant of the latest token; undefined before the first. */
  grant(): Grant | undefined
}

interface Parts {
  readonly issuer: Issuer
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly secrets: Secrets
}

/** Origin under which this process sends requests to its own relay. No server listens there. */
const page = 'http://localhost'

/**
 * Issues tokens by client credentials in the same way as for a reader, through a token relay. The relay is in this process and is
 * called without a socket. Its rules about scope, lifetime and repeated attempts are therefore those that an application meets.
 */
export function issuedTokens({ issuer, fetch, clock, secrets }: Parts): IssuedTokens {
  const reported: RelayLogEntry[] = []
  let grant: Grant | undefined
  const { clientId, clientSecret } = issuer
  secrets.add(clientId, clientSecret, Buffer.from(`${clientId}:${clientSecret}`).toString('base64'))

  const noting: typeof fetch = async (input, init) => {
    const authorization = new Headers(init?.headers).get('authorization')
    if (authorization !== null) secrets.add(authorization.replace(/^Basic /, ''))
    const response = await fetch(input, init)
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => undefined)
    const issued = IssuedToken.safeParse(body)
    if (issued.success) {
      secrets.add(issued.data.access_token)
      grant = { scope: issued.data.scope, expiresIn: issued.data.expires_in }
    }
    return response
  }
  const relay = createTokenRelay({
    ...issuer,
    allowedOrigins: [page],
    authorize: 'everyone',
    limits: false,
    clock,
    fetch: noting,
    log: (entry) => reported.push(entry),
  })
  const ask: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    request.headers.set('origin', page)
    return relay(request)
  }
  return { source: relayTokens(`${page}/token`, { fetch: ask, clock }), reported, grant: () => grant }
}
