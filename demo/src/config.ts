/** The library's database: one name for the engine in its worker, for the service worker, and for reading in the page. */
export const databaseName = 'waraq'

/** Where the reader gets its content from. Told by the reader's server, so that one build runs anywhere. */
export interface ReaderConfig {
  readonly contentRoot: string
  /** Address of the token relay. Only workers ask it for tokens. */
  readonly relay: string
  /**
   * Origins that recordings may come from; addresses without a host belong to the first one. The page's policy admits these
   * and no others. None: audio is not set up.
   */
  readonly audio?: readonly string[]
}

function isReaderConfig(value: unknown): value is ReaderConfig {
  if (typeof value !== 'object' || value === null) return false
  const { contentRoot, relay, audio } = value as Record<string, unknown>
  const isList = Array.isArray(audio) && audio.every((origin) => typeof origin === 'string')
  return typeof contentRoot === 'string' && typeof relay === 'string' && (audio === undefined || isList)
}

/** Offline, the service worker answers with the latest copy. */
export async function loadConfig(): Promise<ReaderConfig> {
  const response = await fetch('/config.json')
  const config: unknown = response.ok ? await response.json() : undefined
  if (!isReaderConfig(config)) throw new Error('There is no configuration.')
  return config
}
