import type { RelayOption } from 'waraq/client'

/** The library's database: one name for the engine in its worker, for the service worker, and for reading in the page. */
export const databaseName = 'waraq'

/** Where the reader gets its content from. The reader's server tells it, so that one build runs anywhere. */
export interface ReaderConfig {
  readonly contentRoot: string
  /** The relay. Only workers ask it, for tokens or as a proxy for content. */
  readonly relay: RelayOption
  /**
   * Addresses of the hosts that recordings may come from; relative ones are below the first one. The page's policy admits their
   * origins and no others. Without it audio is not set up.
   */
  readonly audio?: readonly string[]
  /**
   * Origins that fonts of mushafs may come from, beside that of the content root. The page's policy admits these and no
   * others.
   */
  readonly fonts?: readonly string[]
  /** The address of the backend for user data on the reader's own server; without it there are no accounts. */
  readonly user?: string
  /** The admin endpoint of a sandbox, without a slash at the end; a deployment with a real service has none. */
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

/** The configuration of the last start, so that a page that opens need not wait for the server; null before the first. */
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
    // Without storage, each start asks the server for it.
    return false
  }
}

/** Whether the page may reload for a new configuration: once a minute, even if the server gives another one each time. */
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

/** Asks the reader's server. Offline, the service worker answers with its latest copy. */
export async function loadConfig(): Promise<ReaderConfig> {
  const response = await fetch('/config.json')
  const config: unknown = response.ok ? await response.json() : undefined
  if (!isReaderConfig(config)) throw new Error('There is no configuration.')
  return config
}
