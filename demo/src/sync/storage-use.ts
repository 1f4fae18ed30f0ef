import type { ResourceKey } from '@waraq/contract'
import type { DropCandidate, ResourceInfo } from '@waraq/engine'

/** What lies on the device, resource by resource. Pure. */

export interface StoredResource {
  readonly key: ResourceKey
  /** As stored, before the browser's own compression. */
  readonly bytes: number
  /** Of all that is stored here. */
  readonly share: number
  /** Null where it was never read, or that is not known. */
  readonly lastReadAt: number | null
  /** Would be dropped before all others if room were needed. */
  readonly goesFirst: boolean
}

/** Noon is the same day in nearly every time zone. */
const dayMs = 24 * 60 * 60 * 1000

/** Largest first. */
export function storedResources(
  resources: readonly ResourceInfo[],
  droppable: readonly DropCandidate[],
): readonly StoredResource[] {
  const here = resources.filter(({ size }) => size > 0)
  const total = here.reduce((sum, { size }) => sum + size, 0)
  // Candidates may be of a moment ago; what is gone goes no more.
  const keys = new Set(here.map(({ key }) => key))
  const candidates = droppable.filter((candidate) => candidate.resources.every((key) => keys.has(key)))
  const readOn = new Map(
    candidates.flatMap((each) => each.resources.map((key) => [key, each.lastRead] as const)),
  )
  // Where there is only one, nothing comes before anything.
  const first = here.length > 1 ? candidates[0] : undefined
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
