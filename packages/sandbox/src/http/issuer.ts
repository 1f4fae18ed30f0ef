import { Hono } from 'hono'
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

/** `POST /oauth2/token`: client credentials, by HTTP Basic only. */
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
    if (!form.has('grant_type')) return oauthError(400, 'invalid_request', 'grant_type is missing.')
    if (form.get('grant_type') !== 'client_credentials') {
      return oauthError(400, 'unsupported_grant_type', 'Only client_credentials is served.')
    }
    const scope = form.get('scope') ?? ''
    const allowed = client.scopes ?? ['content']
    if (scope === '' || !scope.split(' ').every((one) => allowed.includes(one))) {
      return oauthError(400, 'invalid_scope', `The client may ask for: ${allowed.join(' ')}.`)
    }
    const token = await parts.authority.issue(client.clientId, scope)
    const body = { access_token: token, expires_in: parts.authority.lifetime, scope, token_type: 'bearer' }
    return json(body, 200, { pragma: 'no-cache' })
  })
}
