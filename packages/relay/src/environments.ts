import { configurationError } from './configuration.ts'

/** The service's two environments, each of which has its own clients and data. */
const environments = {
  prelive: {
    authUrl: 'https://prelive-oauth2.quran.foundation',
    contentRoot: 'https://apis-prelive.quran.foundation/content',
    userRoot: 'https://apis-prelive.quran.foundation',
  },
  production: {
    authUrl: 'https://oauth2.quran.foundation',
    contentRoot: 'https://apis.quran.foundation/content',
    userRoot: 'https://apis.quran.foundation',
  },
} as const

export type EnvironmentName = keyof typeof environments

export type ServiceAddresses = Readonly<Record<'authUrl' | 'contentRoot' | 'userRoot', string>>

/**
 * @param option the name of the option, for the error
 * @throws {WaraqError} `invalid_relay_configuration` if no environment has this name
 */
export function environmentNamed(option: string, name: string): ServiceAddresses {
  if (Object.hasOwn(environments, name)) return environments[name as EnvironmentName]
  throw configurationError(`${option} must be one of ${Object.keys(environments).join(', ')}.`)
}
