import { shown } from './act.ts'
import { addedAtOf } from './added-at.ts'
import type { Entity, Value } from './entity.ts'
import { wishFormat, type Held, type Row, type Wish } from './records.ts'

/** An entity as people see it. */
export interface Shown<V extends Value = Value> {
  readonly entity: Entity
  readonly value: V
  /** When a person wanted it, or else when the service was changed, as far as that is known. */
  readonly at: number
  /** When it was put there, as far as that is known. */
  readonly addedAt: number | null
  /** It has not arrived at the service yet. */
  readonly pending: boolean
  /** It is not delivered until a person decides. */
  readonly held: Held | undefined
  /** Written by a newer version of this program. */
  readonly newer: boolean
}

/** What people see: the wishes over what the service has. Gone ones are left out. */
export function fold(rows: readonly Row[], wishes: readonly Wish[]): Shown[] {
  const byKey = new Map(wishes.map((wish) => [wish.key, wish]))
  const rest = rows.filter(({ key }) => !byKey.has(key))
  const all: readonly (readonly [Row | undefined, Wish | undefined])[] = [
    ...rest.map((row) => [row, undefined] as const),
    ...wishes.map((wish) => [undefined, wish] as const),
  ]
  return all.flatMap(([row, wish]) => {
    const value = shown(row, wish)
    if (value === null) return []
    const entity = (wish ?? row)!
    const newer = (wish?.format ?? wishFormat) > wishFormat
    const at = (wish ?? row)!.at ?? 0
    const addedAt = (wish ? (wish.addedAt ?? wish.at) : addedAtOf(row)) ?? null
    return [{ entity, value, at, addedAt, pending: wish !== undefined, held: wish?.held, newer }]
  })
}

const place = ({ entity: { target } }: Shown) => (target?.key ?? 0) * 1000 + (target?.verseNumber ?? 0)

/** In the order of the text. */
export function inText(all: readonly Shown[]): Shown[] {
  return [...all].sort((one, other) => place(one) - place(other))
}

/** The latest first. What has no known time comes last, in the order of the text. */
export function newestFirst(all: readonly Shown[]): Shown[] {
  return inText(all).sort((one, other) => (other.addedAt ?? 0) - (one.addedAt ?? 0))
}
