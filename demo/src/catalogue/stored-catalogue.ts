import type { ResourceKey } from '@waraq/contract'
import type { Catalogue } from './catalogue.ts'

/** The latest names, kept for when the service cannot be reached. Raise the numbers when the stored shapes change. */
const namesKey = 'waraq.catalogue.2'
const feedKey = 'waraq.feed.1'

function read<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // For display only; without storage it is fetched again next time.
  }
}

export const storedNames = (): Catalogue | null => read(namesKey)
export const storeNames = (catalogue: Catalogue): void => write(namesKey, catalogue)
export const storedFeed = (): readonly ResourceKey[] | null => read(feedKey)
export const storeFeed = (keys: readonly ResourceKey[]): void => write(feedKey, keys)
