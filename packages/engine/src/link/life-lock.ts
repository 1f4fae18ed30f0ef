import type { Locks } from '../platform/locks.ts'

/**
 * How a page learns at once that its worker is gone: the worker holds a Web Lock of its own for as long as it lives, and
 * the page waits for the same lock. Browsers take locks from whoever is terminated, crashes or closes itself; nothing else
 * tells of that.
 */

export interface Life {
  /** Null where no lock could be taken. */
  readonly name: string | null
  release(): void
}

/** Resolves once the lock is held. Its name begins with `prefix`. */
export function holdLife(locks: Locks | undefined, prefix: string): Promise<Life> {
  const none: Life = { name: null, release: () => undefined }
  if (!locks) return Promise.resolve(none)
  const name = `${prefix}${crypto.randomUUID()}`
  return new Promise((resolve) => {
    const hold = () => new Promise<void>((release) => resolve({ name, release }))
    // Contexts without an origin are refused; pings have to do there.
    locks.request(name, {}, hold).catch(() => resolve(none))
  })
}

/** Resolves once no worker holds the lock any more. Rejects where it cannot be waited for, or the signal ends the waiting. */
export async function lifeEnded(locks: Locks, name: string, signal: AbortSignal): Promise<void> {
  await locks.request(name, { signal }, () => undefined)
}
