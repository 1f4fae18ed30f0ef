import type { Clock } from '@waraq/client'
import type { Owner, Timeline } from './time.ts'

/** The clock of one device. Its sleeps end with the device. */
export function deviceClock(time: Timeline, owner: Owner): Clock {
  return {
    now: () => time.now(),
    monotonic: () => time.elapsed,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason as Error)
          return
        }
        const onAbort = () => {
          cancel()
          reject(signal?.reason as Error)
        }
        const cancel = time.after(ms, owner, () => {
          signal?.removeEventListener('abort', onAbort)
          resolve()
        })
        signal?.addEventListener('abort', onAbort, { once: true })
      }),
  }
}
