import { isSame, isTimed, type Entity, type Value } from './entity.ts'
import { pendingFormat, type Row, type PendingChange } from './records.ts'

/** What people see of an entity: their pending change, or else the service's value. */
export function shown(row: Row | undefined, pending: PendingChange | undefined): Value | null {
  return pending ? pending.desired : (row?.value ?? null)
}

/**
 * The pending change after a person wants `desired`. Undefined if the current one already has that value. Null if no pending
 * change is left, because the person took back what was never sent.
 */
export function wanted(
  entity: Entity,
  row: Row | undefined,
  pending: PendingChange | undefined,
  desired: Value | null,
  { at, ahead }: Pick<PendingChange, 'at' | 'ahead'>,
): PendingChange | null | undefined {
  if (isSame(shown(row, pending), desired) && !pending?.blocked) return undefined
  const base = pending ? pending.base : (row?.value ?? null)
  if (!pending?.sent && isSame(base, desired)) return pending ? null : undefined
  const baseAt = pending ? pending.baseAt : row?.broughtAt
  const former = shown(row, pending) === null ? { createdAt: at } : (pending ?? row)!
  const createdAt = entity.createdAt ?? former.createdAt
  return {
    ...entity,
    ...(desired !== null && isTimed(entity) && createdAt !== undefined && { createdAt }),
    format: pendingFormat,
    desired,
    base,
    ...(baseAt !== undefined && { baseAt }),
    at,
    ahead,
    ...(pending?.sent && { sent: pending.sent }),
  }
}

/** The time of the next mutation: by the service's clock, and later than any mutation before. */
export function nextAt(lastAt: number, now: number, offset: number): number {
  return Math.max(lastAt + 1, Math.round(now + offset))
}
