import type { RelayClock } from './clock.ts'

/** That the process may need to take in what has arrived: as many milliseconds, and turns, of each deadline. */
const turns = 4

/**
 * Its last milliseconds are turns of their own: a process that is busy for longer than the deadline looks at what has arrived
 * meanwhile, and does not take its own slowness for the silence of another.
 */
async function passing(clock: Pick<RelayClock, 'sleep'>, ms: number, signal: AbortSignal): Promise<never> {
  await clock.sleep(ms - turns, signal)
  for (let turn = 0; turn < turns; turn += 1) await clock.sleep(1, signal)
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
    settled.abort('settled')
    late.catch(() => undefined)
  }
}
