import type { ResourceKey } from '@waraq/contract'
import type { ResourceProgress, SyncProgress } from '../run/report.ts'

/** What the writer is doing. Every engine of the database tells the same. */
export interface Activity extends Omit<SyncProgress, 'resource'> {
  /** The progress of each resource of this run, in the order of their first progress. */
  readonly resources: readonly ResourceProgress[]
}

/** The activity after a step of progress. A run of another filter begins with no resources. */
export function withProgress(before: Activity | null, progress: SyncProgress): Activity {
  const { resource, ...run } = progress
  const same = before?.filter === progress.filter && progress.phase !== 'opening' ? before.resources : []
  if (!resource) return { ...run, resources: same }
  const byKey = new Map<ResourceKey, ResourceProgress>(same.map((known) => [known.key, known]))
  return { ...run, resources: [...byKey.set(resource.key, resource).values()] }
}
