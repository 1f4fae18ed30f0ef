import { abortedError } from './abort.ts'
import type { Clock } from './clock.ts'

/** Waits that end in time, even if the work that they wait for goes on. */

/**
 * Abort reason of sleeps that are no longer needed. All share one, which a clock takes as it is: creating an error that no
 * code reads costs more than the rest of the wait.
 */
let over: unknown

export interface Deadline<T> {
  readonly clock: Pick<Clock, 'sleep'>
  readonly ms: number
  /** Result of the wait when the time is over; usually it throws. */
  readonly late: () => T
  /** Ends the wait immediately, with the error of cancelled work. */
  readonly signal?: AbortSignal | undefined
  /** Counts only time in which this context was awake. */
  readonly awake?: boolean
}

/**
 * Waits for `work` until the deadline or the signal, whichever comes first. Does not rely on the work to notice either:
 * requests of frozen pages may never settle, aborted or not.
 */
export async function beforeDeadline<T>(
  work: PromiseLike<T>,
  { clock, ms, late, signal, awake }: Deadline<T>,
): Promise<T> {
  const timer = new AbortController()
  const slept = awake ? sleepAwake(clock, ms, timer.signal) : clock.sleep(ms, timer.signal)
  try {
    return await unlessAborted(Promise.race([work, slept.then(late)]), signal, abortedError)
  } finally {
    timer.abort((over ??= abortedError()))
  }
}

/**
 * Settles as the work does. Rejects earlier if the signal is aborted: with its reason, or with the error that `errorOf`
 * returns.
 */
export async function unlessAborted<T>(
  work: PromiseLike<T>,
  signal: AbortSignal | undefined,
  errorOf: (signal: AbortSignal) => unknown = ({ reason }) => reason as unknown,
): Promise<T> {
  if (!signal) return work
  let onAbort = (): void => undefined
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(errorOf(signal))
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort)
  })
  try {
    return await Promise.race([aborted, work])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

const slices = 8

/**
 * Waits for time in which this context was awake. When a frozen page resumes, its timer is due, and the answer that arrived
 * in the meantime is behind it in the queue. So this waits in slices, of which a freeze can use up only one.
 */
export async function sleepAwake(
  clock: Pick<Clock, 'sleep'>,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  for (let slice = 0; slice < slices; slice += 1) await clock.sleep(ms / slices, signal)
}

export interface TimedSignal {
  /** Aborted once the time is over. */
  readonly signal: AbortSignal
  /** Cancels the timer: the time no longer matters. */
  clear(): void
}

/** Returns a signal that is aborted after `ms` milliseconds by the given clock. */
export function timedSignal(clock: Pick<Clock, 'sleep'>, ms: number): TimedSignal {
  const passed = new AbortController()
  const cleared = new AbortController()
  clock.sleep(ms, cleared.signal).then(
    () => passed.abort(),
    () => undefined,
  )
  return { signal: passed.signal, clear: () => cleared.abort((over ??= abortedError())) }
}
