import { beforeDeadline, type Clock } from '@waraq/client'

/**
 * What the database answers, within so many milliseconds. WebKit may keep the transaction of a worker that ended in its
 * middle open for ever, and whatever shares a table with it waits behind it, in all tabs.
 */
export async function answerWithin<T>(clock: Clock, ms: number, work: () => PromiseLike<T>): Promise<T> {
  const late = (): never => {
    throw new Error(`The database did not answer within ${ms} ms`)
  }
  return beforeDeadline(work(), { clock, ms, late })
}
