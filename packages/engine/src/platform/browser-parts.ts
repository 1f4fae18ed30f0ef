import type { BrowserStorage } from './storage-figures.ts'

/** What a page's browser has of its own. Null where it is missing, or asking for it already throws. */

/** The part of `localStorage` that is used; anything will do that outlives the database. */
export type SiteStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `localStorage` outlives the browser, `sessionStorage` reloads of its tab. */
export function pageMarks(where: 'localStorage' | 'sessionStorage' = 'localStorage'): SiteStorage | null {
  try {
    return (globalThis as Partial<Record<typeof where, Storage>>)[where] ?? null
  } catch {
    return null
  }
}

/** Missing in old browsers and on pages without https. */
export function pageStorage(): BrowserStorage | null {
  try {
    const { navigator } = globalThis as { navigator?: { storage?: StorageManager } }
    return navigator?.storage ?? null
  } catch {
    return null
  }
}
