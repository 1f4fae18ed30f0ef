import { timeKept } from './created-at.ts'
import { entityOf, isSame, without, type Value } from './entity.ts'
import type { Blocked, Row, Sent, PendingChange } from './records.ts'

/** The changes that follow from an outcome. Null for a pending change that is complete; undefined for what stays as it is. */
export interface Change {
  readonly pending?: PendingChange | null
  readonly row?: Row
}

/** What remains of a pending change after the service has `value`, which answered the version `at`. */
function leftOf(
  pending: PendingChange | undefined,
  at: number,
  value: Value | null,
  baseAt: number | undefined,
): PendingChange | null {
  if (!pending) return null
  if (pending.at === at) return null
  const left = { ...without(pending, 'sent'), base: value, ...(baseAt !== undefined && { baseAt }) }
  return isSame(left.desired, value) && !left.blocked ? null : left
}

/**
 * The service has this value of the entity. `at` is the version of the pending change that led to it. A mutation that was made
 * in the meantime stays a pending change.
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
    /** When this device brought the service to it, by the service's clock. */
    readonly baseAt?: number | undefined
  },
): Change {
  // A stretch of time is part of the sum of its day. It is not shown separately.
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

/**
 * The `broughtAt` of the row that replaces `row` after a list or the feed has reported `value`. The service's time `at` tells
 * whether the value is still the one that this device brought: another device may have brought the same value later.
 */
export function stillBrought(
  row: Row | undefined,
  value: Value | null,
  at: number | undefined,
): Pick<Row, 'broughtAt'> {
  if (row?.broughtAt === undefined || at === undefined || at > row.broughtAt) return {}
  return isSame(row.value, value) ? { broughtAt: row.broughtAt } : {}
}

/** The feed has reported this value of the entity, and its row already has it. Otherwise as `known`. */
export function arrived(
  pending: PendingChange | undefined,
  row: Row | undefined,
  at: number,
  { value, baseAt }: { readonly value: Value | null; readonly baseAt: number | undefined },
): Change {
  const brought = baseAt !== undefined && { broughtAt: baseAt }
  // Not every form reports the names of reading bookmarks, or the bookmarks of pages with a reading bookmark.
  const more = row && (row.kind === 'reading' || row.isReading) && { value }
  return {
    pending: leftOf(pending, at, value, baseAt),
    ...(row && (brought || more) && { row: { ...row, ...brought, ...more } }),
  }
}

/** The request did not start, or the service reported that it did nothing. The pending change counts as not sent. */
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
