import { highlightColorOf } from '@waraq/contract/user'
import type { Situation } from '../model/decide.ts'
import { favoritesKey } from '../model/entity.ts'
import type { Row, Wish } from '../model/records.ts'

/** Where the collection of a wish is. Those of highlights are the feed's own, and out of reach without it. */
export function ownerOf(
  { owner }: Wish,
  row: Row | undefined,
  wish: Wish | undefined,
  hasFeed = false,
): Situation['owner'] {
  if (owner !== undefined && highlightColorOf(owner)) return hasFeed ? 'ready' : 'waiting'
  if (owner === undefined || owner === favoritesKey || row?.id !== undefined) return 'ready'
  return wish ? 'waiting' : 'gone'
}
