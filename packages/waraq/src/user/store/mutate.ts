import { isWaraqError, WaraqError } from '@waraq/protocol'
import { highlightColors, type HighlightColor } from '@waraq/protocol/user'
import { nextAt, shown, wanted } from '../model/mutation.ts'
import {
  collectionKeyed,
  highlightOf,
  memberOf,
  noteKeyed,
  without,
  type Entity,
  type NoteValue,
  type Target,
  type Value,
} from '../model/entity.ts'
import { pendingFormat, type Row, type PendingChange } from '../model/records.ts'
import { storageError } from './storage-error.ts'
import type { UserDatabase } from './database.ts'

/** Maximum number of pending changes: more than a person makes by hand before they are online again. */
export const maxPending = 20_000

/** One desired value of an entity, in a transaction of mutations. */
export interface UserMutation {
  readonly entity: Entity
  readonly desired: Value | null
  /** The time of the mutation, if it was made earlier: in the device's own data, before the account signed in. */
  readonly done?: Pick<PendingChange, 'at' | 'ahead'>
  /** The service's entity is about to be deleted, so it is made again although it still exists. */
  readonly recreate?: boolean
}

/** Sets one colour of a verse, or none, and removes all others. */
export function mutationsOfHighlight(target: Target, color: HighlightColor | null): UserMutation[] {
  return highlightColors.map((each) => ({
    entity: highlightOf(each, target),
    desired: each === color ? true : null,
  }))
}

/**
 * Writes a person's mutations, all or nothing. `mutations` is called inside the transaction, with the data that is shown there.
 * Resolves once they are on the disk.
 * @param id of an intent. If another page has already written it, nothing is written.
 * @throws {WaraqError} `outbox_full`, `newer_format` or an error of storage; then nothing was written
 */
export async function mutate(
  db: UserDatabase,
  now: number,
  mutations: () => Promise<readonly UserMutation[]>,
  id?: string,
): Promise<void> {
  try {
    await db.transaction('rw', db.rows, db.pending, db.meta, async () => {
      if (await db.hasMoved()) throw moved()
      if (id !== undefined && !(await db.noteWritten(id))) return
      await writePending(db, now, await mutations())
    })
  } catch (error) {
    throw storageError(error)
  }
}

/** Writes the mutations in their order, in one step up to each deleted collection and one for the rest. */
async function writePending(
  db: UserDatabase,
  now: number,
  mutations: readonly UserMutation[],
): Promise<void> {
  let from = 0
  for (const [index, { entity, desired }] of mutations.entries()) {
    if (entity.kind !== 'collection' || desired !== null) continue
    await writeTogether(db, now, mutations.slice(from, index + 1))
    await dropMembers(db, now, entity.key)
    from = index + 1
  }
  await writeTogether(db, now, mutations.slice(from))
}

async function writeTogether(
  db: UserDatabase,
  now: number,
  mutations: readonly UserMutation[],
): Promise<void> {
  if (mutations.length === 0) return
  const keys = [...new Set(mutations.map(({ entity }) => entity.key))]
  const [rows, found, clock, stored] = await Promise.all([
    db.rows.bulkGet(keys),
    db.pending.bulkGet(keys),
    db.clock(),
    db.pending.count(),
  ])
  const rowOf = new Map(keys.map((key, index) => [key, rows[index]]))
  const allPending = new Map(keys.map((key, index) => [key, found[index]]))
  const changed = new Set<string>()
  let [count, { lastAt }] = [stored, clock]
  for (const { entity, desired, done, recreate } of mutations) {
    const { key } = entity
    const pending = allPending.get(key)
    if (pending && pending.format > pendingFormat) throw newerFormat(pending.format)
    const at = done ? nextAt(lastAt, done.at, 0) : nextAt(lastAt, now, clock.offset)
    const row = recreate ? undefined : rowOf.get(key)
    const next = wanted(entity, row, pending, desired, { at, ahead: done?.ahead ?? clock.offset })
    if (next === undefined) continue
    if (next && !pending && count >= maxPending) throw outboxFull()
    count += Number(next !== null) - Number(pending !== undefined)
    lastAt = at
    allPending.set(key, next ?? undefined)
    changed.add(key)
  }
  if (changed.size === 0) return
  const left = [...changed].map((key) => [key, allPending.get(key)] as const)
  await Promise.all([
    db.pending.bulkPut(left.flatMap(([, pending]) => (pending ? [pending] : []))),
    db.pending.bulkDelete(left.flatMap(([key, pending]) => (pending ? [] : [key]))),
    db.meta.put({ ...clock, lastAt }),
  ])
}

/**
 * Removes the members of a collection together with it. A member that was already sent stays a pending change until its outcome
 * is known, now with a removal as its desired state.
 */
async function dropMembers(db: UserDatabase, now: number, owner: string): Promise<void> {
  const allPending = await db.pending
    .where('owner')
    .equals(owner)
    .and(({ format }) => format <= pendingFormat)
    .toArray()
  for (const { key, sent, target } of allPending) {
    if (sent) await writeTogether(db, now, [{ entity: memberOf(owner, target!), desired: null }])
    else await db.pending.delete(key)
  }
}

/** The value of an entity that is shown now. Can be called inside or outside a transaction of mutations. */
export async function shownOf(db: UserDatabase, key: string): Promise<Value | null> {
  const [row, pending] = await Promise.all([db.rows.get(key), db.pending.get(key)])
  return shown(row, pending)
}

/** Erases all user data in this database. Nothing is changed at the service. */
export async function eraseAll(db: UserDatabase): Promise<void> {
  try {
    await db.transaction('rw', db.rows, db.pending, db.meta, async () => {
      if (await db.hasMoved()) throw moved()
      // The leader is not a person's data, and the clock only rises.
      await Promise.all([
        db.rows.clear(),
        db.pending.clear(),
        db.meta.where('key').noneOf(['leader', 'clock']).delete(),
      ])
    })
  } catch (error) {
    throw storageError(error)
  }
}

/** The person's decision about a blocked pending change. */
export type Resolution = 'retry' | 'drop' | 'local' | 'both'

/**
 * Resolves a blocked pending change.
 * - `retry`: tries it again
 * - `drop`: discards it; the service's value is shown
 * - `local`: replaces the service's value. What was deleted there is made again, and so is the collection of a member.
 * - `both`: the service's note stays, and the person's text becomes the note with the key `newKey`. If the service has no text
 *   of it, as `local`: what was refused may have arrived before, and would then exist twice.
 */
export async function resolve(
  db: UserDatabase,
  now: number,
  key: string,
  how: Resolution,
  newKey: string,
): Promise<void> {
  try {
    await db.transaction('rw', db.rows, db.pending, db.meta, async () => {
      const [pending, row] = await Promise.all([db.pending.get(key), db.rows.get(key)])
      if (how === 'both' && (pending?.kind !== 'note' || !pending.blocked || pending.desired === null))
        throw notKept(key)
      if (!pending?.blocked) return
      const { blocked, ...rest } = pending
      const { remote } = blocked
      const chosen = how === 'both' && !remote ? 'local' : how
      if (chosen === 'drop') return void (await db.pending.delete(key))
      if (chosen === 'both') {
        const desired = pending.desired as NoteValue
        await db.pending.delete(key)
        return await writeTogether(db, now, [{ entity: noteKeyed(newKey, desired.ranges), desired }])
      }
      // `remote` is what the person has seen: if it changes again, the person decides again.
      await db.pending.put(chosen === 'local' && remote !== undefined ? { ...rest, base: remote } : rest)
      if (chosen !== 'local') return
      if (row?.value === null) await db.rows.put(forgotten(row))
      if (blocked.why === 'depends' && rest.owner !== undefined) await makeAgain(db, now, rest.owner, rest.at)
    })
  } catch (error) {
    throw storageError(error)
  }
}

/** The row of an entity that the service no longer has under its id. */
function forgotten(row: Row): Row {
  return { ...without(row, 'id'), value: null }
}

/** Makes a collection again that was gone when one of its members was added. It may already exist again, for another member. */
async function makeAgain(db: UserDatabase, now: number, owner: string, desiredAt: number): Promise<void> {
  const [row, pending] = await Promise.all([db.rows.get(owner), db.pending.get(owner)])
  const isThere = row !== undefined && row.value !== null
  if (isThere && Math.max(row.broughtAt ?? 0, row.at ?? 0) > desiredAt) return
  const name = pending?.desired ?? row?.value ?? row?.last
  if (row) await db.rows.put(forgotten(row))
  if (name) await writeTogether(db, now, [{ entity: collectionKeyed(owner), desired: name }])
}

/** The shown members of a collection. */
export async function membersOf(db: UserDatabase, owner: string): Promise<Entity[]> {
  const [rows, allPending] = await Promise.all([
    db.rows.where('owner').equals(owner).toArray(),
    db.pending.where('owner').equals(owner).toArray(),
  ])
  const pendingOf = new Map(allPending.map((pending) => [pending.key, pending]))
  const all = [...rows.filter(({ key }) => !pendingOf.has(key)), ...allPending]
  return all.filter((each) => shown('value' in each ? each : undefined, pendingOf.get(each.key)) !== null)
}

/** Whether the mutation belongs to the data of another account, which is about to be shown. */
export function isMoved(error: unknown): boolean {
  return isWaraqError(error) && error.code === 'storage_lost'
}

function moved(): WaraqError {
  return new WaraqError({
    code: 'storage_lost',
    message: 'The account has just left this device, or another has come. Nothing was kept; do it again.',
    retryable: true,
  })
}

export function outboxFull(): WaraqError {
  return new WaraqError({
    code: 'outbox_full',
    message: `${maxPending} changes wait to be delivered, and no more are taken. Go online with the account signed in, or drop some of them.`,
    details: { most: maxPending },
  })
}

function newerFormat(format: number): WaraqError {
  return new WaraqError({
    code: 'newer_format',
    message: `A newer version wrote this change (format ${format}, this one knows ${pendingFormat}). Reload to get the newer version; nothing was written.`,
    details: { format, known: pendingFormat },
  })
}

export function notKept(key: string): WaraqError {
  return new WaraqError({
    code: 'not_found',
    message: `There is no ${key.split('|', 1)[0]!} of this key on this device. It may have been deleted; look again.`,
  })
}
