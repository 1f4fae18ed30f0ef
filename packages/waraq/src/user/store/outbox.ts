import { aliveMs, isSameHeartbeat, writerSuperseded, type EpochStore } from '../../platform/leader/epoch.ts'
import { WaraqError } from '@waraq/protocol'
import type { TimeValue } from '../model/entity.ts'
import type { Row, Sent, PendingChange } from '../model/records.ts'
import type { Change } from '../model/settle.ts'
import type { PaceRecord, UserDatabase } from './database.ts'
import { storageError } from './storage-error.ts'

/** The tab or worker that delivers, until another raises the epoch. */
export interface Deliverer {
  readonly epoch: number
}

/** The epoch of the leadership of delivery, in the account's database. */
export function deliveryEpoch(db: UserDatabase): EpochStore<Deliverer> {
  const raise = async () => {
    const { epoch } = await db.election()
    await db.meta.put({ key: 'leader', epoch: epoch + 1, leaseUntil: 0 })
    return { epoch: epoch + 1 }
  }
  const written = <T>(work: () => Promise<T>) => inTransaction(db, ['meta'], work)
  return {
    latest: () => db.election(),
    claim: () => written(raise),
    replace: (silentSince) =>
      written(async () => (isSameHeartbeat(await db.election(), silentSince) ? raise() : undefined)),
    heartbeat: ({ epoch }, leaseUntil) =>
      fenced(db, { epoch }, ['meta'], () => db.meta.put({ key: 'leader', epoch, leaseUntil })),
  }
}

async function inTransaction<T>(
  db: UserDatabase,
  tables: readonly ('rows' | 'pending' | 'meta')[],
  work: () => PromiseLike<T>,
): Promise<T> {
  try {
    return await db.transaction('rw', [...tables], async () => work())
  } catch (error) {
    throw storageError(error)
  }
}

/** A write of the deliverer. Where another has raised the epoch, it has no effect. */
async function fenced<T>(
  db: UserDatabase,
  { epoch }: Deliverer,
  tables: readonly ('rows' | 'pending' | 'meta')[],
  work: () => PromiseLike<T>,
): Promise<void> {
  await inTransaction(db, [...new Set([...tables, 'meta' as const])], async () => {
    const current = await db.election()
    if (current.epoch > epoch) throw writerSuperseded()
    if (current.epoch < epoch) throw databaseReplaced()
    await work()
  })
}

/** Epochs only grow: a lower one is of another database of this name. */
function databaseReplaced(): WaraqError {
  return new WaraqError({
    code: 'storage_lost',
    message: 'The database was deleted while changes were delivered. Open it again.',
    retryable: true,
  })
}

/** What a look needs to know of a request later on. */
type Noted = Pick<Sent, 'before' | 'serviceAt'>

/** The pending changes of one deliverer. */
export class Outbox {
  readonly db: UserDatabase
  readonly deliverer: Deliverer

  constructor(db: UserDatabase, deliverer: Deliverer) {
    this.db = db
    this.deliverer = deliverer
  }

  /** The first pending change that was changed after that time, in the order in which people acted. */
  after(at: number): Promise<PendingChange | undefined> {
    return this.db.pending.where('at').above(at).first()
  }

  /** The row of a pending change, and that of its collection and the pending change about it. */
  async around({ key, owner }: PendingChange) {
    const { db } = this
    const [row, ownerRow, ownerPending] = await Promise.all([
      db.rows.get(key),
      owner === undefined ? undefined : db.rows.get(owner),
      owner === undefined ? undefined : db.pending.get(owner),
    ])
    return { row, ownerRow, ownerPending: ownerPending }
  }

  /**
   * Notes what is about to be sent, and a heartbeat with it, before the request begins. Undefined where the person has
   * changed the pending change since. `anew`: it is made again, so that neither its former id nor what it was means anything any more.
   */
  async mark(
    pending: PendingChange,
    now: number,
    { anew = false, ...noted }: { readonly anew?: boolean | undefined } & Noted = {},
  ): Promise<Sent | undefined> {
    const [marked] = await this.markAll([{ pending, anew, ...noted }], now)
    return marked?.sent
  }

  /** The same of several, which one push sends on top of `head`. Returns those that were not changed since. */
  async markAll<Each extends { readonly pending: PendingChange; readonly anew: boolean } & Noted>(
    sending: readonly Each[],
    now: number,
    head?: number,
  ): Promise<(Each & { readonly sent: Sent })[]> {
    const { epoch } = this.deliverer
    let marked: (Each & { readonly sent: Sent })[] = []
    await fenced(this.db, this.deliverer, ['pending', 'rows'], async () => {
      const current = await this.db.pending.bulkGet(sending.map(({ pending }) => pending.key))
      marked = sending.flatMap((each, index) => {
        const { at, want } = each.pending
        const { before, serviceAt } = each
        const sent: Sent = {
          at,
          want,
          since: now,
          epoch,
          ...(before && { before }),
          ...(serviceAt !== undefined && { serviceAt }),
          ...(head !== undefined && { head }),
        }
        return current[index]?.at === at ? [{ ...each, sent }] : []
      })
      const marks = marked.map(({ pending, anew, sent }) => ({
        ...pending,
        ...(anew && { base: null }),
        sent,
      }))
      const remade = marked.filter(({ anew }) => anew)
      await Promise.all([
        this.db.pending.bulkPut(marks),
        this.db.rows.bulkDelete(remade.map(({ pending }) => pending.key)),
        marked.length > 0 && this.db.meta.put({ key: 'leader', epoch, leaseUntil: now + aliveMs }),
      ])
    })
    return marked
  }

  /** Writes what became of a pending change. `change` is made of what is stored now. */
  async settle(
    { key }: PendingChange,
    change: (pending: PendingChange | undefined, row: Row | undefined, tick: number) => Change,
  ): Promise<void> {
    await fenced(this.db, this.deliverer, ['pending', 'rows'], async () => {
      const [pending, row, clock] = await Promise.all([
        this.db.pending.get(key),
        this.db.rows.get(key),
        this.db.clock(),
      ])
      const next = change(pending, row, clock.tick + 1)
      const writes: PromiseLike<unknown>[] = []
      if (next.pending === null) writes.push(this.db.pending.delete(key))
      else if (next.pending) writes.push(this.db.pending.put(next.pending))
      if (next.row)
        writes.push(this.db.rows.put(next.row), this.db.meta.put({ ...clock, tick: clock.tick + 1 }))
      if (next.row?.kind === 'collection' && next.row.value === null)
        writes.push(this.db.rows.where('owner').equals(key).delete())
      await Promise.all(writes)
    })
  }

  /**
   * Another stretch of its day is unsure: of the two it could not be told which one made the day's sum grow.
   */
  async waitsForOther({ key, kind, day, sent }: PendingChange): Promise<boolean> {
    if (sent || kind !== 'time') return false
    const isUnsure = (other: PendingChange) =>
      other.key !== key &&
      other.sent !== undefined &&
      other.day?.date === day?.date &&
      other.day?.mushafId === day?.mushafId
    return (await this.db.pending.where('kind').equals(kind).filter(isUnsure).count()) > 0
  }

  /** Gives up a stretch of time that may have been counted. */
  async giveUp({ key, want }: PendingChange): Promise<void> {
    await fenced(this.db, this.deliverer, ['pending'], async () => {
      const seconds = (await this.db.uncounted()) + (want as TimeValue).seconds
      await Promise.all([this.db.pending.delete(key), this.db.meta.put({ key: 'uncounted', seconds })])
    })
  }

  /** Writes of the deliverer over all tables, in one transaction. */
  async write(work: () => Promise<void>): Promise<void> {
    await fenced(this.db, this.deliverer, ['pending', 'rows'], work)
  }

  /** Notes what the service's clock says. */
  async noteOffset(offset: number): Promise<void> {
    await fenced(this.db, this.deliverer, [], async () => {
      await this.db.meta.put({ ...(await this.db.clock()), offset })
    })
  }

  /** Notes a failed try, or that tries succeed again. */
  async notePace(pace: PaceRecord | null): Promise<void> {
    const { meta } = this.db
    await fenced<unknown>(this.db, this.deliverer, [], () => (pace ? meta.put(pace) : meta.delete('pace')))
  }
}

/** Keys that the service has ids for, by id. */
export async function keysOfIds(db: UserDatabase, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.rows.where('id').anyOf(ids).toArray()
  return new Map(rows.flatMap(({ id, key }) => (id === undefined ? [] : [[id, key] as const])))
}
