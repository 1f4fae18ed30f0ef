import { Hono, type Context } from 'hono'
import type { SandboxClient } from '../options.ts'
import type { AuthorizationCodes } from '../service/authorization-codes.ts'
import type { RefreshTokens } from '../service/refresh-tokens.ts'
import type { RouteEnv, ServiceDependencies } from './context.ts'
import { json, oauthError } from './errors.ts'

interface BasicCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

const formDecoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))

/** Client id and secret from an `Authorization: Basic` header. Both are form-encoded inside (RFC 6749, 2.3.1). */
function basicCredentials(header: string | undefined): BasicCredentials | undefined {
  const match = /^basic +([A-Za-z0-9+/=]+)$/i.exec(header ?? '')
  if (!match) return undefined
  const text = Buffer.from(match[1]!, 'base64').toString()
  const colon = text.indexOf(':')
  if (colon < 0) return undefined
  try {
    return {
      clientId: formDecoded(text.slice(0, colon)),
      clientSecret: formDecoded(text.slice(colon + 1)),
    }
  } catch {
    return undefined
  }
}

interface Issued {
  readonly scope: string
  /** The user of the token; undefined for the client's own token. */
  readonly userId?: string
}

/** Handles a request for the client's own token. */
function ownGrant(form: URLSearchParams, client: SandboxClient): Issued | Response {
  const scope = form.get('scope') ?? ''
  const allowed = client.scopes ?? ['content']
  if (scope !== '' && scope.split(' ').every((one) => allowed.includes(one))) return { scope }
  return oauthError(400, 'invalid_scope', `The client may ask for: ${allowed.join(' ')}.`)
}

/** Exchanges an authorization code for what the user granted the client. */
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

/** Renews what a user granted the client. */
function renewedGrant(form: URLSearchParams, { clientId }: SandboxClient, tokens: RefreshTokens) {
  const grant = tokens.redeem(form.get('refresh_token') ?? '', clientId)
  return grant ?? oauthError(400, 'invalid_grant', 'The refresh token is not good, or no longer.')
}

function grantOf(
  form: URLSearchParams,
  client: SandboxClient,
  { codes, refreshTokens }: ServiceDependencies,
): Issued | Response {
  const type = form.get('grant_type')
  const isPublic = client.clientSecret === undefined
  if (type === 'client_credentials' && !isPublic) return ownGrant(form, client)
  if (type === 'authorization_code') {
    return isPublic && !form.has('code_verifier')
      ? oauthError(400, 'invalid_request', 'A client without a secret needs PKCE.')
      : usersGrant(form, client, codes)
  }
  if (type === 'refresh_token') return renewedGrant(form, client, refreshTokens)
  if (type === null) return oauthError(400, 'invalid_request', 'grant_type is missing.')
  return oauthError(
    400,
    isPublic && type === 'client_credentials' ? 'unauthorized_client' : 'unsupported_grant_type',
    'Served are client_credentials, to clients with a secret, authorization_code and refresh_token.',
  )
}

/** The requesting client: identified by HTTP Basic, or only by its id if it is public. A secret in the body is ignored. */
function clientOf(
  form: URLSearchParams,
  authorization: string | undefined,
  clients: readonly SandboxClient[],
): SandboxClient | undefined {
  if (form.has('client_secret')) return undefined
  const basic = basicCredentials(authorization)
  const [clientId, clientSecret] = basic
    ? [basic.clientId, basic.clientSecret]
    : [form.get('client_id'), undefined]
  return clients.find((client) => client.clientId === clientId && client.clientSecret === clientSecret)
}

/** The request of an authenticated client, or the refusal of any other. */
async function authenticated(
  c: Context<RouteEnv>,
  { clients }: ServiceDependencies,
): Promise<{ readonly form: URLSearchParams; readonly client: SandboxClient } | Response> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) {
    return oauthError(400, 'invalid_request', 'The body has to be application/x-www-form-urlencoded.')
  }
  const form = new URLSearchParams(await c.req.text())
  const client = clientOf(form, c.req.header('authorization'), clients)
  return client
    ? { form, client }
    : oauthError(401, 'invalid_client', 'Client authentication failed. Use HTTP Basic.')
}

/**
 * `POST /oauth2/token`: client credentials, authorization codes and refresh tokens. `POST /oauth2/revoke` ends a token of
 * the client (RFC 7009), and with a refresh token the access token that came with it.
 */
export function issuerRoutes(parts: ServiceDependencies) {
  const { authority, refreshTokens } = parts
  return new Hono<RouteEnv>()
    .post('/oauth2/token', async (c) => {
      const asked = await authenticated(c, parts)
      if (asked instanceof Response) return asked
      const { form, client } = asked
      const { clientId } = client
      const grant = grantOf(form, client, parts)
      if (grant instanceof Response) return grant
      const { scope, userId } = grant
      const accessToken = authority.issue(clientId, scope, userId)
      const allowed = userId === undefined ? [] : scope.split(' ')
      return json(
        {
          access_token: accessToken,
          expires_in: authority.lifetime,
          scope,
          token_type: 'bearer',
          ...(allowed.includes('offline_access') && {
            refresh_token: refreshTokens.issue({ clientId, scope, userId: userId!, accessToken }),
          }),
          ...(allowed.includes('openid') && { id_token: authority.idToken(clientId, userId!) }),
        },
        200,
        { pragma: 'no-cache' },
      )
    })
    .post('/oauth2/revoke', async (c) => {
      const asked = await authenticated(c, parts)
      if (asked instanceof Response) return asked
      const { clientId } = asked.client
      const token = asked.form.get('token')
      if (token === null) return oauthError(400, 'invalid_request', 'token is missing.')
      authority.revoke(refreshTokens.redeem(token, clientId)?.accessToken ?? token, clientId)
      // An unknown token is not an error: it is invalid already, which is the goal of the request.
      return json({}, 200, { pragma: 'no-cache' })
    })
}
