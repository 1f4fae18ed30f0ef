import type { Situation } from '../model/decide.ts'
import { colorOf, favoritesKey } from '../model/entity.ts'
import type { Row, Wish } from '../model/records.ts'

/** Where the collection of a wish is. Those of highlights are the feed's own, and out of reach without it. */
export function ownerOf(
  entity: Wish,
  row: Row | undefined,
  wish: Wish | undefined,
  hasFeed = false,
): Situation['owner'] {
  const { owner } = entity
  if (colorOf(entity)) return hasFeed ? 'ready' : 'waiting'
  if (owner === undefined || owner === favoritesKey || row?.id !== undefined) return 'ready'
  return wish ? 'waiting' : 'gone'
}
