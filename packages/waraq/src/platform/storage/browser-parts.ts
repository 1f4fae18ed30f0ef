import type { BrowserStorage } from './storage-figures.ts'

/** Storage of the page's browser. Null if it is missing, or reading the property throws. */

/** The part of `localStorage` that is used. Any storage that outlives the database works. */
export type SiteStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Returns the storage for marks: `localStorage` survives a browser restart, `sessionStorage` only reloads of its tab. */
export function pageMarks(where: 'localStorage' | 'sessionStorage' = 'localStorage'): SiteStorage | null {
  try {
    return (globalThis as Partial<Record<typeof where, Storage>>)[where] ?? null
  } catch {
    return null
  }
}

/** Returns `navigator.storage`; null in old browsers and on pages without https. */
export function pageStorage(): BrowserStorage | null {
  try {
    const { navigator } = globalThis as { navigator?: { storage?: StorageManager } }
    return navigator?.storage ?? null
  } catch {
    return null
  }
}
