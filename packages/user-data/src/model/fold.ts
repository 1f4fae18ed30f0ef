import { shown } from './act.ts'
import type { Entity, Value } from './entity.ts'
import { wishFormat, type Held, type Row, type Wish } from './records.ts'

/** An entity as people see it. */
export interface Shown<V extends Value = Value> {
  readonly entity: Entity
  readonly value: V
  /** When a person wanted it, or else when the service was changed, as far as that is known. */
  readonly at: number
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
    return [{ entity, value, at, pending: wish !== undefined, held: wish?.held, newer }]
  })
}
