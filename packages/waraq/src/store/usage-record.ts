/** The day on which each resource was last read, so that the least used can be dropped when space runs out. */
export interface UsageRecord {
  readonly key: 'usage'
  /** By resource key: days since the epoch, by this device's clock. Own properties only; `__proto__` would be data. */
  readonly days: Readonly<Record<string, number>>
}

/** The same as a map, in which a key such as `__proto__` has no special meaning. */
export type Usage = ReadonlyMap<string, number>

const dayMs = 24 * 60 * 60 * 1000

export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs)
}

/** Returns the days of a stored record. Entries that are not the number of a day are left out; a missing record has none. */
export function usageOf(record: unknown): Map<string, number> {
  const days: unknown = (record as Partial<UsageRecord> | null | undefined)?.days
  if (typeof days !== 'object' || days === null) return new Map()
  return new Map(
    Object.entries(days).filter((entry): entry is [string, number] => Number.isInteger(entry[1])),
  )
}
