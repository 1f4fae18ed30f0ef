import { timeKept } from './created-at.ts'
import { entityOf, isSame, without, type Value } from './entity.ts'
import type { Blocked, Row, Sent, PendingChange } from './records.ts'

/** What an outcome changes: null for a pending change that is over; undefined for what stays as it is. */
export interface Change {
  readonly pending?: PendingChange | null
  readonly row?: Row
}

/** What is left of a pending change once the service has `value` of it, which answered the version `at`. */
function leftOf(
  pending: PendingChange | undefined,
  at: number,
  value: Value | null,
  baseAt: number | undefined,
): PendingChange | null {
  if (!pending) return null
  if (pending.at === at) return null
  const left = { ...without(pending, 'sent'), base: value, ...(baseAt !== undefined && { baseAt }) }
  return isSame(left.want, value) && !left.blocked ? null : left
}

/**
 * The service has this of the entity. `at` is the version of the pending change that led to it: an act that came meanwhile stays a
 * pending change.
 */
export function known(
  entity: Row | PendingChange,
  pending: PendingChange | undefined,
  row: Row | undefined,
  at: number,
  {
    value,
    id,
    tick,
    baseAt,
  }: {
    readonly value: Value | null
    readonly id?: string | undefined
    readonly tick: number
    /** When this device brought it there, by the service's clock. */
    readonly baseAt?: number | undefined
  },
): Change {
  // A stretch of time is in the sum of its day; nothing of it is shown.
  if (entity.kind === 'time') return { pending: null }
  const known = id ?? row?.id
  const next: Row = {
    ...entityOf(entity),
    ...(value !== null && timeKept(entity, row, entity.createdAt)),
    ...(known !== undefined && value !== null && { id: known }),
    ...(row?.state !== undefined && { state: row.state }),
    ...(value === null && row?.value && { last: row.value }),
    ...(baseAt !== undefined && { broughtAt: baseAt }),
    value,
    tick,
  }
  return { pending: leftOf(pending, at, value, baseAt), row: next }
}

/** The feed has told this of the entity, and its row has it already. Else as `known`. */
export function arrived(
  pending: PendingChange | undefined,
  row: Row | undefined,
  at: number,
  { value, baseAt }: { readonly value: Value | null; readonly baseAt: number | undefined },
): Change {
  const brought = baseAt !== undefined && { broughtAt: baseAt }
  // Names of reading bookmarks, and bookmarks of pages that are read, are not told by each form.
  const more = row && (row.kind === 'reading' || row.isReading) && { value }
  return {
    pending: leftOf(pending, at, value, baseAt),
    ...(row && (brought || more) && { row: { ...row, ...brought, ...more } }),
  }
}

/** The request has not begun, or the service said that it did nothing: as if it had not been sent. */
export function unsent(pending: PendingChange, sent: Sent): Change {
  return pending.sent?.at === sent.at ? { pending: without(pending, 'sent') } : {}
}

/** The service refused it. */
export function refused(pending: PendingChange, sent: Sent, code: string): Change {
  return pending.sent?.at === sent.at ? { pending: { ...pending, sent: { ...sent, refused: code } } } : {}
}

/** A person has to decide about this version of the pending change. */
export function block(pending: PendingChange, at: number, blocked: Blocked): Change {
  return pending.at === at ? { pending: { ...without(pending, 'sent'), blocked } } : {}
}
