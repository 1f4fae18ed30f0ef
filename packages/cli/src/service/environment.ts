import { WaraqError } from '@waraq/contract'
import { clientFromEnvironment } from '@waraq/relay/node'
import type { Service } from './service.ts'

/** Content roots of the known environments; the relay has their issuers. */
const contentRoots: Readonly<Record<string, string>> = {
  __proto__: null as never,
  prelive: 'https://apis-prelive.quran.foundation/content',
  production: 'https://apis.quran.foundation/content',
}

export type Environment = Readonly<Record<string, string | undefined>>

/** What the command line says instead of the environment. */
export interface Addresses {
  readonly contentRoot?: string | undefined
  readonly authUrl?: string | undefined
}

function contentRoot(env: Environment): string {
  const root = env['WARAQ_CONTENT_ROOT']?.trim() || contentRoots[env['WARAQ_ENVIRONMENT']?.trim() ?? '']
  if (root) return root
  throw new WaraqError({
    code: 'invalid_command',
    message: 'The content root is not known. Set WARAQ_CONTENT_ROOT or give --content-root.',
  })
}

/**
 * The service that the environment names, by the variables of the relay's command, and `WARAQ_CONTENT_ROOT` beside them.
 * @throws {WaraqError} `invalid_relay_configuration`, `invalid_command`, naming what is missing and never a value
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
  const root = contentRoot({ ...named, WARAQ_ENVIRONMENT: env['WARAQ_ENVIRONMENT'] })
  return { contentRoot: root, issuer }
}
