import { beforeDeadline, type Clock } from '@waraq/client'

/** What browsers have of `navigator.storage`: older ones lack it, some have part of it. Workers have no `persist`. */
export type BrowserStorage = Partial<Pick<StorageManager, 'estimate' | 'persisted' | 'persist'>>

export interface StorageFigures {
  readonly estimate: StorageEstimate | undefined
  readonly persisted: boolean | null
}

/** A status that waits for these figures must not wait for ever. */
const answerWithinMs = 2_000

/**
 * Asks the browser how storage stands. Never rejects and never hangs: what is missing, throws, or does not answer within
 * two seconds counts as not said.
 */
export async function askStorage(
  storage: BrowserStorage | null | undefined,
  clock: Pick<Clock, 'sleep'>,
): Promise<StorageFigures> {
  const unsaid = () => undefined
  const ask = <T>(question: () => Promise<T | undefined>) =>
    beforeDeadline(question(), { clock, ms: answerWithinMs, late: unsaid }).catch(unsaid)
  const [estimate, persisted] = await Promise.all([
    ask(async () => storage?.estimate?.()),
    ask(async () => storage?.persisted?.()),
  ])
  return { estimate, persisted: typeof persisted === 'boolean' ? persisted : null }
}
