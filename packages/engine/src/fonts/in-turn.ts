import { unlessAborted } from '@waraq/client'
import type { Locks } from '../lock.ts'

const lines = new Map<string, Promise<void>>()

/** First come, first served, within this page or worker. */
async function inLine<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const before = lines.get(name) ?? Promise.resolve()
  let leave = (): void => undefined
  const left = new Promise<void>((resolve) => (leave = resolve))
  const line = before.then(() => left)
  lines.set(name, line)
  try {
    await unlessAborted(before, signal)
    return await work()
  } finally {
    leave()
    if (lines.get(name) === line) void line.then(() => lines.get(name) === line && lines.delete(name))
  }
}

/**
 * One at a time for each name: over all tabs by a Web Lock, within this page where there are none. The caller that waits stops
 * waiting with the signal, and rejects with its reason.
 */
export async function inTurn<T>(
  locks: Locks | undefined,
  name: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  if (!locks) return inLine(name, signal, work)
  return (await locks.request(name, { signal }, work)) as T
}
