/** The library's database: one name for the engine in its worker, for the service worker, and for reading in the page. */
export const databaseName = 'waraq'

/** Where the reader gets its content from. Told by the reader's server, so that one build runs anywhere. */
export interface ReaderConfig {
  readonly contentRoot: string
  /** Address of the token relay. Only workers ask it for tokens. */
  readonly relay: string
  /** The admin door of a sandbox, without a slash at the end; a deployment with a real service has none. */
  readonly admin?: string
}

function isReaderConfig(value: unknown): value is ReaderConfig {
  if (typeof value !== 'object' || value === null) return false
  const { contentRoot, relay, admin } = value as Record<string, unknown>
  const isAdmin = admin === undefined || typeof admin === 'string'
  return typeof contentRoot === 'string' && typeof relay === 'string' && isAdmin
}

/** Offline, the service worker answers with the latest copy. */
export async function loadConfig(): Promise<ReaderConfig> {
  const response = await fetch('/config.json')
  const config: unknown = response.ok ? await response.json() : undefined
  if (!isReaderConfig(config)) throw new Error('There is no configuration.')
  return config
}
