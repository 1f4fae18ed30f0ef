import { clientFromEnvironment, contentRootFromEnvironment } from '@waraq/relay/node'
import type { Service } from './service.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Options of the command line that take precedence over the environment. */
export interface Addresses {
  readonly contentRoot?: string | undefined
  readonly authUrl?: string | undefined
}

/**
 * Returns the service that the environment names: with the variables of the relay's command, and `WARAQ_CONTENT_ROOT`.
 * @throws {WaraqError} `invalid_relay_configuration`, which names what is missing but never a value
 */
export function serviceFromEnvironment(env: Environment, addresses: Addresses = {}): Service {
  const named = {
    ...env,
    ...(addresses.contentRoot === undefined ? {} : { WARAQ_CONTENT_ROOT: addresses.contentRoot }),
    ...(addresses.authUrl === undefined
      ? {}
      : { WARAQ_AUTH_URL: addresses.authUrl, WARAQ_ENVIRONMENT: undefined }),
  }
  const issuer = clientFromEnvironment(named)
  const root = contentRootFromEnvironment({ ...named, WARAQ_ENVIRONMENT: env['WARAQ_ENVIRONMENT'] })
  return { contentRoot: root, issuer }
}
