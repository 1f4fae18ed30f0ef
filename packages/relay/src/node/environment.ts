import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { authorizeByCookie, authorizeByHeader, authorizeBySession } from '../access/authorize.ts'
import type { AccessOptions } from '../access/options.ts'
import { configurationError } from '../configuration.ts'
import { environmentNamed, type ServiceAddresses } from '../environments.ts'
import type { RedisStore } from '../redis.ts'
import type { NodeRelayOptions, RelayMode } from './node-options.ts'

export type Environment = Readonly<Record<string, string | undefined>>

function list(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter((item) => item !== '')
}

function required(env: Environment, name: string): string {
  const value = env[name]?.trim()
  if (!value) throw configurationError(`${name} must be set.`)
  return value
}

/** Returns which of two variables is set. Not both may be set: a reader of the configuration could not tell which one counts. */
function oneOf(env: Environment, first: string, second: string): string {
  const set = [first, second].filter((name) => env[name]?.trim())
  if (set.length !== 1) throw configurationError(`Set either ${first} or ${second}.`)
  return set[0]!
}

/** Returns an address of the environment that WARAQ_ENVIRONMENT names. @throws {WaraqError} `invalid_relay_configuration` */
function preset(env: Environment, address: keyof ServiceAddresses): string {
  return environmentNamed('WARAQ_ENVIRONMENT', required(env, 'WARAQ_ENVIRONMENT'))[address]
}

const authUrl = (env: Environment) =>
  oneOf(env, 'WARAQ_AUTH_URL', 'WARAQ_ENVIRONMENT') === 'WARAQ_AUTH_URL'
    ? required(env, 'WARAQ_AUTH_URL')
    : preset(env, 'authUrl')

/** @throws {WaraqError} `invalid_relay_configuration` if neither WARAQ_CONTENT_ROOT nor WARAQ_ENVIRONMENT is set */
export function contentRootFromEnvironment(env: Environment): string {
  const given = env['WARAQ_CONTENT_ROOT']?.trim()
  if (given) return given
  if (!env['WARAQ_ENVIRONMENT']?.trim())
    throw configurationError('The content root is not known: set WARAQ_CONTENT_ROOT or WARAQ_ENVIRONMENT.')
  return preset(env, 'contentRoot')
}

const modesByName: Readonly<Record<string, readonly RelayMode[]>> = {
  __proto__: null as never,
  token: ['tokens'],
  proxy: ['proxy'],
  both: ['tokens', 'proxy'],
}

function modes(env: Environment): readonly RelayMode[] {
  const found = modesByName[env['WARAQ_MODE']?.trim() || 'token']
  if (found) return found
  throw configurationError(`WARAQ_MODE must be one of ${Object.keys(modesByName).join(', ')}.`)
}

/** Returns a secret, from the variable itself or from the file that the variable with the suffix `_FILE` names. */
function secret(env: Environment, name: string): string {
  const file = `${name}_FILE`
  if (oneOf(env, name, file) === name) return required(env, name)
  try {
    return readFileSync(required(env, file), 'utf8').trim()
  } catch {
    throw configurationError(`${file} names a file that cannot be read.`)
  }
}

/** Reads the application's client options from the environment. @throws {WaraqError} `invalid_relay_configuration` */
export function clientFromEnvironment(env: Environment): {
  authUrl: string
  clientId: string
  clientSecret: string
} {
  return {
    authUrl: authUrl(env),
    clientId: required(env, 'WARAQ_CLIENT_ID'),
    clientSecret: secret(env, 'WARAQ_CLIENT_SECRET'),
  }
}

const waysToAuthorize = [
  'WARAQ_SESSION_URL',
  'WARAQ_COOKIE_NAME',
  'WARAQ_HEADER_NAME',
  'WARAQ_PUBLIC',
] as const

/** Reads which callers may send requests. The operator has to say so: no default is right for all. */
function authorize(env: Environment): AccessOptions['authorize'] {
  const set = waysToAuthorize.filter((name) => env[name]?.trim())
  if (set.length !== 1) {
    throw configurationError(
      `Set one of ${waysToAuthorize.join(', ')}: a check of sessions, a signed cookie, a header of your own proxy, or 1 where any program on the network may ask.`,
    )
  }
  switch (set[0]!) {
    case 'WARAQ_SESSION_URL':
      return authorizeBySession(required(env, 'WARAQ_SESSION_URL'))
    case 'WARAQ_COOKIE_NAME':
      return authorizeByCookie(required(env, 'WARAQ_COOKIE_NAME'), secret(env, 'WARAQ_COOKIE_SECRET'))
    case 'WARAQ_HEADER_NAME':
      return authorizeByHeader(required(env, 'WARAQ_HEADER_NAME'), secret(env, 'WARAQ_HEADER_VALUE'))
    case 'WARAQ_PUBLIC':
      isSet(env, 'WARAQ_PUBLIC')
      return 'everyone'
  }
}

/** Returns an integer from 0 to `most`; undefined if the variable is not set. */
function wholeNumber(env: Environment, name: string, most: number): number | undefined {
  const text = env[name]?.trim()
  if (!text) return undefined
  if (!/^\d{1,9}$/.test(text) || Number(text) > most)
    throw configurationError(`${name} must be a whole number from 0 to ${most}.`)
  return Number(text)
}

function isSet(env: Environment, name: string): boolean {
  const text = env[name]?.trim()
  if (text && text !== '1') throw configurationError(`${name} must be 1, or not set.`)
  return text === '1'
}

/** Returns a share of all, from 0 to 1; undefined if the variable is not set. */
function share(env: Environment, name: string): number | undefined {
  const text = env[name]?.trim()
  if (!text) return undefined
  if (!/^(0|1|0?\.\d{1,9})$/.test(text)) throw configurationError(`${name} must be a number from 0 to 1.`)
  return Number(text)
}

function admin(env: Environment): NodeRelayOptions['admin'] {
  const port = wholeNumber(env, 'WARAQ_ADMIN_PORT', 65_535)
  return port === undefined ? undefined : { port, host: env['WARAQ_ADMIN_HOST']?.trim() || undefined }
}

/** Limits in requests per minute. 0 lets no request through, so that a slip cannot remove a limit. */
function limits(env: Environment): AccessOptions['limits'] {
  const most = 100_000_000
  return {
    perClient: wholeNumber(env, 'WARAQ_LIMIT_PER_CLIENT', most),
    perOrigin: wholeNumber(env, 'WARAQ_LIMIT_PER_ORIGIN', most),
    all: wholeNumber(env, 'WARAQ_LIMIT', most),
  }
}

/**
 * Reads the options from environment variables; the guide lists them.
 * @throws {WaraqError} `invalid_relay_configuration`, naming the variable at fault and never its value
 */
export function relayOptionsFromEnvironment(env: Environment): NodeRelayOptions {
  const client = clientFromEnvironment(env)
  const file = env['WARAQ_CLIENT_SECRET_FILE']?.trim()
  const chosen = modes(env)
  return {
    ...client,
    // The file is read again for each use, so that a new secret needs no restart.
    ...(file ? { clientSecret: async () => (await readFile(file, 'utf8')).trim() } : {}),
    modes: chosen,
    ...(chosen.includes('proxy') ? { contentRoot: contentRootFromEnvironment(env) } : {}),
    authorize: authorize(env),
    allowedOrigins: list(env['WARAQ_ALLOWED_ORIGINS']),
    allowedHosts: list(env['WARAQ_ALLOWED_HOSTS']),
    allowedHeaders: list(env['WARAQ_ALLOWED_HEADERS']),
    credentials: isSet(env, 'WARAQ_CREDENTIALS'),
    sameOrigin: isSet(env, 'WARAQ_SAME_ORIGIN'),
    limits: limits(env),
    renewalsPerDay: wholeNumber(env, 'WARAQ_RENEWALS_PER_DAY', 2_880),
    trustedProxies: wholeNumber(env, 'WARAQ_TRUSTED_PROXIES', 16),
    logShare: share(env, 'WARAQ_LOG_SHARE'),
    admin: admin(env),
    host: env['HOST']?.trim() || undefined,
    port: wholeNumber(env, 'PORT', 65_535),
  }
}

/**
 * Returns the store that the processes of a fleet share, if `WARAQ_REDIS_URL`, or the file that `WARAQ_REDIS_URL_FILE` names,
 * contains the address of a Redis.
 * @throws {WaraqError} `invalid_relay_configuration`
 */
export async function storeFromEnvironment(env: Environment): Promise<RedisStore | undefined> {
  if (!env['WARAQ_REDIS_URL']?.trim() && !env['WARAQ_REDIS_URL_FILE']?.trim()) return undefined
  const url = secret(env, 'WARAQ_REDIS_URL')
  if (!/^rediss?:\/\//.test(url))
    throw configurationError('WARAQ_REDIS_URL must begin with redis:// or rediss://.')
  const { redisStore } = await import('../redis.ts').catch(() => {
    throw configurationError('WARAQ_REDIS_URL needs two packages more: npm install unstorage ioredis.')
  })
  return redisStore(url)
}
