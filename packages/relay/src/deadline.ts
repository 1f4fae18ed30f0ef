import type { RelayClock } from './clock.ts'

/** The last milliseconds of each deadline that pass in turns of their own, so that the process takes in what has arrived. */
const turns = 4

/**
 * A sleep whose last milliseconds are turns of their own. A process that was busy for longer than the deadline thus sees an
 * answer that has arrived meanwhile, and does not take its own slowness for a silent peer.
 */
async function passing(clock: Pick<RelayClock, 'sleep'>, ms: number, signal: AbortSignal): Promise<never> {
  await clock.sleep(ms - turns, signal)
  for (let turn = 0; turn < turns; turn += 1) await clock.sleep(1, signal)
  throw new Error('late')
}

/**
 * The result of `work` within `ms` milliseconds. A later result is dropped: a store or server that hangs must not hang the
 * relay.
 * @throws the error of `work`, and an Error where it is late
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
    settled.abort('settled')
    late.catch(() => undefined)
  }
}
