import type { RelayOption } from 'waraq/client'

/** Name of the library's database. The engine in its worker, the service worker and the page's reads all use it. */
export const databaseName = 'waraq'

/** Where the reader gets its content from. The reader's server provides it, so that one build runs anywhere. */
export interface ReaderConfig {
  readonly contentRoot: string
  /** The relay. Only workers send requests to it: for tokens, or for content if it is a proxy. */
  readonly relay: RelayOption
  /**
   * Addresses of the hosts that recordings may come from. Relative addresses are resolved against the first one. The page's
   * policy allows only the origins of these hosts. Without this field, audio is not set up.
   */
  readonly audio?: readonly string[]
  /**
   * Origins that fonts of mushafs may come from, in addition to the origin of the content root. The page's policy allows no
   * others.
   */
  readonly fonts?: readonly string[]
  /** The address of the backend for user data on the reader's own server. Without it there are no accounts. */
  readonly user?: string
  /** The admin endpoint of a sandbox, without a slash at the end. A deployment with a real service has none. */
  readonly admin?: string
}

const areOrigins = (value: unknown) =>
  value === undefined || (Array.isArray(value) && value.every((origin) => typeof origin === 'string'))

function isReaderConfig(value: unknown): value is ReaderConfig {
  if (typeof value !== 'object' || value === null) return false
  const { contentRoot, relay, audio, fonts, user, admin } = value as Record<string, unknown>
  if (!areOrigins(audio) || !areOrigins(fonts)) return false
  const isTextOrNone = (part: unknown) => part === undefined || typeof part === 'string'
  // The engine checks the fields of the relay.
  const isRelay = typeof relay === 'string' || (typeof relay === 'object' && relay !== null)
  return typeof contentRoot === 'string' && isRelay && isTextOrNone(user) && isTextOrNone(admin)
}

/** Raise the number when the stored shape changes. */
const configKey = 'waraq.config.1'

/**
 * Returns the configuration of the last start, so that a page that opens need not wait for the server. Null before the
 * first start.
 */
export function keptConfig(): ReaderConfig | null {
  try {
    const config: unknown = JSON.parse(localStorage.getItem(configKey) ?? 'null')
    return isReaderConfig(config) ? config : null
  } catch {
    return null
  }
}

/** Stores the configuration. Returns whether it differs from the stored one. */
export function keepConfig(config: ReaderConfig): boolean {
  try {
    const said = JSON.stringify(config)
    if (said === localStorage.getItem(configKey)) return false
    localStorage.setItem(configKey, said)
    return true
  } catch {
    // Without storage, each start requests the configuration from the server.
    return false
  }
}

/**
 * Whether the page may reload for a new configuration: at most once a minute, even if the server returns another one each
 * time.
 */
export function mayReload(now: number): boolean {
  try {
    const last = Number(sessionStorage.getItem('waraq.reloaded') ?? -Infinity)
    if (Math.abs(now - last) < 60_000) return false
    sessionStorage.setItem('waraq.reloaded', String(now))
    return true
  } catch {
    return false
  }
}

/** Requests the configuration from the reader's server. Offline, the service worker answers with its latest copy. */
export async function loadConfig(): Promise<ReaderConfig> {
  const response = await fetch('/config.json')
  const config: unknown = response.ok ? await response.json() : undefined
  if (!isReaderConfig(config)) throw new Error('There is no configuration.')
  return config
}
