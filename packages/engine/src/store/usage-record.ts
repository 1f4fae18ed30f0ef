/** On which day each resource was last read; by it, what is least used can be dropped when space runs out. */
export interface UsageRecord {
  readonly key: 'usage'
  /** By resource key: days since the epoch, by this device's clock. Own properties only; `__proto__` would be data. */
  readonly days: Readonly<Record<string, number>>
}

/** The same as a map, in which every key is only a key. */
export type Usage = ReadonlyMap<string, number>

const dayMs = 24 * 60 * 60 * 1000

export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs)
}

/** Read leniently: what is not a number of a day is left out, and no record is an empty one. */
export function usageOf(record: unknown): Map<string, number> {
  const days: unknown = (record as Partial<UsageRecord> | null | undefined)?.days
  if (typeof days !== 'object' || days === null) return new Map()
  return new Map(
    Object.entries(days).filter((entry): entry is [string, number] => Number.isInteger(entry[1])),
  )
}
