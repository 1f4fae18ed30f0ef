import { abortedError } from './abort.ts'

/** Time source of the client. Injected, so that tests control it. */
export interface Clock {
  /** Wall clock, in milliseconds since the epoch. May jump. */
  now(): number
  /** Milliseconds from an arbitrary start; never goes back, even if the wall clock does. */
  monotonic(): number
  /** Resolves after `ms` milliseconds; rejects with an abort error as soon as `signal` is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Longer timers fire immediately, because browsers keep the delay in 32 bits. In milliseconds. */
const longestTimer = 2 ** 31 - 1

/** The clock of the device. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(abortedError(signal))
        return
      }
      const onAbort = () => {
        clearTimeout(timer)
        reject(abortedError(signal))
      }
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', onAbort)
          resolve()
        },
        Math.min(Math.max(ms, 0), longestTimer),
      )
      signal?.addEventListener('abort', onAbort, { once: true })
    }),
}
