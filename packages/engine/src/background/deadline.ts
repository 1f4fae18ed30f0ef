import type { Clock } from '@waraq/client'

export interface Deadline {
  /** Aborted once the time is over. */
  readonly signal: AbortSignal
  /** The time does not matter any more. */
  clear(): void
}

export function deadline(clock: Clock, ms: number): Deadline {
  const passed = new AbortController()
  const cleared = new AbortController()
  clock.sleep(ms, cleared.signal).then(
    () => passed.abort(),
    () => undefined,
  )
  return { signal: passed.signal, clear: () => cleared.abort() }
}
