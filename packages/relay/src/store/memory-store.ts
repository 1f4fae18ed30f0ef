import type { RelayClock } from '../clock.ts'
import type { SharedStore } from './shared-store.ts'

interface Entry {
  readonly value: unknown
  readonly endsAt: number
}

/** Values with an expiry time, for at most `most` keys; the oldest are evicted. */
function expiring(clock: Pick<RelayClock, 'monotonic'>, most: number) {
  const entries = new Map<string, Entry>()
  return {
    read: (key: string): Entry | undefined => {
      const entry = entries.get(key)
      if (entry && entry.endsAt > clock.monotonic()) return entry
      entries.delete(key)
      return undefined
    },
    write: (key: string, value: unknown, endsAt: number): void => {
      entries.delete(key)
      while (entries.size >= most) entries.delete(entries.keys().next().value!)
      entries.set(key, { value, endsAt })
    },
    remove: (key: string) => void entries.delete(key),
  }
}

/** Creates a store of this process only, for at most `most` values and as many counts; the oldest are evicted. */
export function memoryStore(clock: Pick<RelayClock, 'monotonic'>, most = 10_000): SharedStore {
  // Separate, so that the counts of many clients evict no token and no session.
  const [values, counts] = [expiring(clock, most), expiring(clock, most)]
  return {
    get: async (key) => values.read(key)?.value,
    set: async (key, value, ttlMs) => values.write(key, value, clock.monotonic() + ttlMs),
    remove: async (key) => values.remove(key),
    swap: async (key, before, after, ttlMs) => {
      if (values.read(key)?.value !== before) return false
      if (after === undefined) values.remove(key)
      else values.write(key, after, clock.monotonic() + ttlMs)
      return true
    },
    add: async (amounts, ttlMs) =>
      Array.from(amounts, ([key, amount]) => {
        const entry = counts.read(key)
        const sum = ((entry?.value as number | undefined) ?? 0) + amount
        counts.write(key, sum, entry?.endsAt ?? clock.monotonic() + ttlMs)
        return sum
      }),
  }
}
