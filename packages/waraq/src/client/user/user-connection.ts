import { accountHeader, relayHeader } from '@waraq/protocol'
import type { UserRoots } from '@waraq/protocol/user'
import type { Right } from '../exchange/request.ts'
import { refusesUser } from './refusals.ts'
import { systemClock, type Clock } from '../clock.ts'
import type { AccessToken, TokenSource } from '../token-source.ts'
import { useTokens } from '../token-use.ts'
import { userRootsOf, type UserRootOption } from './user-root.ts'

/** How user data is reached: where it is, and by what right. */
export interface UserConnection {
  readonly roots: UserRoots
  readonly credentials: RequestCredentials
  /**
   * Headers that give the right to ask. `account`: whose data the request is about, where the caller said it; a connection that can
   * have that compared with who is signed in sends it.
   */
  headers(signal: AbortSignal, account?: string): Promise<Readonly<Record<string, string>>>
  /** Headers newer than the refused ones; undefined where the connection can have none and the user has to sign in. */
  renewed(
    refused: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, string>>> | undefined
}

/** The right that a connection's headers give, as requests take it. */
export function rightOf(connection: UserConnection, headers: Readonly<Record<string, string>>): Right {
  return {
    headers,
    credentials: connection.credentials,
    // A single character is no secret, and many messages hold it.
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
 * A backend of the application's own that holds the user's tokens and is told by a cookie who asks, such as
 * `createUserDataProxy` of `@waraq/relay`. The recommended way: the page never has a token.
 *
 * Each request has the header `x-relay: 1`. A backend that takes no request without it, and admits this page's origin only, is
 * asked by no other page in the user's name. A call that names an `account` has the header `x-relay-account` as well: the backend
 * answers 409 with the type `other_account`, and asks the service nothing, where another account is signed in.
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
 * The service itself, with a token on each request: for backends and for programs that hold the user's token anyway. The token
 * says whose data it is, so the `account` of a call is not sent.
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
