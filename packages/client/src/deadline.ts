import { abortedError } from './abort.ts'
import type { Clock } from './clock.ts'

export interface Deadline {
  clock: Clock
  ms: number
  /** Ends the wait at once. */
  signal: AbortSignal
  /** The error once the time is over. */
  late: () => Error
}

/**
 * Waits for `work` until the deadline or the signal, whichever comes first, and does not depend on the work to notice
 * either: requests of frozen pages may never settle, aborted or not.
 */
export function beforeDeadline<T>(work: Promise<T>, deadline: Deadline): Promise<T> {
  const { clock, ms, signal, late } = deadline
  return new Promise((resolve, reject) => {
    const timer = new AbortController()
    const settle = (act: () => void) => {
      // A reason of our own: making an error that nothing reads costs more than the rest of the wait.
      timer.abort('settled')
      signal.removeEventListener('abort', onAbort)
      act()
    }
    const onAbort = () => settle(() => reject(abortedError(signal)))
    work.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    )
    if (signal.aborted) {
      onAbort()
      return
    }
    signal.addEventListener('abort', onAbort)
    clock.sleep(ms, timer.signal).then(
      () => settle(() => reject(late())),
      () => undefined,
    )
  })
}
