import { userRootsBelow } from '@waraq/protocol/user'
import { nothingHere } from './access/guard.ts'
import type { AccessOptions, Handler } from './access/options.ts'
import { systemClock } from './clock.ts'
import { configurationError, mountPath } from './configuration.ts'
import { configuredContentProxy, type ContentProxyOptions } from './content-proxy.ts'
import type { RelayLog, RelayLogEntry } from './events/log.ts'
import { environmentNamed, type EnvironmentName, type ServiceAddresses } from './environments.ts'
import { onFirstRequest } from './on-first-request.ts'
import { memoryStore } from './store/memory-store.ts'
import type { UserDataProxyOptions } from './user-proxy/options.ts'
import { configuredProxy } from './user-proxy/user-proxy.ts'

export interface WaraqServerOptions
  extends
    Omit<AccessOptions, 'allowedOrigins'>,
    Pick<
      ContentProxyOptions,
      'scope' | 'fetch' | 'renewalsPerDay' | 'compress' | 'mostConcurrent' | 'timeouts' | 'mostBytes'
    >,
    Partial<ServiceAddresses> {
  /** The path of this handler on its server: the `endpoint` of `createWaraq`. Default `/waraq`. */
  readonly path?: string | undefined
  /** Origins of other pages that may send requests. Default: only the server's own. */
  readonly allowedOrigins?: readonly string[] | undefined
  /**
   * The environment of the service. Default: the variable `WARAQ_ENVIRONMENT`. To use another service, set `authUrl`,
   * `contentRoot` and, for user data, `userRoot` instead; their defaults are `WARAQ_AUTH_URL`, `WARAQ_CONTENT_ROOT` and
   * `WARAQ_USER_ROOT`.
   */
  readonly environment?: EnvironmentName | undefined
  /** Default: `WARAQ_CLIENT_ID`. */
  readonly clientId?: string | undefined
  /** Default: `WARAQ_CLIENT_SECRET`. */
  readonly clientSecret?: ContentProxyOptions['clientSecret'] | undefined
  /** Lets people sign in, for the named operations. Default: a person's data stays on the device. */
  readonly user?:
    Pick<UserDataProxyOptions, 'operations' | 'scope' | 'publicUrl' | 'afterSignIn' | 'session'> | undefined
  /** The variables from which defaults are read. Default: those of the process, if it has any. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
}

/**
 * Creates one fetch-style handler for everything that an application's server does for Waraq, below one path: `content`, which
 * forwards requests to the service with the application's token, and with the option `user` also `user`, where people sign in.
 * Tokens and credentials stay on the server.
 *
 * The options are checked at the first request, because a build that imports the handler has no secrets. If one is missing, the
 * handler rejects with `invalid_relay_configuration`, which names it.
 */
export function waraqServer(options: WaraqServerOptions): Handler {
  return onFirstRequest(() => configuredServer(options))
}

/** @throws {WaraqError} `invalid_relay_configuration` */
function configuredServer(options: WaraqServerOptions): Handler {
  const {
    path = '/waraq',
    allowedOrigins = [],
    sameOrigin = true,
    env = ownVariables(),
    user,
    ...rest
  } = options
  const mount = mountPath(path)
  const common = {
    ...rest,
    ...addressesOf(options, env),
    log: options.log ?? operatorsLog,
    allowedOrigins,
    sameOrigin,
    // One store for tokens, limits and sessions of everything below the path.
    store: options.store ?? memoryStore(options.clock ?? systemClock),
    clientId: options.clientId ?? variable(env, 'WARAQ_CLIENT_ID', 'clientId'),
    clientSecret: options.clientSecret ?? variable(env, 'WARAQ_CLIENT_SECRET', 'clientSecret'),
  }
  const parts: Record<string, Handler> = {
    content: configuredContentProxy({ ...common, path: `${mount}/content` }),
    ...(user && {
      user: configuredProxy({
        ...common,
        ...user,
        userRoots: userRootsBelow(common.userRoot),
        path: `${mount}/user`,
      }),
    }),
  }
  const nothing = nothingHere({ ...common, authorize: 'everyone' })
  return (request, host) => {
    const { pathname } = new URL(request.url)
    const [part = ''] = pathname.startsWith(`${mount}/`) ? pathname.slice(mount.length + 1).split('/', 1) : []
    return ((Object.hasOwn(parts, part) ? parts[part] : undefined) ?? nothing)(request, host)
  }
}

/** Failures that need the operator. Entries that callers can cause are left out. */
const forOperators: ReadonlySet<RelayLogEntry['event']> = new Set([
  'issuer_refused',
  'issuer_failed',
  'relay_failed',
])

/** The log of a server whose operator passed none: callers only learn that the service failed, so the reason has to be here. */
const operatorsLog: RelayLog = (entry) => {
  if (forOperators.has(entry.event)) console.error(`waraqServer: ${JSON.stringify(entry)}`)
}

function addressesOf(
  options: WaraqServerOptions,
  env: Readonly<Record<string, string | undefined>>,
): ServiceAddresses {
  const {
    authUrl = env['WARAQ_AUTH_URL'],
    contentRoot = env['WARAQ_CONTENT_ROOT'],
    userRoot = env['WARAQ_USER_ROOT'],
  } = options
  const isNamed = authUrl === undefined || options.environment !== undefined
  const name =
    options.environment ?? (isNamed ? variable(env, 'WARAQ_ENVIRONMENT', 'environment') : undefined)
  const preset = name === undefined ? undefined : environmentNamed('environment', name)
  return {
    authUrl: authUrl ?? preset?.authUrl ?? '',
    contentRoot: contentRoot ?? preset?.contentRoot ?? '',
    userRoot: userRoot ?? preset?.userRoot ?? '',
  }
}

function variable(env: Readonly<Record<string, string | undefined>>, name: string, option: string): string {
  const value = env[name]?.trim()
  if (value) return value
  throw configurationError(`${option} must be set, or the variable ${name}.`)
}

/** Edge runtimes may have no process. */
function ownVariables(): Readonly<Record<string, string | undefined>> {
  return (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env ?? {}
}
