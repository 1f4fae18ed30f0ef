import { isSameHeartbeat, writerSuperseded, type Heartbeat } from '../platform/leader/epoch.ts'
import type { Clock } from '../client/clock.ts'
import { WaraqError } from '@waraq/protocol'
import { Dexie, type Table } from 'dexie'
import { answerWithin, writtenMs } from './answer-within.ts'
import { bookkeepingTables, readBookkeeping, type Bookkeeping } from './bookkeeping.ts'
import { manifestIdsOf, stagingOf, type WaraqDatabase } from './database.ts'
import { isStandIn, mostCount } from './record-decoders.ts'
import { dataFormat, noCounters, noWriter, type CountersRecord, type WriterRecord } from './records.ts'
import { storageError } from './storage-error.ts'

export function newerFormat(format: number): WaraqError {
  return new WaraqError({
    code: 'newer_format',
    message: `The database was written by a newer version (format ${format}, this one knows ${dataFormat}). Reload to get the newer version; nothing was written.`,
    details: { format, known: dataFormat },
  })
}

/** Epochs only grow, so a lower epoch belongs to another database of this name. */
function databaseReplaced(): WaraqError {
  return new WaraqError({
    code: 'storage_lost',
    message:
      'The database was deleted while it was written, and nothing more of the run was stored. Subscribe again, then sync.',
    retryable: true,
  })
}

export async function readWriter(db: WaraqDatabase): Promise<WriterRecord> {
  return ((await db.meta.get('writer')) as WriterRecord | undefined) ?? noWriter
}

/**
 * Checks the format of the database. Call it first in a write transaction over `meta` that is not the writer's own.
 * @throws {WaraqError} `newer_format`
 */
export async function checkFormat(db: WaraqDatabase): Promise<void> {
  const { format } = await readWriter(db)
  if (format > dataFormat) throw newerFormat(format)
}

export async function readCounters(db: WaraqDatabase): Promise<CountersRecord> {
  return ((await db.meta.get('counters')) as CountersRecord | undefined) ?? noCounters
}

/** The count of commits in the record `counters`. */
export function commitsOf(record: unknown): number {
  return (record as CountersRecord | undefined)?.commits ?? 0
}

/** Records that what readers see has changed, inside a write transaction. Returns the number of the commit. */
export async function countCommit(db: WaraqDatabase): Promise<number> {
  const counters = await readCounters(db)
  const commits = counters.commits + 1
  await db.meta.put({ ...counters, commits })
  return commits
}

/**
 * Returns the table in the running transaction, without Dexie: a write to it reruns no live query. For writes that change nothing
 * that readers see. An error of such a write rolls the transaction back.
 */
export function unobserved(table: Pick<Table, 'name'>): Pick<IDBObjectStore, 'put' | 'delete'> {
  return Dexie.currentTransaction.idbtrans.objectStore(table.name)
}

/**
 * The right to write, until another writer raises the epoch. Each write transaction reads the epoch first. So a tab that was
 * frozen and replaced detects that inside its next transaction, which then has no effect.
 */
export class Writer {
  readonly db: WaraqDatabase
  readonly epoch: number
  readonly #clock: Clock | undefined
  #known: Bookkeeping | undefined
  /** Counts events that may have changed the bookkeeping, so that a copy that was read meanwhile is not kept. */
  #changes = 0
  readonly #numbers: number[]

  /** Without a clock, writes have no deadline. */
  constructor(db: WaraqDatabase, epoch: number, clock?: Clock, begun?: Begun) {
    this.db = db
    this.epoch = epoch
    this.#clock = clock
    this.#known = begun?.known
    this.#numbers = [...(begun?.numbers ?? [])]
  }

  /**
   * Returns the bookkeeping as this writer left it. Reads it again only after a write that touched it. Only the writer changes
   * it, except subscriptions: those belong to the application, so a commit compares its own with the stored one.
   */
  async known(): Promise<Bookkeeping> {
    if (this.#known) return this.#known
    const { db } = this
    const changes = this.#changes
    const known = await db.transaction('r', [...bookkeepingTables, 'meta'], async () => readBookkeeping(db))
    if (changes === this.#changes) this.#known = known
    return known
  }

  /** Call it when the bookkeeping may have changed: the next `known` reads it again. */
  forget(): void {
    this.#known = undefined
    this.#changes++
  }

  /** Call it after a write whose caller knows the new bookkeeping: the next `known` need not read it. */
  know(known: Bookkeeping): void {
    this.#known = known
  }

  /**
   * Returns a number for a staging or a batch that was never assigned before. Writers get a few together with the leadership,
   * which costs no transaction. A writer that needs more takes the next few with one.
   */
  async number(): Promise<number> {
    if (this.#numbers.length === 0) {
      const { db } = this
      const taken = await this.write([], async () => {
        const { numbers, rest } = takeNumbers(await readCounters(db))
        await db.meta.put(rest)
        return numbers
      })
      this.#numbers.push(...taken)
    }
    return this.#numbers.shift()!
  }

  /**
   * Runs `work` in one read-write transaction over `tables` (and `meta`). Resolves when the browser has committed it. `work` may
   * only await the database. It starts at the same time as the check of the epoch. If the check fails, the entire transaction is
   * rolled back.
   * @throws {WaraqError} `writer_superseded`, `newer_format` or an error of storage; then nothing was written
   */
  async write<T>(tables: readonly string[], work: () => Promise<T>): Promise<T> {
    const { db } = this
    const isBookkeeping = bookkeepingTables.some((table) => tables.includes(table))
    if (isBookkeeping) this.forget()
    const written = () =>
      db.transaction('rw', [...new Set([...tables, 'meta'])], async () => {
        // The epoch is requested first, so it arrives before any result that the work waits for.
        const [, result] = await Promise.all([this.#checkEpoch(), work()])
        return result
      })
    try {
      return await (this.#clock ? answerWithin(this.#clock, written, writtenMs) : written())
    } catch (error) {
      throw storageError(error)
    } finally {
      // A copy that was read during the transaction may be from before or after it.
      if (isBookkeeping) this.forget()
    }
  }

  async #checkEpoch(): Promise<void> {
    const writer = await readWriter(this.db)
    if (writer.format > dataFormat) throw newerFormat(writer.format)
    if (writer.epoch > this.epoch) throw writerSuperseded()
    if (writer.epoch < this.epoch) throw databaseReplaced()
  }
}

/** Makes the resources need a snapshot: each counts as absent until it is fetched again. */
export async function markDamaged(writer: Writer, keys: readonly string[]): Promise<void> {
  await writer.write(['resources'], async () => {
    const { resources } = writer.db
    const found = await resources.where('key').anyOf(keys).toArray()
    await resources.bulkPut(found.map((each) => ({ ...each, needsSnapshot: 'damage' })))
  })
}

/** Numbers that a writer takes at a time. */
const numbersTaken = 8

/** Returns the next numbers, and the record without them. */
function takeNumbers(counters: CountersRecord): {
  readonly numbers: readonly number[]
  readonly rest: CountersRecord
} {
  const numbers = Array.from({ length: numbersTaken }, (_, index) => counters.stagings + 1 + index)
  return { numbers, rest: { ...counters, stagings: counters.stagings + numbersTaken } }
}

/** Data that a writer receives with the leadership. */
interface Begun {
  readonly known: Bookkeeping
  readonly numbers: readonly number[]
}

/** How often a writer whose record was lost or damaged may have raised the epoch since the latest run that recorded it. */
const epochsUnnoted = 2 ** 16

/** Returns the greatest epoch that may be held. If the writer's record was lost or damaged, a frozen writer may still hold it. */
function epochEverSeen({ epoch }: WriterRecord, { subscriptions }: Bookkeeping): number {
  const noted = Math.max(0, ...subscriptions.map(({ lastRun }) => lastRun?.epoch ?? 0))
  return epoch >= noted ? epoch : noted + epochsUnnoted
}

/** Returns the greatest number of a staging. Stagings that were never registered are found by their manifests. */
async function greatestStaging(db: WaraqDatabase): Promise<number> {
  const [manifest, staging] = await Promise.all([
    db.manifests.where('id').below(manifestIdsOf(mostCount)[0]).lastKey(),
    db.stagings.where('id').below(mostCount).lastKey(),
  ])
  return Math.max((manifest && stagingOf(manifest as string)) || 0, (staging as number | undefined) ?? 0)
}

/**
 * Returns the counters, not below the values that the stored records show. A number that was assigned twice would overwrite the
 * records of its first use.
 */
function recovered(
  { counters = noCounters, batchCursors, resources }: Bookkeeping,
  greatest: number,
): CountersRecord {
  let { stagings, commits } = counters
  stagings = Math.max(stagings, greatest, ...batchCursors.map(({ id }) => id))
  for (const { installedAtCommit } of resources) commits = Math.max(commits, installedAtCommit)
  for (const { openedAtCommit } of batchCursors) commits = Math.max(commits, openedAtCommit)
  return { ...counters, stagings, commits }
}

/**
 * Raises the epoch and returns the writer that holds it. With a clock, the writer's writes have deadlines. The same
 * transaction reads the bookkeeping, which a run needs first.
 */
export async function claimWriter(db: WaraqDatabase, leader: string, clock?: Clock): Promise<Writer> {
  return (await raiseEpoch(db, leader, clock, () => true))!
}

/** The same. Returns undefined if the current writer has left a later heartbeat than `silentSince`. */
export function replaceWriter(
  db: WaraqDatabase,
  leader: string,
  silentSince: Heartbeat,
  clock: Clock,
): Promise<Writer | undefined> {
  return raiseEpoch(db, leader, clock, (current) => isSameHeartbeat(current, silentSince))
}

/** A write without records would rerun live queries, too. */
async function putIfAny<T>(table: Table<T>, records: readonly T[]): Promise<void> {
  if (records.length > 0) await table.bulkPut([...records])
}

async function raiseEpoch(
  db: WaraqDatabase,
  leader: string,
  clock: Clock | undefined,
  isAllowed: (current: WriterRecord) => boolean,
): Promise<Writer | undefined> {
  try {
    const tables = [...bookkeepingTables, 'meta', 'manifests', 'stagings']
    return await db.transaction('rw', tables, async () => {
      const [current, read, greatest] = await Promise.all([
        readWriter(db),
        readBookkeeping(db),
        greatestStaging(db),
      ])
      if (current.format > dataFormat) throw newerFormat(current.format)
      if (!isAllowed(current)) return undefined
      const epoch = epochEverSeen(current, read) + 1
      const known = { ...read, counters: recovered(read, greatest) }
      const { numbers, rest } = takeNumbers(known.counters)
      await db.meta.bulkPut([{ key: 'writer', format: dataFormat, epoch, leader, leaseUntil: 0 }, rest])
      await putIfAny(db.resources, known.resources.filter(isStandIn))
      await putIfAny(db.subscriptions, known.subscriptions.filter(isStandIn))
      for (const key of known.unusable)
        await Promise.all([db.subscriptions.delete(key), db.batchCursors.delete(key)])
      return new Writer(db, epoch, clock, { known, numbers })
    })
  } catch (error) {
    throw storageError(error)
  }
}

/** Writes a heartbeat: the writer counts as alive until `leaseUntil`; 0 records that it has ended. The epoch stays raised. */
export function heartbeat(writer: Writer, leaseUntil: number): Promise<void> {
  return writer.write([], async () => {
    await writer.db.meta.put({ ...(await readWriter(writer.db)), leaseUntil })
  })
}
