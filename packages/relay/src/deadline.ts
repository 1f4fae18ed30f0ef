import type { RelayClock } from './clock.ts'

const steps = 5

/**
 * In steps, each of which takes a turn of the process at least: a process that is busy for longer than the deadline looks at
 * what has arrived meanwhile, and does not take its own slowness for the silence of another.
 */
async function passing(clock: Pick<RelayClock, 'sleep'>, ms: number, signal: AbortSignal): Promise<never> {
  for (let step = 0; step < steps; step += 1) await clock.sleep(ms / steps, signal)
  throw new Error('late')
}

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
  const late = passing(clock, ms, settled.signal)
  try {
    return await Promise.race([Promise.resolve().then(work), late])
  } finally {
    settled.abort()
    late.catch(() => undefined)
  }
}
