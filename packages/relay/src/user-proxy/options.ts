import {
  areaOfScope,
  signInScopes,
  type UserRoots,
  type UserScope,
  type UserService,
} from '@waraq/protocol/user'
import type { AccessOptions } from '../access/options.ts'
import { configurationError, mountPath, safeRoot } from '../configuration.ts'
import { checkCredentials } from '../issuer/credentials.ts'
import type { ClientOptions } from '../issuer/issuer.ts'
import { returnPath } from './return-path.ts'

/** The part of an operation that the proxy needs. The operations of `waraq/client` have this form. */
export interface ProxiedOperation {
  readonly service: UserService
  readonly method: string
  /** Below the service's root, with its parameters in braces: `/v1/posts/{id}`. */
  readonly path: string
  /** Schemas of parameters that are not plain text. */
  readonly params?: Readonly<Record<string, ParameterSchema>> | undefined
  /** Null: any token of a user is enough. */
  readonly scope: UserScope | null
  /** Requests may have `if-match`, `if-none-match` and `idempotency-key`, which are passed on to the service. */
  readonly conditional?: true | undefined
}

export interface ParameterSchema {
  safeParse(value: unknown): { readonly success: boolean }
}

/** Operations by area and name. */
export type ProxiedOperations = Readonly<Record<string, Readonly<Record<string, ProxiedOperation>>>>

export interface SessionOptions {
  /** Milliseconds without a request after which a session ends. Default: 14 days. */
  readonly idleMs?: number | undefined
  /** Milliseconds after which every session ends. Default: 90 days. */
  readonly absoluteMs?: number | undefined
}

export interface UserDataProxyOptions
  extends Omit<AccessOptions, 'authorize'>, Pick<ClientOptions, 'clientId' | 'clientSecret' | 'fetch'> {
  /** Root of the issuer: `/oauth2/auth`, `/oauth2/token` and `/oauth2/revoke` are added. */
  readonly authUrl: string
  /** The roots of the services of user data. */
  readonly userRoots: UserRoots
  /**
   * The only operations that pages may use: `{ bookmarks, notes }` of `waraq/client`. A parameter of a path may be any
   * text that its operation accepts, so the scope also limits what a page can reach.
   */
  readonly operations: ProxiedOperations
  /**
   * The scopes that users are asked to grant. Default: the scopes of the operations, `offline_access` and `openid`. Without
   * `offline_access` a session ends with its first token. Without `openid` it has no `account`. The issuer refuses every
   * sign-in for a scope that the client was not approved for.
   */
  readonly scope?: string | undefined
  /** The path of the proxy on this server. Default `/user`. */
  readonly path?: string | undefined
  /**
   * The address of `path` as browsers see it: `https://reader.example/user`. The issuer sends users back to `/callback` below
   * it, and has to know that address. Needed behind a server that terminates TLS. Default: the address in the request.
   */
  readonly publicUrl?: string | undefined
  /** The path to which users return after signing in, if the page requested no other. Default `/`. */
  readonly afterSignIn?: string | undefined
  readonly session?: SessionOptions | undefined
}

/** The options as the parts of the proxy use them. */
export interface Settings {
  readonly authUrl: string
  readonly userRoots: UserRoots
  readonly scope: string
  readonly path: string
  readonly publicUrl: string | undefined
  readonly afterSignIn: string
  readonly idleMs: number
  readonly absoluteMs: number
}

const dayMs = 86_400_000

/** @throws {WaraqError} `invalid_relay_configuration` */
export function settingsOf(options: UserDataProxyOptions): Settings {
  const { userRoots, operations, path = '/user', publicUrl } = options
  checkCredentials(options)
  const afterSignIn = returnPath(options.afterSignIn ?? '/')
  if (afterSignIn === undefined) throw configurationError('afterSignIn must be a path, such as /.')
  return {
    authUrl: safeRoot('authUrl', options.authUrl),
    userRoots: {
      auth: safeRoot('userRoots.auth', userRoots?.auth),
      quranReflect: safeRoot('userRoots.quranReflect', userRoots?.quranReflect),
    },
    scope: options.scope ?? scopeOf(operations),
    path: mountPath(path),
    publicUrl: publicUrl === undefined ? undefined : safeRoot('publicUrl', publicUrl),
    afterSignIn,
    idleMs: lengthOf('session.idleMs', options.session?.idleMs, 14 * dayMs),
    absoluteMs: lengthOf('session.absoluteMs', options.session?.absoluteMs, 90 * dayMs),
  }
}

function lengthOf(name: string, ms: number | undefined, usual: number): number {
  if (ms === undefined) return usual
  if (Number.isFinite(ms) && ms > 0) return ms
  throw configurationError(`${name} must be a positive number of milliseconds.`)
}

/** Returns the scopes of the operations. A scope allows its children, so these are left out if it is present. */
function scopeOf(operations: ProxiedOperations | undefined): string {
  const chosen = Object.values(operations ?? {}).flatMap((area) => Object.values(area))
  if (chosen.length === 0) throw configurationError('operations must name what pages may ask for.')
  const scopes = new Set(chosen.map(({ scope }) => scope).filter((scope) => scope !== null))
  const needed = [...scopes].filter(
    (scope) => areaOfScope(scope) === scope || !scopes.has(areaOfScope(scope)),
  )
  return [...needed.sort(), ...signInScopes].join(' ')
}
