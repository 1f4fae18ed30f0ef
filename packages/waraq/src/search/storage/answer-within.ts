import { beforeDeadline } from '../../client/waits.ts'
import type { Clock } from '../../client/clock.ts'

/**
 * The database's answer, or an error after so many milliseconds. WebKit may keep a transaction open for ever if its worker
 * ended in the middle of it. Every transaction on the same table then waits behind it, in all tabs.
 */
export async function answerWithin<T>(clock: Clock, ms: number, work: () => PromiseLike<T>): Promise<T> {
  const late = (): never => {
    throw new Error(`The database did not answer within ${ms} ms`)
  }
  return beforeDeadline(work(), { clock, ms, late })
}
