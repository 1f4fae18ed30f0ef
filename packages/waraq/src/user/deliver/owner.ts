import type { Situation } from '../model/decide.ts'
import { colorOf, favoritesKey, slotOf } from '../model/entity.ts'
import type { Row, PendingChange } from '../model/records.ts'

/**
 * The state of a pending change's collection. Collections of highlights belong to the feed, and cannot be reached without it.
 * Delivery by the feed makes them when a highlight is added. Reading bookmarks other than the first also need the feed.
 */
export function ownerOf(
  entity: PendingChange,
  row: Row | undefined,
  pending: PendingChange | undefined,
  hasFeed = false,
): Situation['owner'] {
  const { owner, desired } = entity
  if (colorOf(entity)) {
    if (!hasFeed) return 'waiting'
    if (row?.id !== undefined) return 'ready'
    return desired === null ? 'gone' : 'waiting'
  }
  if (entity.kind === 'reading' && slotOf(entity) !== 1 && !hasFeed) return 'waiting'
  if (owner === undefined || owner === favoritesKey) return 'ready'
  // The deletion of the collection may still arrive.
  if (pending?.sent?.desired === null) return 'waiting'
  if (row?.id !== undefined) return 'ready'
  return pending ? 'waiting' : 'gone'
}
