import { beforeDeadline } from '../../client/waits.ts'
import type { Clock } from '../../client/clock.ts'
import { isErrorNamed } from '../../platform/storage/error-name.ts'
import { isWaraqError, WaraqError } from '@waraq/protocol'
import type { Dexie } from 'dexie'
import type { LostRecord } from './database.ts'

/** Milliseconds before each try to open or to read. What the last one does not give counts as gone. */
const restsMs = [0, 300, 1_500]
const deleteDeadlineMs = 5_000
/** What so many repairs have not helped is no damage, or beyond them: the next is tried after so many milliseconds. */
const againMs = 60_000
const repairsAtOnce = 3

/** A database whose keys are all texts. */
export interface RepairableDatabase extends Dexie {
  /** Called in the step of a repair, with how many records could not be read, and are gone; null: not known. */
  noteRepair(lost: number | null, at: number): Promise<void>
}

/** Has reads fail that a browser answers with null, or something else, for a record that is damaged on the disk. */
export function refuseUnreadable(db: Dexie): void {
  for (const table of db.tables) {
    const fields = [table.schema.primKey.keyPath].flat() as string[]
    table.hook('reading', (record: Partial<Record<string, unknown>> | null | undefined) => {
      if (record === undefined || fields.every((field) => typeof record?.[field] === 'string')) return record
      throw Object.assign(new Error('A record of the database cannot be read.'), { name: 'UnknownError' })
    })
  }
}

/**
 * Whether the error may come of damage, or of a connection that another tab has closed to repair it. An error of a request may have been
 * aborted, too, and is none of storage.
 */
export function isWorthRepair(error: unknown): boolean {
  if (isWaraqError(error) && error.code !== 'storage_failed') return false
  if (isErrorNamed(error, 'QuotaExceededError') || isErrorNamed(error, 'VersionError')) return false
  return ['UnknownError', 'NotFoundError', 'DatabaseClosedError', 'AbortError'].some((name) =>
    isErrorNamed(error, name),
  )
}

/** Whether the browser says that it cannot read or write what it has, which is no matter of room, time or another tab. */
const isBroken = (error: unknown) =>
  (isErrorNamed(error, 'UnknownError') || isErrorNamed(error, 'NotFoundError')) && isWorthRepair(error)

/** Opens a database. One that does not open in three tries is deleted and recreated. Returns whether it was. */
export async function openOrRecreate(db: Dexie, clock: Clock): Promise<boolean> {
  for (const restMs of restsMs) {
    if (restMs > 0) await clock.sleep(restMs)
    try {
      await db.open()
      return false
    } catch (error) {
      if (!isBroken(error)) throw error
    }
  }
  await recreate(db, clock)
  return true
}

/** Other tabs are told to close it, which a frozen one does not. */
async function recreate(db: Dexie, clock: Clock): Promise<void> {
  const late = () => {
    throw new WaraqError({
      code: 'storage_blocked',
      message: 'Another tab keeps damaged data open. Close the other tabs.',
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
export async function repair(db: RepairableDatabase, clock: Clock): Promise<void> {
  const at = clock.now()
  if (await openOrRecreate(db, clock)) {
    await db.noteRepair(null, at)
    return
  }
  for (const restMs of restsMs) {
    // What a disk does not give for a moment is not lost.
    if (restMs > 0) await clock.sleep(restMs)
    if ((await readWhole(db)).lost === 0) return
  }
  try {
    await repairInPlace(db, at)
  } catch (error) {
    if (!isBroken(error)) throw error
    // Not even that step succeeds: what can be read is written into a new database.
    const read = await readWhole(db)
    await recreate(db, clock)
    await db.transaction('rw', db.tables, async () => write(db, read, at))
  }
}

/** In one step, so that what other tabs write at the same time is read or comes after it. */
function repairInPlace(db: RepairableDatabase, at: number): Promise<void> {
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
  /** How many could not be read. Null: of a table not even the keys could. */
  readonly lost: number | null
}

async function readWhole(db: RepairableDatabase): Promise<WhatIsRead> {
  const records = new Map<string, readonly unknown[]>()
  let lost: number | null = 0
  for (const table of db.tables) {
    const all = await table.toArray().catch(() => undefined)
    const primaryKeys = () => table.toCollection().primaryKeys()
    const keys = all ? [] : await primaryKeys().catch(() => null)
    // One that cannot be read must not hide the others.
    const each = await Promise.all((keys ?? []).map((key) => table.get(key).catch(() => undefined)))
    const found = all ?? each.filter((record) => record !== undefined)
    if (!all) lost = keys === null || lost === null ? null : lost + each.length - found.length
    records.set(table.name, found)
  }
  return { records, lost }
}

async function write(db: RepairableDatabase, { records, lost }: WhatIsRead, at: number): Promise<void> {
  for (const table of db.tables) await table.bulkPut([...(records.get(table.name) ?? [])])
  await db.noteRepair(lost, at)
}

/** Repairs one at a time, and three times a minute at most: one step may read what is damaged, and the next write there. */
export class Repairs {
  readonly #clock: Clock
  readonly #repair: () => Promise<void>
  #running: Promise<void> | undefined
  #ended: number[] = []

  constructor(clock: Clock, repair: () => Promise<void>) {
    this.#clock = clock
    this.#repair = repair
  }

  /** After a step failed: whether a repair has been made, so that it is worth another try. */
  async after(error: unknown): Promise<boolean> {
    if (!isWorthRepair(error)) return false
    const now = this.#clock.monotonic()
    this.#ended = this.#ended.filter((at) => now - at < againMs)
    if (!this.#running && this.#ended.length >= repairsAtOnce) return false
    this.#running ??= this.#repair().finally(() => {
      this.#running = undefined
      this.#ended.push(this.#clock.monotonic())
    })
    return this.#running.then(
      () => true,
      () => false,
    )
  }
}

/** What a person is told of a repair. */
export function dataLost({ records: lost }: LostRecord): WaraqError {
  return new WaraqError({
    code: 'data_lost',
    message: `What was kept on this device was damaged: ${lost ?? 'an unknown number of'} records could not be read and are gone. What the service has comes again.`,
    retryable: false,
    details: { lost },
  })
}
