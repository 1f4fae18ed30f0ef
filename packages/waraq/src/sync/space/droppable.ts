import { readSubscriptions } from '../../store/bookkeeping.ts'
import { bytesOfFiles } from '../../store/files-record.ts'
import type { WaraqDatabase } from '../../store/database.ts'
import { leastUsed, type DropCandidate, type Limits } from './least-used.ts'
import { usageOf } from '../../store/usage-record.ts'

/**
 * Returns subscriptions that could be dropped to make room, least used first. Not for live queries: reads are recorded all the
 * time.
 */
export async function readDroppable(db: WaraqDatabase, limits?: Limits): Promise<DropCandidate[]> {
  const [resources, subscriptions, [usage, files]] = await Promise.all([
    db.resources.toArray(),
    readSubscriptions(db),
    db.table('meta').bulkGet(['usage', 'files']),
  ])
  return leastUsed(resources, subscriptions, usageOf(usage), limits, bytesOfFiles(files))
}
