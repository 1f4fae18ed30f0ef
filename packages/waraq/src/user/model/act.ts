import { isSame, isTimed, type Entity, type Value } from './entity.ts'
import { pendingFormat, type Row, type PendingChange } from './records.ts'

/** What people see of an entity: their pending change, or else what the service has. */
export function shown(row: Row | undefined, pending: PendingChange | undefined): Value | null {
  return pending ? pending.want : (row?.value ?? null)
}

/**
 * The pending change after a person wanted something; undefined where the pending change that there is says it already; null where none is left,
 * because they took back what was never sent.
 */
export function wanted(
  entity: Entity,
  row: Row | undefined,
  pending: PendingChange | undefined,
  want: Value | null,
  { at, ahead }: Pick<PendingChange, 'at' | 'ahead'>,
): PendingChange | null | undefined {
  if (isSame(shown(row, pending), want) && !pending?.blocked) return undefined
  const base = pending ? pending.base : (row?.value ?? null)
  if (!pending?.sent && isSame(base, want)) return pending ? null : undefined
  const baseAt = pending ? pending.baseAt : row?.broughtAt
  const former = shown(row, pending) === null ? { createdAt: at } : (pending ?? row)!
  const createdAt = entity.createdAt ?? former.createdAt
  return {
    ...entity,
    ...(want !== null && isTimed(entity) && createdAt !== undefined && { createdAt }),
    format: pendingFormat,
    want,
    base,
    ...(baseAt !== undefined && { baseAt }),
    at,
    ahead,
    ...(pending?.sent && { sent: pending.sent }),
  }
}

/** The next time of an act: that of the service's clock, and later than any before. */
export function nextAt(lastAt: number, now: number, offset: number): number {
  return Math.max(lastAt + 1, Math.round(now + offset))
}
