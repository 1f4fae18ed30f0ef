import { isTimed, type Entity } from './entity.ts'
import type { Row } from './records.ts'
import type { Made } from './told.ts'

/** When what a row has was made or put there, as far as that is known. */
export function createdAtOf(row: Row | undefined): number | undefined {
  return row?.value ? row.createdAt : undefined
}

/**
 * The same for the row that comes in its place, of an entity that is there: later changes move no time, and what tells none takes
 * none away. `told` counts where nothing was there before.
 */
export function timeKept(
  entity: Entity,
  row: Row | undefined,
  told: number | undefined,
): Pick<Entity, 'createdAt'> {
  const createdAt = createdAtOf(row) ?? told
  return isTimed(entity) && createdAt !== undefined ? { createdAt } : {}
}

/** When what the feed told was made, as its device said; null of what was changed since and of which no device said so. */
export function toldAt({ at, made }: { readonly at: number; readonly made?: Made }): number | null {
  return made?.at ?? (made?.isChanged ? null : at)
}
