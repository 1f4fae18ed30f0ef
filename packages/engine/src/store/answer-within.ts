import type { Clock } from '@waraq/client'
import { WaraqError } from '@waraq/contract'
import { sleepAwake } from '../patience.ts'

/**
 * Milliseconds after which a transaction counts as one that never begins. WebKit may keep the transaction of a worker that
 * ended in its middle open for ever, and what shares a table with it waits behind it, in all tabs.
 */
const answerMs = 30_000
/** The same for writing, which may take its time on a slow disk. */
export const writtenMs = 60_000

function unanswered(): WaraqError {
  return new WaraqError({
    code: 'storage_blocked',
    message:
      'The database does not answer; a tab of this site that was ended may still hold it. Close all tabs of this site, or the browser, and try again.',
    retryable: true,
  })
}

/**
 * What the database answers, within a deadline. What comes later has its effect all the same, whole or not at all: as if
 * this tab had ended right after it.
 */
export async function answerWithin<T>(clock: Clock, work: () => PromiseLike<T>, ms = answerMs): Promise<T> {
  const answered = new AbortController()
  const deadline = sleepAwake(clock, ms, answered.signal).then(() => {
    throw unanswered()
  })
  deadline.catch(() => undefined)
  try {
    return await Promise.race([work(), deadline])
  } finally {
    // A reason of our own: making the browser's takes longer than all the rest.
    answered.abort('answered')
  }
}
