import { isWaraqError, WaraqError } from '@waraq/protocol'
import { highlightColors, type HighlightColor } from '@waraq/protocol/user'
import { nextAt, shown, wanted } from '../model/act.ts'
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

/** More than a person does by hand before they are online again. */
export const maxPending = 20_000

/** One thing that a person wants, in a transaction of acts. */
export interface Act {
  readonly entity: Entity
  readonly want: Value | null
  /** When it was done, where that was earlier: in the device's own data, before the account signed in. */
  readonly done?: Pick<PendingChange, 'at' | 'ahead'>
  /** What the service has of it is about to go, so it is wanted although it is there. */
  readonly anew?: boolean
}

/** One colour of a verse, or none, in the place of whatever it has. */
export function actsOfHighlight(target: Target, color: HighlightColor | null): Act[] {
  return highlightColors.map((each) => ({
    entity: highlightOf(each, target),
    want: each === color ? true : null,
  }))
}

/**
 * Writes what a person wants, all or nothing. `acts` is asked inside the transaction, with what is shown there. Resolves once
 * it is on the disk.
 * @throws {WaraqError} `outbox_full`, `newer_format` or an error of storage; then nothing was written
 */
export async function act(db: UserDatabase, now: number, acts: () => Promise<readonly Act[]>): Promise<void> {
  try {
    await db.transaction('rw', db.rows, db.pending, db.meta, async () => {
      if (await db.hasMoved()) throw moved()
      await writePending(db, now, await acts())
    })
  } catch (error) {
    throw storageError(error)
  }
}

/** One after the other in their order, in as few steps as there are collections that go. */
async function writePending(db: UserDatabase, now: number, acts: readonly Act[]): Promise<void> {
  let from = 0
  for (const [index, { entity, want }] of acts.entries()) {
    if (entity.kind !== 'collection' || want !== null) continue
    await writeTogether(db, now, acts.slice(from, index + 1))
    await dropMembers(db, now, entity.key)
    from = index + 1
  }
  await writeTogether(db, now, acts.slice(from))
}

async function writeTogether(db: UserDatabase, now: number, acts: readonly Act[]): Promise<void> {
  if (acts.length === 0) return
  const keys = [...new Set(acts.map(({ entity }) => entity.key))]
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
  for (const { entity, want, done, anew } of acts) {
    const { key } = entity
    const pending = allPending.get(key)
    if (pending && pending.format > pendingFormat) throw newerFormat(pending.format)
    const at = done ? nextAt(lastAt, done.at, 0) : nextAt(lastAt, now, clock.offset)
    const row = anew ? undefined : rowOf.get(key)
    const next = wanted(entity, row, pending, want, { at, ahead: done?.ahead ?? clock.offset })
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

/** The members of a collection go with it. What is on its way stays a pending change until it is known, and wants nothing either. */
async function dropMembers(db: UserDatabase, now: number, owner: string): Promise<void> {
  const allPending = await db.pending
    .where('owner')
    .equals(owner)
    .and(({ format }) => format <= pendingFormat)
    .toArray()
  for (const { key, sent, target } of allPending) {
    if (sent) await writeTogether(db, now, [{ entity: memberOf(owner, target!), want: null }])
    else await db.pending.delete(key)
  }
}

/** What is shown of an entity now. To be called in a transaction of acts, or by itself. */
export async function shownOf(db: UserDatabase, key: string): Promise<Value | null> {
  const [row, pending] = await Promise.all([db.rows.get(key), db.pending.get(key)])
  return shown(row, pending)
}

/** Leaves nothing of what a person keeps. Nothing of it is taken back at the service. */
export async function eraseAll(db: UserDatabase): Promise<void> {
  try {
    await db.transaction('rw', db.rows, db.pending, db.meta, async () => {
      if (await db.hasMoved()) throw moved()
      // Who delivers is nothing of a person's, and times only rise.
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

/** What a person chose for a pending change that is blocked. */
export type Resolution = 'retry' | 'drop' | 'mine' | 'both'

/**
 * Ends the hold of a pending change.
 * - `retry`: tries it once more
 * - `drop`: forgets it; what the service has is shown
 * - `mine`: it replaces what the service has. What is gone there is made again, and so is the collection of a member.
 * - `both`: the service's note stays, and the person's text becomes the note keyed `newKey`. Where the service has no text of it,
 *   as `mine`: what was refused may have arrived before, and would be there twice.
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
      if (how === 'both' && (pending?.kind !== 'note' || !pending.blocked || pending.want === null))
        throw notKept(key)
      if (!pending?.blocked) return
      const { blocked, ...rest } = pending
      const { theirs } = blocked
      const chosen = how === 'both' && !theirs ? 'mine' : how
      if (chosen === 'drop') return void (await db.pending.delete(key))
      if (chosen === 'both') {
        const want = pending.want as NoteValue
        await db.pending.delete(key)
        return await writeTogether(db, now, [{ entity: noteKeyed(newKey, want.ranges), want }])
      }
      // What the person has seen: where it was changed once more, they are asked once more.
      await db.pending.put(chosen === 'mine' && theirs !== undefined ? { ...rest, base: theirs } : rest)
      if (chosen !== 'mine') return
      if (row?.value === null) await db.rows.put(forgotten(row))
      if (blocked.why === 'depends' && rest.owner !== undefined) await makeAgain(db, now, rest.owner, rest.at)
    })
  } catch (error) {
    throw storageError(error)
  }
}

/** The row of what the service no longer has under its id. */
function forgotten(row: Row): Row {
  return { ...without(row, 'id'), value: null }
}

/** A collection that was gone when one of its members was wished for. It may be there again, for another member. */
async function makeAgain(db: UserDatabase, now: number, owner: string, wantedAt: number): Promise<void> {
  const [row, pending] = await Promise.all([db.rows.get(owner), db.pending.get(owner)])
  const isThere = row !== undefined && row.value !== null
  if (isThere && Math.max(row.broughtAt ?? 0, row.at ?? 0) > wantedAt) return
  const name = pending?.want ?? row?.value ?? row?.last
  if (row) await db.rows.put(forgotten(row))
  if (name) await writeTogether(db, now, [{ entity: collectionKeyed(owner), want: name }])
}

/** The members of a collection that are shown. */
export async function membersOf(db: UserDatabase, owner: string): Promise<Entity[]> {
  const [rows, allPending] = await Promise.all([
    db.rows.where('owner').equals(owner).toArray(),
    db.pending.where('owner').equals(owner).toArray(),
  ])
  const wished = new Map(allPending.map((pending) => [pending.key, pending]))
  const all = [...rows.filter(({ key }) => !wished.has(key)), ...allPending]
  return all.filter((each) => shown('value' in each ? each : undefined, wished.get(each.key)) !== null)
}

/** Whether the act belongs to the data of another account, which comes in a moment. */
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
