import { abortedError } from './abort.ts'
import type { Clock } from './clock.ts'

/** Waits that end in time, however long the work goes on that they wait for. */

/**
 * The reason that ends sleeps whose time does not matter any more. One for all, which a clock takes as it is: making an error
 * that nothing reads costs more than the rest of the wait.
 */
let over: unknown

export interface Deadline<T> {
  readonly clock: Pick<Clock, 'sleep'>
  readonly ms: number
  /** What the wait comes to once the time is over; mostly it throws. */
  readonly late: () => T
  /** Ends the wait at once, with the error of cancelled work. */
  readonly signal?: AbortSignal | undefined
  /** Counts only time in which this context was awake. */
  readonly awake?: boolean
}

/**
 * Waits for `work` until the deadline or the signal, whichever comes first, and does not depend on the work to notice
 * either: requests of frozen pages may never settle, aborted or not.
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

/** Settles as the work does, or before it with the signal's reason, or what `errorOf` makes of it. */
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
 * Waits for time in which this context was awake. A page that was frozen finds a timer due when it goes on, and the
 * answer that came meanwhile behind it in the queue; so it waits in slices, of which a freeze can spend one only.
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
  /** The time does not matter any more. */
  clear(): void
}

/** A signal that is aborted after a time, by the clock that is given. */
export function timedSignal(clock: Pick<Clock, 'sleep'>, ms: number): TimedSignal {
  const passed = new AbortController()
  const cleared = new AbortController()
  clock.sleep(ms, cleared.signal).then(
    () => passed.abort(),
    () => undefined,
  )
  return { signal: passed.signal, clear: () => cleared.abort((over ??= abortedError())) }
}
