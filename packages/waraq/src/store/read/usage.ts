import { resourceKey, type ResourceKey, type ResourceRef } from '@waraq/protocol'
import type { Clock } from '../../client/clock.ts'
import type { Table } from 'dexie'
import type { WaraqDatabase } from '../database.ts'
import { checkFormat } from '../writer.ts'
import { dayOf, usageOf, type Usage, type UsageRecord } from '../usage-record.ts'

function usageTable(db: WaraqDatabase): Table<UsageRecord, UsageRecord['key']> {
  return db.table('meta')
}

/** Returns the day on which each resource was last read, as far as that was stored. */
export async function readUsage(db: WaraqDatabase): Promise<Usage> {
  return usageOf(await usageTable(db).get('usage'))
}

/**
 * Stores days of use. Keeps only resources that are in the library, so that the record does not grow beyond it. Writes nothing if
 * nothing would change.
 * @throws {WaraqError} `newer_format`
 */
async function addUsage(db: WaraqDatabase, used: Usage): Promise<void> {
  const known = new Set(await db.resources.toCollection().primaryKeys())
  const merged = (stored: Usage) => new Map([...stored, ...used].filter(([key]) => known.has(key)))
  const before = await readUsage(db)
  const after = merged(before)
  if (after.size === before.size && [...after].every(([key, day]) => before.get(key) === day)) return
  await db.transaction('rw', [db.meta], async () => {
    await checkFormat(db)
    // Another tab may have written meanwhile.
    const days = Object.fromEntries(merged(await readUsage(db)))
    await usageTable(db).put({ key: 'usage', days })
  })
}

/** Runs the work later, in a separate task. Returns a function that cancels it. */
export type Later = (work: () => void, ms: number) => () => void

const timer: Later = (work, ms) => {
  const id = setTimeout(work, ms)
  return () => clearTimeout(id)
}

/**
 * Milliseconds from a first read to its write. The delay keeps the write from delaying the reads of a page, and one write takes
 * all that was first read meanwhile. It is not longer, because a tab may be closed soon after. Each resource is recorded once a
 * day, so there are few writes.
 */
export const writeAfterMs = 1_000

/**
 * Records which resources are read. `used` only checks a set, so it may be called during a transaction or a live query. A timer
 * does the writing, and not an `await` in the caller, because Dexie carries its transaction, and the ban on writes in live
 * queries, along promises. A failed write is repeated with the next one; at worst a day of use is lost.
 */
export class UsageBook {
  readonly #db: WaraqDatabase
  readonly #clock: Pick<Clock, 'now'>
  readonly #later: Later
  #day = NaN
  readonly #seen = new Set<ResourceKey>()
  #unwritten = new Map<ResourceKey, number>()
  #cancel: (() => void) | undefined
  #closed = false

  constructor(db: WaraqDatabase, clock: Pick<Clock, 'now'>, later: Later = timer) {
    this.#db = db
    this.#clock = clock
    this.#later = later
  }

  used(ref: ResourceRef): void {
    const day = dayOf(this.#clock.now())
    if (day !== this.#day) {
      this.#day = day
      this.#seen.clear()
    }
    const key = resourceKey(ref)
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.#unwritten.set(key, day)
    this.#schedule()
  }

  /** Stops writing. Uses that were not written yet are lost; the next use records them again. */
  close(): void {
    this.#closed = true
    this.#cancel?.()
  }

  #schedule(): void {
    if (this.#cancel || this.#closed) return
    this.#cancel = this.#later(() => void this.#write(), writeAfterMs)
  }

  async #write(): Promise<void> {
    this.#cancel = undefined
    const used = this.#unwritten
    this.#unwritten = new Map()
    try {
      // Only readers open the database. A write must not recreate one that was deleted.
      if (this.#db.isOpen()) await addUsage(this.#db, used)
    } catch {
      for (const [key, day] of used) if (!this.#unwritten.has(key)) this.#unwritten.set(key, day)
    }
  }
}
