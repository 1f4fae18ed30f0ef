import { readFileSync } from 'node:fs'
import type { NodeRelayOptions } from './node-options.ts'
import { configurationError } from './options.ts'

/** Issuers of the known environments. A process serves one of them. */
export const issuerPresets: Readonly<Record<string, string>> = {
  prelive: 'https://prelive-oauth2.quran.foundation',
  production: 'https://oauth2.quran.foundation',
}

type Environment = Readonly<Record<string, string | undefined>>

function list(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter((item) => item !== '')
}

function required(env: Environment, name: string): string {
  const value = env[name]?.trim()
  if (!value) throw configurationError(`${name} must be set.`)
  return value
}

/** Exactly one of two variables: with both, nobody knows which one was meant. */
function oneOf(env: Environment, first: string, second: string): string {
  const set = [first, second].filter((name) => env[name]?.trim())
  if (set.length !== 1) throw configurationError(`Set either ${first} or ${second}.`)
  return set[0]!
}

function authUrl(env: Environment): string {
  if (oneOf(env, 'WARAQ_AUTH_URL', 'WARAQ_ENVIRONMENT') === 'WARAQ_AUTH_URL')
    return required(env, 'WARAQ_AUTH_URL')
  const name = required(env, 'WARAQ_ENVIRONMENT')
  const preset = Object.hasOwn(issuerPresets, name) ? issuerPresets[name] : undefined
  if (preset === undefined) {
    throw configurationError(`WARAQ_ENVIRONMENT must be one of ${Object.keys(issuerPresets).join(', ')}.`)
  }
  return preset
}

function clientSecret(env: Environment): string {
  const name = oneOf(env, 'WARAQ_CLIENT_SECRET', 'WARAQ_CLIENT_SECRET_FILE')
  if (name === 'WARAQ_CLIENT_SECRET') return required(env, name)
  try {
    return readFileSync(required(env, name), 'utf8').trim()
  } catch {
    throw configurationError('WARAQ_CLIENT_SECRET_FILE names a file that cannot be read.')
  }
}

function port(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined
  if (!/^\d{1,5}$/.test(text.trim()) || Number(text) > 65_535)
    throw configurationError('PORT must be 0 to 65535.')
  return Number(text)
}

/**
 * Options from environment variables; the README lists them.
 * @throws {WaraqError} `invalid_relay_configuration`, naming the variable at fault and never its value
 */
export function relayOptionsFromEnvironment(env: Environment): NodeRelayOptions {
  return {
    authUrl: authUrl(env),
    clientId: required(env, 'WARAQ_CLIENT_ID'),
    clientSecret: clientSecret(env),
    allowedOrigins: list(env['WARAQ_ALLOWED_ORIGINS']),
    allowedHosts: list(env['WARAQ_ALLOWED_HOSTS']),
    host: env['HOST']?.trim() || undefined,
    port: port(env['PORT']),
  }
}
