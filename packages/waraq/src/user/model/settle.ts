import { timeKept } from './added-at.ts'
import { entityOf, isSame, without, type Value } from './entity.ts'
import type { Held, Row, Sent, Wish } from './records.ts'

/** What an outcome changes: null for a wish that is over; undefined for what stays as it is. */
export interface Change {
  readonly wish?: Wish | null
  readonly row?: Row
}

/** What is left of a wish once the service has `value` of it, which answered the version `at`. */
function leftOf(
  wish: Wish | undefined,
  at: number,
  value: Value | null,
  baseAt: number | undefined,
): Wish | null {
  if (!wish) return null
  if (wish.at === at) return null
  const left = { ...without(wish, 'sent'), base: value, ...(baseAt !== undefined && { baseAt }) }
  return isSame(left.want, value) && !left.held ? null : left
}

/**
 * The service has this of the entity. `at` is the version of the wish that led to it: an act that came meanwhile stays a
 * wish.
 */
export function known(
  entity: Row | Wish,
  wish: Wish | undefined,
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
  if (entity.kind === 'time') return { wish: null }
  const known = id ?? row?.id
  const next: Row = {
    ...entityOf(entity),
    ...(value !== null && timeKept(entity, row, entity.addedAt)),
    ...(known !== undefined && value !== null && { id: known }),
    ...(row?.state !== undefined && { state: row.state }),
    ...(value === null && row?.value && { last: row.value }),
    ...(baseAt !== undefined && { broughtAt: baseAt }),
    value,
    tick,
  }
  return { wish: leftOf(wish, at, value, baseAt), row: next }
}

/** The feed has told this of the entity, and its row has it already. Else as `known`. */
export function arrived(
  wish: Wish | undefined,
  row: Row | undefined,
  at: number,
  { value, baseAt }: { readonly value: Value | null; readonly baseAt: number | undefined },
): Change {
  const brought = baseAt !== undefined && { broughtAt: baseAt }
  // Names of reading bookmarks, and bookmarks of pages that are read, are not told by each form.
  const more = row && (row.kind === 'reading' || row.isReading) && { value }
  return {
    wish: leftOf(wish, at, value, baseAt),
    ...(row && (brought || more) && { row: { ...row, ...brought, ...more } }),
  }
}

/** The request has not begun, or the service said that it did nothing: as if it had not been sent. */
export function unsent(wish: Wish, sent: Sent): Change {
  return wish.sent?.at === sent.at ? { wish: without(wish, 'sent') } : {}
}

/** The service refused it. */
export function refused(wish: Wish, sent: Sent, code: string): Change {
  return wish.sent?.at === sent.at ? { wish: { ...wish, sent: { ...sent, refused: code } } } : {}
}

/** A person has to decide about this version of the wish. */
export function heldBack(wish: Wish, at: number, held: Held): Change {
  return wish.at === at ? { wish: { ...without(wish, 'sent'), held } } : {}
}
