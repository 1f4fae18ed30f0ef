import { Hono } from 'hono'
import type { SandboxClient } from '../options.ts'
import type { RouteEnv, ServiceDependencies } from './context.ts'
import { oauthError } from './errors.ts'
import { isLoopbackHost } from './loopback.ts'
import { signInPage } from './sign-in-page.ts'
import { grantableScopes } from './user-data.ts'

/**
 * Whether users may be sent to the address. The client has to name it; if the client names none, it has to be on this
 * machine.
 */
function mayReturnTo(client: SandboxClient, uri: string): boolean {
  if (client.redirectUris) return client.redirectUris.includes(uri)
  if (!URL.canParse(uri)) return false
  const { protocol, hostname, hash } = new URL(uri)
  return /^https?:$/.test(protocol) && isLoopbackHost(hostname) && hash === ''
}

function sendBack(uri: string, state: string | null, result: Readonly<Record<string, string>>): Response {
  const target = new URL(uri)
  for (const [name, value] of Object.entries(result)) target.searchParams.set(name, value)
  if (state !== null) target.searchParams.set('state', state)
  return new Response(null, {
    status: 302,
    headers: { location: target.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })
}

/** The OAuth error code of an invalid request, if it can be reported to the client. */
function problemOf(asked: URLSearchParams): string | undefined {
  if (asked.get('response_type') !== 'code') return 'unsupported_response_type'
  const wanted = asked.get('scope')?.split(' ') ?? []
  if (wanted.length === 0 || !wanted.every((scope) => grantableScopes.includes(scope))) return 'invalid_scope'
  const method = asked.get('code_challenge_method')
  if (asked.has('code_challenge') ? method !== 'S256' : method !== null) return 'invalid_request'
  return undefined
}

/**
 * `GET /oauth2/auth`: a user signs in and grants a client what it requests (OAuth 2.0 authorization code, with or without
 * PKCE). With `login_hint`, the name of a user, no page is shown.
 */
export function authorizationRoutes(parts: ServiceDependencies) {
  return new Hono<RouteEnv>().get('/oauth2/auth', (c) => {
    const asked = new URL(c.req.url).searchParams
    const client = parts.clients.find(({ clientId }) => clientId === asked.get('client_id'))
    if (!client) return oauthError(400, 'invalid_client', 'No client has this client_id.')
    const redirectUri = asked.get('redirect_uri') ?? ''
    if (!mayReturnTo(client, redirectUri)) {
      return oauthError(400, 'invalid_request', 'The client may not be sent back to this redirect_uri.')
    }
    const state = asked.get('state')
    const problem = problemOf(asked)
    if (problem !== undefined) return sendBack(redirectUri, state, { error: problem })
    const name = asked.get('login_hint')
    if (name === null) return signInPage(client.clientId, asked, parts.people.all)
    const person = parts.people.findByName(name)
    if (!person) return sendBack(redirectUri, state, { error: 'access_denied' })
    const code = parts.codes.issue({
      clientId: client.clientId,
      redirectUri,
      scope: asked.get('scope')!,
      userId: person.id,
      challenge: asked.get('code_challenge') ?? undefined,
    })
    return sendBack(redirectUri, state, { code })
  })
}
