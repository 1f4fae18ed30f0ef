import { isSame, isTimed, type Entity, type Value } from './entity.ts'
import { wishFormat, type Row, type Wish } from './records.ts'

/** What people see of an entity: their wish, or else what the service has. */
export function shown(row: Row | undefined, wish: Wish | undefined): Value | null {
  return wish ? wish.want : (row?.value ?? null)
}

/**
 * The wish after a person wanted something; undefined where the wish that there is says it already; null where none is left,
 * because they took back what was never sent.
 */
export function wanted(
  entity: Entity,
  row: Row | undefined,
  wish: Wish | undefined,
  want: Value | null,
  { at, ahead }: Pick<Wish, 'at' | 'ahead'>,
): Wish | null | undefined {
  if (isSame(shown(row, wish), want) && !wish?.held) return undefined
  const base = wish ? wish.base : (row?.value ?? null)
  if (!wish?.sent && isSame(base, want)) return wish ? null : undefined
  const baseAt = wish ? wish.baseAt : row?.broughtAt
  return {
    ...entity,
    ...(want !== null && isTimed(entity) && { addedAt: entity.addedAt ?? at }),
    format: wishFormat,
    want,
    base,
    ...(baseAt !== undefined && { baseAt }),
    at,
    ahead,
    ...(wish?.sent && { sent: wish.sent }),
  }
}

/** The next time of an act: that of the service's clock, and later than any before. */
export function nextAt(lastAt: number, now: number, offset: number): number {
  return Math.max(lastAt + 1, Math.round(now + offset))
}
