import { shown } from './mutation.ts'
import type { Entity, Value } from './entity.ts'
import { pendingFormat, type Blocked, type Row, type PendingChange } from './records.ts'

/** An entity as people see it. */
export interface Shown<V extends Value = Value> {
  readonly entity: Entity
  readonly value: V
  /** When the person changed it, or else when it changed at the service, as far as that is known. */
  readonly at: number
  /** When it was made or put there, and when it last changed, as far as that is known. */
  readonly createdAt: number | null
  readonly updatedAt: number | null
  /** It has not arrived at the service yet. */
  readonly pending: boolean
  /** It is not delivered until a person decides. */
  readonly blocked: Blocked | undefined
  /** Written by a newer version of this program. */
  readonly newer: boolean
}

/** What people see: the pending changes applied over the service's rows. Deleted entities are left out. */
export function fold(rows: readonly Row[], allPending: readonly PendingChange[]): Shown[] {
  const byKey = new Map(allPending.map((pending) => [pending.key, pending]))
  const rest = rows.filter(({ key }) => !byKey.has(key))
  const all: readonly (readonly [Row | undefined, PendingChange | undefined])[] = [
    ...rest.map((row) => [row, undefined] as const),
    ...allPending.map((pending) => [undefined, pending] as const),
  ]
  return all.flatMap(([row, pending]) => {
    const value = shown(row, pending)
    if (value === null) return []
    const entity = (pending ?? row)!
    const newer = (pending?.format ?? pendingFormat) > pendingFormat
    const at = (pending ?? row)!.at
    const createdAt = (pending ?? row)!.createdAt ?? null
    // An entity that only exists or not is never changed.
    const updatedAt = value === true ? createdAt : (at ?? row?.broughtAt ?? null)
    const times = { at: at ?? 0, createdAt, updatedAt }
    return [{ entity, value, ...times, pending: pending !== undefined, blocked: pending?.blocked, newer }]
  })
}

const place = ({ entity: { target } }: Shown) => (target?.key ?? 0) * 1000 + (target?.verseNumber ?? 0)

/** Sorts in the order of the text. */
export function inText(all: readonly Shown[]): Shown[] {
  return [...all].sort((one, other) => place(one) - place(other))
}

/** Sorts the latest first. Entities without a known time come last, in the order of the text. */
export function newestFirst(all: readonly Shown[]): Shown[] {
  return inText(all).sort((one, other) => (other.createdAt ?? 0) - (one.createdAt ?? 0))
}
