import type { Locks } from '../platform/locks/locks.ts'

/**
 * Detects immediately that a worker is gone: the worker holds its own Web Lock for as long as it lives, and the page waits
 * for the same lock. The browser releases the lock when the worker is terminated, crashes or closes itself; no event reports
 * that.
 */

export interface Life {
  /** Name of the lock. Null if the worker could not acquire one. */
  readonly name: string | null
  release(): void
}

/** Resolves once the lock is held. Its name is `prefix`, the time in milliseconds since 1970, and an id. */
export function holdLife(locks: Locks | undefined, prefix: string, now: number): Promise<Life> {
  const none: Life = { name: null, release: () => undefined }
  if (!locks) return Promise.resolve(none)
  const name = `${prefix}${now}:${crypto.randomUUID()}`
  return new Promise((resolve) => {
    const hold = () => new Promise<void>((release) => resolve({ name, release }))
    // The browser refuses locks to contexts without an origin; there the page has only pings.
    locks.request(name, {}, hold).catch(() => resolve(none))
  })
}

/** Resolves once no worker holds the lock. Rejects if the browser refuses the wait, or the signal ends it. */
export async function lifeEnded(locks: Locks, name: string, signal: AbortSignal): Promise<void> {
  await locks.request(name, { signal }, () => undefined)
}
