import { Hono } from 'hono'
import type { SandboxClient } from '../options.ts'
import type { AuthorizationCodes } from '../service/authorization-codes.ts'
import type { RouteEnv, ServiceParts } from './context.ts'
import { json, oauthError } from './errors.ts'

interface BasicCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** Client id and secret from an `Authorization: Basic` header; both are form-encoded inside (RFC 6749, 2.3.1). */
export function basicCredentials(header: string | undefined): BasicCredentials | undefined {
  const match = /^basic +([A-Za-z0-9+/=]+)$/i.exec(header ?? '')
  if (!match) return undefined
  const text = Buffer.from(match[1]!, 'base64').toString()
  const colon = text.indexOf(':')
  if (colon < 0) return undefined
  try {
    return {
      clientId: decodeURIComponent(text.slice(0, colon)),
      clientSecret: decodeURIComponent(text.slice(colon + 1)),
    }
  } catch {
    return undefined
  }
}

interface Issued {
  readonly scope: string
  /** Whose token it is; undefined for the client's own. */
  readonly userId?: string
}

/** What the client may have on its own behalf. */
function ownGrant(form: URLSearchParams, client: SandboxClient): Issued | Response {
  const scope = form.get('scope') ?? ''
  const allowed = client.scopes ?? ['content']
  if (scope !== '' && scope.split(' ').every((one) => allowed.includes(one))) return { scope }
  return oauthError(400, 'invalid_scope', `The client may ask for: ${allowed.join(' ')}.`)
}

/** What a user allowed the client. */
function usersGrant(
  form: URLSearchParams,
  { clientId }: SandboxClient,
  codes: AuthorizationCodes,
): Issued | Response {
  const code = form.get('code')
  const redirectUri = form.get('redirect_uri')
  if (code === null || redirectUri === null) {
    return oauthError(400, 'invalid_request', 'code and redirect_uri are required.')
  }
  const verifier = form.get('code_verifier') ?? undefined
  const grant = codes.redeem({ code, clientId, redirectUri, verifier })
  return grant ?? oauthError(400, 'invalid_grant', 'The code is not good, or no longer.')
}

function grantOf(form: URLSearchParams, client: SandboxClient, codes: AuthorizationCodes) {
  const type = form.get('grant_type')
  if (type === 'client_credentials') return ownGrant(form, client)
  if (type === 'authorization_code') return usersGrant(form, client, codes)
  if (type === null) return oauthError(400, 'invalid_request', 'grant_type is missing.')
  return oauthError(400, 'unsupported_grant_type', 'Served are client_credentials and authorization_code.')
}

/** `POST /oauth2/token`: client credentials and authorization codes, clients by HTTP Basic only. */
export function issuerRoutes(parts: ServiceParts) {
  return new Hono<RouteEnv>().post('/oauth2/token', async (c) => {
    const type = c.req.header('content-type') ?? ''
    if (!/^application\/x-www-form-urlencoded\b/i.test(type)) {
      return oauthError(400, 'invalid_request', 'The body has to be application/x-www-form-urlencoded.')
    }
    const form = new URLSearchParams(await c.req.text())
    const credentials = basicCredentials(c.req.header('authorization'))
    const client = parts.clients.find(
      ({ clientId, clientSecret }) =>
        clientId === credentials?.clientId && clientSecret === credentials.clientSecret,
    )
    if (!client || form.has('client_secret')) {
      return oauthError(401, 'invalid_client', 'Client authentication failed. Use HTTP Basic.')
    }
    const grant = grantOf(form, client, parts.codes)
    if (grant instanceof Response) return grant
    const token = await parts.authority.issue(client.clientId, grant.scope, grant.userId)
    return json(
      {
        access_token: token,
        expires_in: parts.authority.lifetime,
        scope: grant.scope,
        token_type: 'bearer',
      },
      200,
      { pragma: 'no-cache' },
    )
  })
}
