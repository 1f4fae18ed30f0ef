import { isTimed, type Entity } from './entity.ts'
import type { Row } from './records.ts'

/** When what a row has was put there, as far as that is known. Rows of earlier versions have the time of their last change alone. */
export function addedAtOf(row: Row | undefined): number | undefined {
  return row?.value ? (row.addedAt ?? row.at ?? row.broughtAt) : undefined
}

/**
 * The same for the row that comes in its place, of an entity that is there: later changes move no time, and what tells none takes
 * none away. `told` counts where nothing was there before.
 */
export function timeKept(
  entity: Entity,
  row: Row | undefined,
  told: number | undefined,
): Pick<Entity, 'addedAt'> {
  const addedAt = addedAtOf(row) ?? told
  return isTimed(entity) && addedAt !== undefined ? { addedAt } : {}
}
