import { beforeDeadline } from '../../client/waits.ts'
import type { Clock } from '../../client/clock.ts'
import { isErrorNamed } from '../../platform/storage/error-name.ts'
import { WaraqError } from '@waraq/protocol'
import type { Dexie } from 'dexie'
import type { LostRecord, UserDatabase } from './database.ts'

/** Milliseconds between the tries to open. After the last one the database counts as one that never opens again. */
const restsMs = [300, 1_500] as const
const deleteDeadlineMs = 5_000

/** Whether the error may come of damage, or of a connection that another tab has closed to repair it. */
export function mayMeanDamage(error: unknown): boolean {
  if (isErrorNamed(error, 'QuotaExceededError') || isErrorNamed(error, 'VersionError')) return false
  return ['UnknownError', 'NotFoundError', 'DatabaseClosedError', 'AbortError'].some((name) =>
    isErrorNamed(error, name),
  )
}

/** Opens a database. One that does not open in several tries is deleted, and made anew. Returns whether it was. */
export async function openOrRenew(db: Dexie, clock: Clock): Promise<boolean> {
  for (const restMs of restsMs) {
    try {
      await db.open()
      return false
    } catch (error) {
      if (!isErrorNamed(error, 'UnknownError') && !isErrorNamed(error, 'NotFoundError')) throw error
      await clock.sleep(restMs)
    }
  }
  await renew(db, clock)
  return true
}

/** Other tabs are told to close it, which a frozen one does not. */
async function renew(db: Dexie, clock: Clock): Promise<void> {
  const late = () => {
    throw new WaraqError({
      code: 'storage_blocked',
      message: 'Another tab keeps what is damaged here from being repaired. Close the other tabs.',
      retryable: true,
    })
  }
  await beforeDeadline(db.delete({ disableAutoOpen: false }), { clock, ms: deleteDeadlineMs, late })
  await db.open()
}

/**
 * Opens a database, and keeps of it what can be read. What the service has is read from its beginning afterwards. To be called while
 * no other tab does the same.
 * @throws {WaraqError} `storage_blocked`, or the browser's own error where it stores nothing at all
 */
export async function repair(db: UserDatabase, clock: Clock): Promise<void> {
  const at = clock.now()
  if (await openOrRenew(db, clock)) {
    await db.meta.put({ key: 'lost', records: null, at })
    return
  }
  try {
    await repairInPlace(db, at)
  } catch {
    // Not even that step succeeds: what can be read is written into a new database.
    const read = await readWhole(db)
    await renew(db, clock)
    await db.transaction('rw', db.tables, () => write(db, read, at))
  }
}

/** In one step, so that what other tabs write at the same time is read or comes after it. */
function repairInPlace(db: UserDatabase, at: number): Promise<void> {
  return db.transaction('rw', db.tables, async () => {
    const read = await readWhole(db)
    if (read.lost === 0) return
    await Promise.all(db.tables.map((table) => table.clear()))
    await write(db, read, at)
  })
}

interface WhatIsRead {
  /** By the name of their table. */
  readonly records: ReadonlyMap<string, readonly unknown[]>
  readonly lost: number
}

async function readWhole(db: UserDatabase): Promise<WhatIsRead> {
  const records = new Map<string, readonly unknown[]>()
  let lost = 0
  for (const table of db.tables) {
    const all = await table.toArray().catch(() => undefined)
    const keys = all ? [] : await table.toCollection().primaryKeys()
    // One that cannot be read must not hide the others.
    const each = await Promise.all(keys.map((key) => table.get(key).catch(() => undefined)))
    const found = all ?? each.filter((record) => record !== undefined)
    lost += all ? 0 : each.length - found.length
    records.set(table.name, found)
  }
  return { records, lost }
}

/** What the feed and the lists have told is forgotten with what they told. */
async function write(db: UserDatabase, { records, lost }: WhatIsRead, at: number): Promise<void> {
  for (const table of db.tables) await table.bulkPut([...(records.get(table.name) ?? [])])
  await db.meta.where('key').startsWith('listed|').delete()
  await db.meta.delete('feed')
  await db.meta.put({ key: 'lost', records: lost, at })
}

/** What a person is told of a repair. */
export function dataLost({ records: lost }: LostRecord): WaraqError {
  return new WaraqError({
    code: 'data_lost',
    message: `What was kept on this device was damaged: ${lost ?? 'all'} records could not be read and are gone. What the service has comes again.`,
    retryable: false,
    details: { lost },
  })
}
