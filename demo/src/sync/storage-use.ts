import type { ResourceKey } from '@waraq/protocol'
import type { DropCandidate, ResourceInfo } from 'waraq'

/** The room that each resource takes on the device. Pure. */

export interface StoredResource {
  readonly key: ResourceKey
  /** Stored bytes, before the browser's own compression. */
  readonly bytes: number
  /** Share of all stored resources, from 0 to 1. */
  readonly share: number
  /** Null where it was never read, or where that is not known. */
  readonly lastReadAt: number | null
  /** Whether it would be dropped first if room were needed. */
  readonly goesFirst: boolean
}

/** Noon is the same day in nearly every time zone. */
const dayMs = 24 * 60 * 60 * 1000

/** The resources, largest first. `stays` names those that other kept resources need. */
export function storedResources(
  resources: readonly ResourceInfo[],
  droppable: readonly DropCandidate[],
  stays: ReadonlySet<ResourceKey> = new Set(),
): readonly StoredResource[] {
  const here = resources.filter(({ size }) => size > 0)
  const total = here.reduce((sum, { size }) => sum + size, 0)
  // Candidates may be a moment old: resources that are gone already do not count.
  const keys = new Set(here.map(({ key }) => key))
  const candidates = droppable.filter((candidate) => candidate.resources.every((key) => keys.has(key)))
  const readOn = new Map(
    candidates.flatMap((each) => each.resources.map((key) => [key, each.lastRead] as const)),
  )
  // A single resource is not first of anything.
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
