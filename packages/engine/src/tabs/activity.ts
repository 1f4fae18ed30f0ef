import type { ResourceKey } from '@waraq/contract'
import type { ResourceProgress, SyncProgress } from '../run/report.ts'

/** What the writer is doing, as every engine of the database tells it: the same in each tab. */
export interface Activity extends Omit<SyncProgress, 'resource'> {
  /** Where each resource stands that this run has to do with, in the order in which they were first heard of. */
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
