import type { RelayClock } from './clock.ts'

/**
 * What `work` gives within `ms` milliseconds. What comes later is dropped: a part beside the relay that hangs must not hang
 * the relay.
 * @throws whatever `work` throws, and an Error where it is late
 */
export async function within<T>(
  clock: Pick<RelayClock, 'sleep'>,
  ms: number,
  work: () => T | Promise<T>,
): Promise<T> {
  const settled = new AbortController()
  const late = clock.sleep(ms, settled.signal).then((): never => {
    throw new Error('late')
  })
  try {
    return await Promise.race([Promise.resolve().then(work), late])
  } finally {
    settled.abort()
    late.catch(() => undefined)
  }
}
