import { aliveMs, isSameHeartbeat, writerSuperseded, type EpochStore } from '../../platform/leader/epoch.ts'
import { WaraqError } from '@waraq/protocol'
import type { TimeValue } from '../model/entity.ts'
import type { Row, Sent, PendingChange } from '../model/records.ts'
import type { Change } from '../model/settle.ts'
import type { BackoffRecord, UserDatabase } from './database.ts'
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

/** Runs a write of the deliverer. It has no effect if another deliverer has raised the epoch. */
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

/** Epochs only grow: a lower one belongs to another database of this name. */
function databaseReplaced(): WaraqError {
  return new WaraqError({
    code: 'storage_lost',
    message: 'The database was deleted while changes were delivered. Open it again.',
    retryable: true,
  })
}

/** What a later probe needs to know of a request. */
type Noted = Pick<Sent, 'before' | 'serviceAt'>

/** The pending changes, for one deliverer. */
export class Outbox {
  readonly db: UserDatabase
  readonly deliverer: Deliverer

  constructor(db: UserDatabase, deliverer: Deliverer) {
    this.db = db
    this.deliverer = deliverer
  }

  /** The first pending change after that time, in the order of the mutations. */
  after(at: number): Promise<PendingChange | undefined> {
    return this.db.pending.where('at').above(at).first()
  }

  /** The row of a pending change, with the row and the pending change of its collection. */
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
   * Stores what is about to be sent, together with a heartbeat, before the request starts. Returns undefined if the person has
   * changed the pending change since. `recreate`: the entity is made again, so its former id and its base no longer apply.
   */
  async mark(
    pending: PendingChange,
    now: number,
    { recreate = false, ...noted }: { readonly recreate?: boolean | undefined } & Noted = {},
  ): Promise<Sent | undefined> {
    const [marked] = await this.markAll([{ pending, recreate, ...noted }], now)
    return marked?.sent
  }

  /** Like `mark` for several changes, which one push sends on top of `head`. Returns those that were not changed since. */
  async markAll<Each extends { readonly pending: PendingChange; readonly recreate: boolean } & Noted>(
    sending: readonly Each[],
    now: number,
    head?: number,
  ): Promise<(Each & { readonly sent: Sent })[]> {
    const { epoch } = this.deliverer
    let marked: (Each & { readonly sent: Sent })[] = []
    await fenced(this.db, this.deliverer, ['pending', 'rows'], async () => {
      const current = await this.db.pending.bulkGet(sending.map(({ pending }) => pending.key))
      marked = sending.flatMap((each, index) => {
        const { at, desired } = each.pending
        const { before, serviceAt } = each
        const sent: Sent = {
          at,
          desired,
          since: now,
          epoch,
          ...(before && { before }),
          ...(serviceAt !== undefined && { serviceAt }),
          ...(head !== undefined && { head }),
        }
        return current[index]?.at === at ? [{ ...each, sent }] : []
      })
      const marks = marked.map(({ pending, recreate, sent }) => ({
        ...pending,
        ...(recreate && { base: null }),
        sent,
      }))
      const remade = marked.filter(({ recreate }) => recreate)
      await Promise.all([
        this.db.pending.bulkPut(marks),
        this.db.rows.bulkDelete(remade.map(({ pending }) => pending.key)),
        marked.length > 0 && this.db.meta.put({ key: 'leader', epoch, leaseUntil: now + aliveMs }),
      ])
    })
    return marked
  }

  /** Writes the outcome of a pending change. `change` receives the currently stored records. */
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

  /** Whether another stretch of the same day is in doubt. If both were, it would be unknown which one made the day's sum grow. */
  async waitsForOther({ key, kind, day, sent }: PendingChange): Promise<boolean> {
    if (sent || kind !== 'time') return false
    const isUnsure = (other: PendingChange) =>
      other.key !== key &&
      other.sent !== undefined &&
      other.day?.date === day?.date &&
      other.day?.mushafId === day?.mushafId
    return (await this.db.pending.where('kind').equals(kind).filter(isUnsure).count()) > 0
  }

  /** Drops a stretch of time that may have been counted. */
  async giveUp({ key, desired }: PendingChange): Promise<void> {
    await fenced(this.db, this.deliverer, ['pending'], async () => {
      const seconds = (await this.db.uncounted()) + (desired as TimeValue).seconds
      await Promise.all([this.db.pending.delete(key), this.db.meta.put({ key: 'uncounted', seconds })])
    })
  }

  /** Runs writes of the deliverer over all tables, in one transaction. */
  async write(work: () => Promise<void>): Promise<void> {
    await fenced(this.db, this.deliverer, ['pending', 'rows'], work)
  }

  /** Stores the offset of the service's clock. */
  async noteOffset(offset: number): Promise<void> {
    await fenced(this.db, this.deliverer, [], async () => {
      await this.db.meta.put({ ...(await this.db.clock()), offset })
    })
  }

  /** Stores a failed try, or that tries succeed again (null). */
  async noteBackoff(backoff: BackoffRecord | null): Promise<void> {
    const { meta } = this.db
    await fenced<unknown>(this.db, this.deliverer, [], () =>
      backoff ? meta.put(backoff) : meta.delete('backoff'),
    )
  }
}

/** The keys of the entities with these ids of the service, by id. */
export async function keysOfIds(db: UserDatabase, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.rows.where('id').anyOf(ids).toArray()
  return new Map(rows.flatMap(({ id, key }) => (id === undefined ? [] : [[id, key] as const])))
}
