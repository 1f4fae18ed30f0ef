import { beforeDeadline } from '../client/waits.ts'
import type { Clock } from '../client/clock.ts'
import { WaraqError } from '@waraq/protocol'

/**
 * Milliseconds after which a transaction counts as stuck. If a worker ends during a transaction, WebKit may keep that transaction
 * open for ever. Every transaction on the same tables then waits for it, in all tabs.
 */
const answerMs = 30_000
/** The same for writes, which may take longer on a slow disk. */
export const writtenMs = 60_000

function unanswered(): never {
  throw new WaraqError({
    code: 'storage_blocked',
    message:
      'The database does not answer: another tab of this site that is frozen, or was ended, holds it. It is tried again by itself; where that lasts, close the other tabs of this site, or the browser.',
    retryable: true,
  })
}

/**
 * Returns the database's answer, within a deadline. A transaction that misses the deadline may still commit later, completely or
 * not at all, as if this tab had ended right after the transaction started.
 */
export async function answerWithin<T>(clock: Clock, work: () => PromiseLike<T>, ms = answerMs): Promise<T> {
  return beforeDeadline(work(), { clock, ms, late: unanswered, awake: true })
}
