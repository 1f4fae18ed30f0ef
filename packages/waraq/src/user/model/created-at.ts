import { isTimed, type Entity } from './entity.ts'
import type { Row } from './records.ts'
import type { Made } from './reported.ts'

/** When the entity of a row was made or put there, as far as that is known. */
export function createdAtOf(row: Row | undefined): number | undefined {
  return row?.value ? row.createdAt : undefined
}

/**
 * The `createdAt` of the row that replaces `row`. Later changes do not move the time, and a report without a time does not
 * remove it. `reported` is used only if no entity was there before.
 */
export function timeKept(
  entity: Entity,
  row: Row | undefined,
  reported: number | undefined,
): Pick<Entity, 'createdAt'> {
  const createdAt = createdAtOf(row) ?? reported
  return isTimed(entity) && createdAt !== undefined ? { createdAt } : {}
}

/**
 * When what the feed reported was made. The device's own time is used if it is reported. Null if the entity was changed since
 * and no device reported a time.
 */
export function reportedAt({ at, made }: { readonly at: number; readonly made?: Made }): number | null {
  return made?.at ?? (made?.isChanged ? null : at)
}
