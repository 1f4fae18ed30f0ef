import type { Situation } from '../model/decide.ts'
import { colorOf, favoritesKey, slotOf } from '../model/entity.ts'
import type { Row, PendingChange } from '../model/records.ts'

/**
 * Where the collection of a pending change is. Those of highlights are the feed's own, and out of reach without it; delivery by the feed
 * makes them, for what is to be put in. So are reading bookmarks but the first.
 */
export function ownerOf(
  entity: PendingChange,
  row: Row | undefined,
  pending: PendingChange | undefined,
  hasFeed = false,
): Situation['owner'] {
  const { owner, want } = entity
  if (colorOf(entity)) {
    if (!hasFeed) return 'waiting'
    if (row?.id !== undefined) return 'ready'
    return want === null ? 'gone' : 'waiting'
  }
  if (entity.kind === 'reading' && slotOf(entity) !== 1 && !hasFeed) return 'waiting'
  if (owner === undefined || owner === favoritesKey) return 'ready'
  // Its deletion may still arrive.
  if (pending?.sent?.want === null) return 'waiting'
  if (row?.id !== undefined) return 'ready'
  return pending ? 'waiting' : 'gone'
}
