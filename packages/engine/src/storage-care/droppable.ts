import type { WaraqDatabase } from '../store/database.ts'
import { leastUsed, type DropCandidate, type Limits } from './least-used.ts'
import { readUsage } from './usage.ts'

/** Which subscriptions could be dropped to make room, least used first. Not for live queries: reading is noted all the time. */
export async function readDroppable(db: WaraqDatabase, limits?: Limits): Promise<DropCandidate[]> {
  const [resources, subscriptions, usage] = await Promise.all([
    db.resources.toArray(),
    db.subscriptions.toArray(),
    readUsage(db),
  ])
  return leastUsed(resources, subscriptions, usage, limits)
}
