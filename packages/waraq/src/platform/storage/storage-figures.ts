import { beforeDeadline } from '../../client/waits.ts'
import type { Clock } from '../../client/clock.ts'

/** The parts of `navigator.storage`. Older browsers lack it, some have only a part of it. Workers have no `persist`. */
export type BrowserStorage = Partial<Pick<StorageManager, 'estimate' | 'persisted' | 'persist'>>

export interface StorageFigures {
  readonly estimate: StorageEstimate | undefined
  readonly persisted: boolean | null
}

/** A status waits for these figures, so the wait is limited. In milliseconds. */
const answerWithinMs = 2_000

/**
 * Reads the storage figures of the browser. Never rejects and never hangs: a figure is missing if its method is missing,
 * throws, or does not answer within two seconds.
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
