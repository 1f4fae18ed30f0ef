import { beforeDeadline } from '../../client/waits.ts'
import type { Clock } from '../../client/clock.ts'
import { isErrorNamed } from '../../platform/storage/error-name.ts'
import { isWaraqError, WaraqError } from '@waraq/protocol'
import type { Dexie } from 'dexie'
import type { LostRecord } from './database.ts'

/** Milliseconds before each try to open or to read. What the last try cannot read counts as lost. */
const backoffsMs = [0, 300, 1_500]
const deleteDeadlineMs = 5_000
/**
 * If `repairsAtOnce` repairs have not helped, there is no damage, or they cannot fix it. The next repair is then made only
 * after this many milliseconds.
 */
const againMs = 60_000
const repairsAtOnce = 3

/** A database whose keys are all text. */
export interface RepairableDatabase extends Dexie {
  /** Called in the transaction of a repair, with the number of records that could not be read and are gone; null if unknown. */
  noteRepair(lost: number | null, at: number): Promise<void>
}

/** Makes reads fail if the browser returns null, or something else, for a record that is damaged on the disk. */
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
 * Whether the error may result from damage, or from a connection that another tab has closed for a repair. An error of a
 * request may also be an abort, and is not an error of storage.
 */
export function isWorthRepair(error: unknown): boolean {
  if (isWaraqError(error) && error.code !== 'storage_failed') return false
  if (isErrorNamed(error, 'QuotaExceededError') || isErrorNamed(error, 'VersionError')) return false
  return ['UnknownError', 'NotFoundError', 'DatabaseClosedError', 'AbortError'].some((name) =>
    isErrorNamed(error, name),
  )
}

/** Whether the browser reports that it cannot read or write its data, for reasons other than space, time or another tab. */
const isBroken = (error: unknown) =>
  (isErrorNamed(error, 'UnknownError') || isErrorNamed(error, 'NotFoundError')) && isWorthRepair(error)

/** Opens a database. If it does not open in three tries, it is deleted and recreated. Resolves with whether it was recreated. */
export async function openOrRecreate(db: Dexie, clock: Clock): Promise<boolean> {
  for (const backoffMs of backoffsMs) {
    if (backoffMs > 0) await clock.sleep(backoffMs)
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

/** Deletes and opens a database. Other tabs are requested to close it, but a frozen tab does not. */
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
 * Opens a database, and keeps the records that can be read. The service's state is read from its beginning afterwards. Call it
 * while no other tab does the same.
 * @throws {WaraqError} `storage_blocked`, or the browser's own error if it stores nothing at all
 */
export async function repair(db: RepairableDatabase, clock: Clock): Promise<void> {
  const at = clock.now()
  if (await openOrRecreate(db, clock)) {
    await db.noteRepair(null, at)
    return
  }
  for (const backoffMs of backoffsMs) {
    // Data that a disk cannot read for a moment is not lost.
    if (backoffMs > 0) await clock.sleep(backoffMs)
    if ((await readWhole(db)).lost === 0) return
  }
  try {
    await repairInPlace(db, at)
  } catch (error) {
    if (!isBroken(error)) throw error
    // If even that fails, the readable records are written into a new database.
    const read = await readWhole(db)
    await recreate(db, clock)
    await db.transaction('rw', db.tables, async () => write(db, read, at))
  }
}

/** In one transaction, so that concurrent writes of other tabs are either read or come after it. */
function repairInPlace(db: RepairableDatabase, at: number): Promise<void> {
  return db.transaction('rw', db.tables, async () => {
    const read = await readWhole(db)
    if (read.lost === 0) return
    await Promise.all(db.tables.map((table) => table.clear()))
    await write(db, read, at)
  })
}

interface WhatIsRead {
  /** By the name of the table. */
  readonly records: ReadonlyMap<string, readonly unknown[]>
  /** The number of records that could not be read. Null: not even the keys of a table could be read. */
  readonly lost: number | null
}

async function readWhole(db: RepairableDatabase): Promise<WhatIsRead> {
  const records = new Map<string, readonly unknown[]>()
  let lost: number | null = 0
  for (const table of db.tables) {
    const all = await table.toArray().catch(() => undefined)
    const primaryKeys = () => table.toCollection().primaryKeys()
    const keys = all ? [] : await primaryKeys().catch(() => null)
    // One unreadable record must not hide the others.
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

/** Runs one repair at a time, and at most three in a minute: one step may read damaged data, and the next may write there. */
export class Repairs {
  readonly #clock: Clock
  readonly #repair: () => Promise<void>
  #running: Promise<void> | undefined
  #ended: number[] = []

  constructor(clock: Clock, repair: () => Promise<void>) {
    this.#clock = clock
    this.#repair = repair
  }

  /** Resolves with whether a repair was made after a failed step, so that the step is worth another try. */
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

/** The error that reports a repair to the person. */
export function dataLost({ records: lost }: LostRecord): WaraqError {
  return new WaraqError({
    code: 'data_lost',
    message: `What was kept on this device was damaged: ${lost ?? 'an unknown number of'} records could not be read and are gone. What the service has comes again.`,
    retryable: false,
    details: { lost },
  })
}
