import type { RelayClock } from '../clock.ts'
import type { SharedStore } from './shared-store.ts'

interface Entry {
  readonly value: unknown
  readonly endsAt: number
}

/** A store of this process alone, with room for `most` keys; the oldest make room. */
export function memoryStore(clock: Pick<RelayClock, 'monotonic'>, most = 10_000): SharedStore {
  const entries = new Map<string, Entry>()

  function read(key: string): Entry | undefined {
    const entry = entries.get(key)
    if (entry && entry.endsAt > clock.monotonic()) return entry
    entries.delete(key)
    return undefined
  }

  function write(key: string, value: unknown, endsAt: number): void {
    entries.delete(key)
    while (entries.size >= most) entries.delete(entries.keys().next().value!)
    entries.set(key, { value, endsAt })
  }

  return {
    get: async (key) => read(key)?.value,
    set: async (key, value, ttlMs) => write(key, value, clock.monotonic() + ttlMs),
    remove: async (key) => void entries.delete(key),
    swap: async (key, before, after, ttlMs) => {
      if (read(key)?.value !== before) return false
      if (after === undefined) entries.delete(key)
      else write(key, after, clock.monotonic() + ttlMs)
      return true
    },
    add: async (amounts, ttlMs) =>
      Array.from(amounts, ([key, amount]) => {
        const entry = read(key)
        const sum = ((entry?.value as number | undefined) ?? 0) + amount
        write(key, sum, entry?.endsAt ?? clock.monotonic() + ttlMs)
        return sum
      }),
  }
}
