import type { ResourceKey } from '@waraq/contract'

/** The latest answer, kept for when the service cannot be reached. Raise the number when the stored shape changes. */
const feedKey = 'waraq.feed.1'

export function storedFeed(): readonly ResourceKey[] | null {
  try {
    return JSON.parse(localStorage.getItem(feedKey) ?? 'null') as readonly ResourceKey[] | null
  } catch {
    return null
  }
}

export function storeFeed(keys: readonly ResourceKey[]): void {
  try {
    localStorage.setItem(feedKey, JSON.stringify(keys))
  } catch {
    // Without storage it is fetched again next time.
  }
}
