import * as oauth from 'oauth4webapi'
import { isJsonObject, sha256Hex } from '@waraq/protocol'
import type { RelayClock } from '../clock.ts'
import { within } from '../deadline.ts'
import { basicAuthorization, currentSecret } from '../issuer/credentials.ts'
import { isToken, lifeOf } from '../issuer/issued-answer.ts'
import { isRedirect, outgoing, type Send } from '../outgoing.ts'
import { readLimited } from '../read-limited.ts'
import type { UserDataProxyOptions } from './options.ts'

/** The tokens of a user and the granted scope, as returned by the issuer. */
export interface Tokens {
  readonly accessToken: string
  /** Undefined if the issuer returned none, or none that is newer. */
  readonly refreshToken: string | undefined
  readonly scope: string | undefined
  readonly lifeSeconds: number
  /** The account that signed in; undefined if the issuer did not say. */
  readonly account: string | undefined
}

/** Reasons are words of a fixed list: the issuer's own text is not repeated. */
export type Grant =
  | { readonly kind: 'granted'; readonly tokens: Tokens }
  /** The code or the refresh token is not valid, and never will be. */
  | { readonly kind: 'refused' }
  /** The failure may be temporary: the issuer is out of order, or the operator has to change the configuration. */
  | { readonly kind: 'failed'; readonly reason: 'invalid_client' | 'unusable' }

export interface SignInRequest {
  readonly redirectUri: string
  readonly scope: string
  readonly state: string
  readonly verifier: string
  /** The user that the page expects to sign in. */
  readonly loginHint: string | undefined
}

/** The result with which the issuer sent a user back. */
export type SignInAnswer =
  | { readonly kind: 'code'; readonly parameters: URLSearchParams }
  | { readonly kind: 'denied' | 'other_state' | 'failed' }

const withinMs = 8_000
/** An issuer accepts a refresh token once. The relay also waits for a late response, because it has the only valid token. */
export const refreshWithinMs = 30_000
const revokeWithinMs = 3_000
const mostAnswerBytes = 65_536

type Settings = Pick<UserDataProxyOptions, 'clientId' | 'clientSecret' | 'fetch' | 'authUrl'>

/** The issuer's part in signing users in. Never throws, because errors of `fetch` may contain the credentials. */
export type AuthorizationServer = ReturnType<typeof authorizationServer>

/** @param settings - `authUrl` without a slash at the end, https or on a loopback host */
export function authorizationServer(
  { clientId, clientSecret, authUrl, fetch: given }: Settings,
  clock: RelayClock,
) {
  const issuer: oauth.AuthorizationServer = {
    issuer: authUrl,
    token_endpoint: `${authUrl}/oauth2/token`,
    revocation_endpoint: `${authUrl}/oauth2/revoke`,
  }
  const client: oauth.Client = { client_id: clientId }
  const send = outgoing(given)

  /** HTTP Basic, written as the token relay writes it: the library escapes more than some issuers decode. */
  async function authentication(): Promise<oauth.ClientAuth> {
    const secret = await currentSecret(clientSecret, clock)
    return (_issuer, _client, _body, headers) =>
      headers.set('authorization', basicAuthorization(clientId, secret))
  }

  /** Sends a request to the issuer, with a timeout that includes reading its complete response. */
  async function converse<T>(
    ms: number,
    work: (authentication: oauth.ClientAuth, options: oauth.TokenEndpointRequestOptions) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController()
    const options = {
      // The configuration was checked: http is used for loopback hosts only.
      [oauth.allowInsecureRequests]: true,
      [oauth.customFetch]: (url: string, init: RequestInit) => wholeAnswer(send, url, init),
      signal: controller.signal,
    }
    try {
      return await within(clock, ms, async () => work(await authentication(), options))
    } finally {
      controller.abort()
    }
  }

  async function grant(
    ms: number,
    work: Parameters<typeof converse<oauth.TokenEndpointResponse>>[1],
  ): Promise<Grant> {
    try {
      return await granted(await converse(ms, work), clientId)
    } catch (error) {
      if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant')
        return { kind: 'refused' }
      return { kind: 'failed', reason: refusesClient(error) ? 'invalid_client' : 'unusable' }
    }
  }

  return {
    /** Returns the address at which a user signs in. */
    async signInAddress({ redirectUri, scope, state, verifier, loginHint }: SignInRequest): Promise<string> {
      const asked = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(loginHint === undefined ? {} : { login_hint: loginHint }),
      })
      return `${authUrl}/oauth2/auth?${asked}`
    },

    /** Reads the issuer's result from the address that it sent a user back to. */
    readAnswer(address: URL, state: string): SignInAnswer {
      const sent = new URLSearchParams(address.search)
      // The service writes its own name with a slash at the end.
      if (sent.get('iss') === `${authUrl}/`) sent.set('iss', authUrl)
      if (sent.get('state') !== state) return { kind: 'other_state' }
      try {
        return { kind: 'code', parameters: oauth.validateAuthResponse(issuer, client, sent, state) }
      } catch (error) {
        const isDenied = error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied'
        return { kind: isDenied ? 'denied' : 'failed' }
      }
    },

    /** @param parameters - of `readAnswer` */
    redeem: (parameters: URLSearchParams, redirectUri: string, verifier: string): Promise<Grant> =>
      grant(withinMs, async (authenticate, options) => {
        const answer = await oauth.authorizationCodeGrantRequest(
          issuer,
          client,
          authenticate,
          parameters,
          redirectUri,
          verifier,
          options,
        )
        return oauth.processAuthorizationCodeResponse(issuer, client, answer)
      }),

    refresh: (refreshToken: string): Promise<Grant> =>
      grant(refreshWithinMs, async (authenticate, options) => {
        const answer = await oauth.refreshTokenGrantRequest(
          issuer,
          client,
          authenticate,
          refreshToken,
          options,
        )
        return oauth.processRefreshTokenResponse(issuer, client, answer)
      }),

    /** Revokes a token; for a refresh token also all tokens made from it (RFC 7009). False if the issuer did not confirm it. */
    async revoke(token: string): Promise<boolean> {
      try {
        await converse(revokeWithinMs, async (authenticate, options) =>
          oauth.processRevocationResponse(
            await oauth.revocationRequest(issuer, client, authenticate, token, options),
          ),
        )
        return true
      } catch {
        return false
      }
    },
  }
}

async function granted(answer: oauth.TokenEndpointResponse, clientId: string): Promise<Grant> {
  const { access_token: accessToken, refresh_token: refreshToken, scope, expires_in: expiresIn } = answer
  if (!isToken(accessToken)) return { kind: 'failed', reason: 'unusable' }
  const { lifeSeconds } = lifeOf(expiresIn)
  const account = await accountOf(answer[idTokenApart], clientId)
  return { kind: 'granted', tokens: { accessToken, refreshToken, scope, lifeSeconds, account } }
}

function refusesClient(error: unknown): boolean {
  const isChallenge = error instanceof oauth.WWWAuthenticateChallengeError
  return isChallenge || (error instanceof oauth.ResponseBodyError && error.error === 'invalid_client')
}

/** The field to which the id token is moved. The library would end the sign-in if the issuer's name in it has another form. */
const idTokenApart = 'waraq:id_token'

/** Returns the issuer's response, read within a size limit. */
async function wholeAnswer(send: Send, url: string, init: RequestInit): Promise<Response> {
  const answer = await send(url, init)
  const text = await readLimited(answer.body, mostAnswerBytes)
  if (text === undefined || isRedirect(answer)) throw new Error('no answer')
  const { status } = answer
  const headers = ['content-type', 'www-authenticate'].flatMap((name): [string, string][] => {
    const value = answer.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return new Response(text === '' ? null : withIdTokenApart(text), { status, headers })
}

function withIdTokenApart(text: string): string {
  try {
    const { id_token: idToken, ...answer } = JSON.parse(text) as { readonly id_token?: unknown }
    return JSON.stringify({ ...answer, [idTokenApart]: idToken })
  } catch {
    return text
  }
}

/**
 * Returns the identifier by which pages know a user: SHA-256 of the client's id and of the id token's `sub`, as hex. It is the
 * same at each sign-in, and different for each client. A `sub` cannot be read back from it, but a guessed one can be checked.
 *
 * The token comes from the issuer itself, over TLS, in exchange for the code or the secret of this client, so checking its
 * signature would add nothing (OpenID Connect Core, 3.1.3.7). Undefined if there is no token, or none for this client.
 */
export async function accountOf(idToken: unknown, clientId: string): Promise<string | undefined> {
  const claims = claimsOf(idToken)
  if (!isJsonObject(claims)) return undefined
  const { sub, aud } = claims
  const isForClient = Array.isArray(aud) ? aud.includes(clientId) : aud === clientId
  if (typeof sub !== 'string' || sub === '' || !isForClient) return undefined
  return sha256Hex(JSON.stringify(['waraq account', clientId, sub]))
}

function claimsOf(token: unknown): unknown {
  try {
    const part = String(token).split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(part), (character) => character.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
