import type { ResourceKey } from '@waraq/protocol'
import type { DropCandidate, ResourceInfo } from 'waraq'

/** The size of each resource on the device. Pure. */

export interface StoredResource {
  readonly key: ResourceKey
  /** Stored bytes, before the browser's own compression. */
  readonly bytes: number
  /** Share of all stored resources, from 0 to 1. */
  readonly share: number
  /** Milliseconds since the epoch. Null if the resource was never read, or if that is not known. */
  readonly lastReadAt: number | null
  /** Whether this resource would be dropped first if space were needed. */
  readonly goesFirst: boolean
}

/** Milliseconds of a day. Reads are known by day; noon is the same day in nearly every time zone. */
const dayMs = 24 * 60 * 60 * 1000

/** Returns the resources, largest first. `stays`: resources that other kept ones need. */
export function storedResources(
  resources: readonly ResourceInfo[],
  droppable: readonly DropCandidate[],
  stays: ReadonlySet<ResourceKey> = new Set(),
): readonly StoredResource[] {
  const here = resources.filter(({ size }) => size > 0)
  const total = here.reduce((sum, { size }) => sum + size, 0)
  // Candidates may be a moment old, so those with resources that no longer exist do not count.
  const keys = new Set(here.map(({ key }) => key))
  const candidates = droppable.filter((candidate) => candidate.resources.every((key) => keys.has(key)))
  const readOn = new Map(
    candidates.flatMap((each) => each.resources.map((key) => [key, each.lastRead] as const)),
  )
  // If there is only one resource, it is not marked as the first to go.
  const mayGo = candidates.filter((candidate) => !candidate.resources.some((key) => stays.has(key)))
  const first = here.length > 1 ? mayGo[0] : undefined
  return here
    .map(({ key, size }) => {
      const day = readOn.get(key) ?? null
      return {
        key,
        bytes: size,
        share: size / total,
        lastReadAt: day === null ? null : (day + 0.5) * dayMs,
        goesFirst: first?.resources.includes(key) ?? false,
      }
    })
    .toSorted((a, b) => b.bytes - a.bytes || (a.key < b.key ? -1 : 1))
}
