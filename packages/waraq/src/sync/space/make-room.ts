import type { Clock } from '../../client/clock.ts'
import { collectGarbage } from '../../store/garbage.ts'
import type { Writer } from '../../store/writer.ts'
import { dropSubscription, removeUnsubscribed } from '../../store/subscriptions.ts'
import { readDroppable } from './droppable.ts'
import { askWhatToDrop, type OnStorageFull } from './on-storage-full.ts'

interface RoomRequest {
  /** The filters that need the room. */
  readonly filters: readonly string[]
  readonly needed: number | null
  readonly available: number | null
  readonly signal: AbortSignal
}

/**
 * Asks the application which filters may be dropped, and drops them. Returns whether any was dropped. Call it if collecting
 * garbage did not free enough.
 */
export async function makeRoom(
  writer: Writer,
  clock: Clock,
  onStorageFull: OnStorageFull | undefined,
  { filters, needed, available, signal }: RoomRequest,
): Promise<boolean> {
  if (!onStorageFull) return false
  const { db } = writer
  const candidates = await readDroppable(db, { keep: filters })
  const chosen = await askWhatToDrop(onStorageFull, { needed, available, candidates }, clock, signal)
  for (const each of chosen) await dropSubscription(db, each)
  if (chosen.length === 0) return false
  writer.forget()
  await removeUnsubscribed(writer)
  await collectGarbage(writer, signal, { keepsPartial: false })
  return true
}
