import { accountHeader, relayHeader } from '@waraq/protocol'
import type { UserRoots } from '@waraq/protocol/user'
import type { Right } from '../exchange/request.ts'
import { refusesUser } from './refusals.ts'
import { systemClock, type Clock } from '../clock.ts'
import type { AccessToken, TokenSource } from '../token-source.ts'
import { useTokens } from '../token-use.ts'
import { userRootsOf, type UserRootOption } from './user-root.ts'

/** How user data is accessed: its roots, and the right that requests carry. */
export interface UserConnection {
  readonly roots: UserRoots
  readonly credentials: RequestCredentials
  /**
   * Resolves with the headers that authorize a request. `account`: the account that the request is about, if the caller named
   * it. A connection sends it if the account can be compared with the one that is signed in.
   */
  headers(signal: AbortSignal, account?: string): Promise<Readonly<Record<string, string>>>
  /**
   * Requests headers newer than the refused ones. Returns undefined if the connection cannot get any and the user has to sign
   * in.
   */
  renewed(
    refused: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, string>>> | undefined
}

/** Converts a connection's headers to the right that requests carry. */
export function rightOf(connection: UserConnection, headers: Readonly<Record<string, string>>): Right {
  return {
    headers,
    credentials: connection.credentials,
    // A single character is not a secret, and many messages contain it.
    secrets: Object.values(headers).filter(({ length }) => length > 1),
    renewed: (status, body, signal) =>
      refusesUser(status, body)
        ? connection.renewed(headers, signal)?.then((renewed) => rightOf(connection, renewed))
        : undefined,
  }
}

export interface BackendConnectionOptions {
  /** The backend's address for user data, such as `/api/user`, or one for each service: `userRootsBelow('/api/user')`. */
  readonly root: UserRootOption
}

/**
 * Connects to the application's own backend, which holds the user's tokens and identifies the user by a cookie, such as
 * `createUserDataProxy` of `@waraq/relay`. Recommended: the page never has a token.
 *
 * Each request has the header `x-relay: 1`. If the backend requires that header and admits only this page's origin, no other
 * page can send requests in the user's name. A call that names an `account` also has the header `x-relay-account`. If another
 * account is signed in, the backend answers 409 with the type `other_account` and sends nothing to the service.
 * @throws {WaraqError} `invalid_user_root`
 */
export function backendConnection({ root }: BackendConnectionOptions): UserConnection {
  return {
    roots: userRootsOf(root),
    credentials: 'include',
    headers: (_, account) =>
      Promise.resolve({
        [relayHeader.name]: relayHeader.value,
        ...(account === undefined ? {} : { [accountHeader]: account }),
      }),
    renewed: () => undefined,
  }
}

export interface DirectConnectionOptions {
  /** The service's addresses for user data, such as `userRoots.production`. Must be https, or http on a loopback host. */
  readonly root: UserRootOption
  /** Tokens that are bound to the user. */
  readonly tokens: TokenSource
  /** Default: `systemClock`. */
  readonly clock?: Clock | undefined
}

/**
 * Connects to the service itself, with a token on each request: for backends, and for programs that already hold the user's
 * token. The token identifies the user, so the `account` of a call is not sent.
 * @throws {WaraqError} `invalid_user_root`
 */
export function directConnection({
  root,
  tokens,
  clock = systemClock,
}: DirectConnectionOptions): UserConnection {
  const use = useTokens(tokens, clock)
  const sent = new WeakMap<object, AccessToken>()
  const headersOf = (token: AccessToken) => {
    const headers = { 'x-auth-token': token.token, 'x-client-id': token.clientId }
    sent.set(headers, token)
    return headers
  }
  return {
    roots: userRootsOf(root),
    credentials: 'omit',
    headers: async (signal) => headersOf(await use.current(signal)),
    renewed: async (refused, signal) => headersOf(await use.renewed(sent.get(refused)!, signal)),
  }
}
