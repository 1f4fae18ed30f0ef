import type { Clock } from '@waraq/client'

/** The parts of `navigator.storage`. Older browsers lack it, some have a part of it. Workers have no `persist`. */
export type BrowserStorage = Partial<Pick<StorageManager, 'estimate' | 'persisted' | 'persist'>>

export interface StorageFigures {
  readonly estimate: StorageEstimate | undefined
  readonly persisted: boolean | null
}

/** A status waits for these figures, so the wait has an end. */
const answerWithinMs = 2_000

/**
 * Asks the browser for its figures of storage. Never rejects and never hangs: a part that is missing, throws, or does not
 * answer within two seconds gives no figure.
 */
export async function askStorage(
  storage: BrowserStorage | null | undefined,
  clock: Pick<Clock, 'sleep'>,
): Promise<StorageFigures> {
  const answered = new AbortController()
  const deadline = clock.sleep(answerWithinMs, answered.signal).then(
    () => undefined,
    () => undefined,
  )
  const ask = async <T>(question: () => Promise<T> | undefined): Promise<T | undefined> => {
    try {
      return await Promise.race([question(), deadline])
    } catch {
      return undefined
    }
  }
  try {
    const [estimate, persisted] = await Promise.all([
      ask(() => storage?.estimate?.()),
      ask(() => storage?.persisted?.()),
    ])
    return { estimate, persisted: typeof persisted === 'boolean' ? persisted : null }
  } finally {
    answered.abort('answered')
  }
}
