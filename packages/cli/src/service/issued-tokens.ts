import { type Clock, type TokenSource, relayTokens } from 'waraq/client'
import { IssuedToken } from '@waraq/protocol'
import { createTokenRelay, type RelayLogEntry } from '@waraq/relay'
import type { Secrets } from './secrets.ts'
import type { Issuer } from './service.ts'

/** The issuer's answer beside the token. */
export interface Grant {
  readonly scope: string | undefined
  readonly expiresIn: unknown
}

export interface IssuedTokens {
  readonly source: TokenSource
  /** The relay's log entries. */
  readonly told: readonly RelayLogEntry[]
  /** Of the latest token; undefined before the first. */
  grant(): Grant | undefined
}

interface Parts {
  readonly issuer: Issuer
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly secrets: Secrets
}

/** The origin under which this process asks its own relay. Nothing listens there. */
const page = 'http://localhost'

/**
 * Tokens by client credentials, as a reader gets them: from a token relay, here one in this process that is called
 * without a socket. So its rules about scope, lifetime and repeated tries are those that an application meets.
 */
export function issuedTokens({ issuer, fetch, clock, secrets }: Parts): IssuedTokens {
  const told: RelayLogEntry[] = []
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
    log: (entry) => told.push(entry),
  })
  const ask: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    request.headers.set('origin', page)
    return relay(request)
  }
  return { source: relayTokens(`${page}/token`, { fetch: ask, clock }), told, grant: () => grant }
}
