import { beforeDeadline } from '../../client/waits.ts'
import type { Clock } from '../../client/clock.ts'

/**
 * Returns the result of the database, or rejects after `ms` milliseconds. WebKit may keep a transaction open forever if its
 * worker ended in the middle of it. All later transactions on the same table then wait for it, in all tabs.
 */
export async function answerWithin<T>(clock: Clock, ms: number, work: () => PromiseLike<T>): Promise<T> {
  const late = (): never => {
    throw new Error(`The database did not answer within ${ms} ms`)
  }
  return beforeDeadline(work(), { clock, ms, late })
}
