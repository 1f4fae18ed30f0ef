import type { RelayClock } from './clock.ts'

/**
 * How many milliseconds of each timeout, at its end, pass in separate turns of the event loop, so that the process first
 * handles input that has arrived.
 */
const turns = 4

/**
 * Rejects after `ms` milliseconds, the last of which are separate turns of the event loop. A process that was busy for longer
 * than the timeout therefore still sees a response that has arrived meanwhile, and does not mistake its own slowness for a
 * silent peer.
 */
async function passing(clock: Pick<RelayClock, 'sleep'>, ms: number, signal: AbortSignal): Promise<never> {
  await clock.sleep(ms - turns, signal)
  for (let turn = 0; turn < turns; turn += 1) await clock.sleep(1, signal)
  throw new Error('late')
}

/**
 * Returns the result of `work` within `ms` milliseconds. A later result is dropped: a store or server that hangs must not block
 * the relay.
 * @throws the error of `work`, or an Error if it is late
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
