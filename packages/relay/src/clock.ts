/** Time as the relay sees it. Injected, so that tests control it. */
export interface RelayClock {
  /** Wall clock, in milliseconds since the epoch. May jump. */
  now(): number
  /** Milliseconds from an arbitrary start; never goes back. */
  monotonic(): number
  /** Resolves after `ms` milliseconds; rejects as soon as `signal` is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: RelayClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const cancel = () => {
        clearTimeout(timer)
        reject(signal?.reason as Error)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', cancel)
        resolve()
      }, ms)
      if (signal?.aborted) cancel()
      else signal?.addEventListener('abort', cancel, { once: true })
    }),
}
