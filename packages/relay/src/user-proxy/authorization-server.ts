import * as oauth from 'oauth4webapi'
import type { RelayClock } from '../clock.ts'
import { within } from '../deadline.ts'
import { basicAuthorization, currentSecret } from '../issuer/credentials.ts'
import { lifeOf } from '../issuer/issued-answer.ts'
import { isToken } from '../issuer/issued-answer.ts'
import { readLimited } from '../read-limited.ts'
import { accountOf } from './account.ts'
import { isRedirect } from './redirects.ts'
import type { UserDataProxyOptions } from './options.ts'

/** The tokens of a user, and what the user allowed, as the issuer gave them. */
export interface Tokens {
  readonly accessToken: string
  /** Undefined where the issuer gave none, or none that is newer. */
  readonly refreshToken: string | undefined
  readonly scope: string | undefined
  readonly lifeSeconds: number
  /** Who signed in; undefined where the issuer did not say. */
  readonly account: string | undefined
}

/** Reasons are words of a fixed list: the issuer's own text is not repeated. */
export type Grant =
  | { readonly kind: 'granted'; readonly tokens: Tokens }
  /** The code or the refresh token is not valid, and never will be. */
  | { readonly kind: 'refused' }
  /** The failure may pass: the issuer is out of order, or the operator changes the configuration. */
  | { readonly kind: 'failed'; readonly reason: 'invalid_client' | 'unusable' }

export interface SignInRequest {
  readonly redirectUri: string
  readonly scope: string
  readonly state: string
  readonly verifier: string
  /** The user that the page expects to sign in. */
  readonly loginHint: string | undefined
}

/** The answer with which the issuer sent a user back. */
export type SignInAnswer =
  | { readonly kind: 'code'; readonly parameters: URLSearchParams }
  | { readonly kind: 'denied' | 'other_state' | 'failed' }

const withinMs = 8_000
/** An issuer takes a refresh token once, so an answer that comes late is still waited for: it has the only one that is valid. */
export const refreshWithinMs = 30_000
const revokeWithinMs = 3_000
const mostAnswerBytes = 65_536

type Settings = Pick<UserDataProxyOptions, 'clientId' | 'clientSecret' | 'fetch' | 'authUrl'>

/** The issuer's part in signing users in. Never throws: errors of `fetch` may quote the credentials. */
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
  const send = given ?? ((input: RequestInfo | URL, init?: RequestInit) => fetch(input, init))

  /** By HTTP Basic, written as the token relay writes it: the library escapes more than some issuers undo. */
  async function authentication(): Promise<oauth.ClientAuth> {
    const secret = await currentSecret(clientSecret, clock)
    return (_issuer, _client, _body, headers) =>
      headers.set('authorization', basicAuthorization(clientId, secret))
  }

  /** A request to the issuer within a time, in which its whole answer is read. */
  async function converse<T>(
    ms: number,
    work: (authentication: oauth.ClientAuth, options: oauth.TokenEndpointRequestOptions) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController()
    const options = {
      // The configuration was checked: only a loopback host is asked over http.
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
    /** Where a user signs in. */
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

    /** Reads the issuer's answer from the address that it sent a user back to. */
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

    /** Revokes a token; a refresh token with all tokens made of it (RFC 7009). False where the issuer did not confirm it. */
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

/** Where the answer has the id token once it is read: the library would end the sign-in for an issuer's name of another form. */
const idTokenApart = 'waraq:id_token'

/** The issuer's answer, read within a bound. */
async function wholeAnswer(send: typeof fetch, url: string, init: RequestInit): Promise<Response> {
  const answer = await send(url, { ...init, cache: 'no-store', redirect: 'manual' })
  const text = await readLimited(answer.body, mostAnswerBytes)
  // A redirect that is followed could carry the credentials to a stranger.
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
