import type { Clock } from '@waraq/client'

const slices = 8

/**
 * Waits for time in which this page was awake. One that was frozen finds a timer due when it goes on, and the answer that
 * came meanwhile behind it in the queue; so it waits in slices, of which a freeze can spend one only.
 */
export async function sleepAwake(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  for (let slice = 0; slice < slices; slice += 1) await clock.sleep(ms / slices, signal)
}
