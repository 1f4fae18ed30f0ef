import { WaraqError } from '@waraq/protocol'
import { writerElection, type WriterElection, type WritersWork } from '../writer/writer-election.ts'
import type { Settings } from './options.ts'
import { ProcessLocks } from '../../platform/locks/process-locks.ts'
import type { OnWait } from '../../platform/leader/leader-election.ts'
import { answerWithin } from '../../store/answer-within.ts'
import type { DesiredSubscription } from '../../store/subscriptions.ts'
import type { WaraqDatabase } from '../../store/database.ts'
import {
  deleteDatabase,
  openDatabase,
  backoffsMs,
  type OpenedDatabase,
} from '../../store/open/open-database.ts'
import { openWithin } from '../../store/open/open-within.ts'
import { isReadable } from '../../store/check.ts'
import { mayMeanDamage, saysDamage, storageError } from '../../store/storage-error.ts'
import { readSubscriptions } from '../../store/bookkeeping.ts'

/** The opened database and the election of its single writer. */
interface Found {
  readonly database: OpenedDatabase
  readonly election: WriterElection
}

/** Milliseconds until a database that something else closed is reopened. The delay doubles after each failed try. */
const reopenMs = 250
/** Longest delay in milliseconds. After it, the database is reopened with its next use. */
const longestReopenMs = 16_000

/** `known`: the subscriptions of the previous database, as far as they could still be read. */
type OnReplaced = (db: WaraqDatabase, known: readonly DesiredSubscription[]) => Promise<void>

/**
 * Times that the engine recreates the database at most. On a disk that damages every database, the downloaded content would
 * be lost again.
 */
const mostRecreated = 3

export function closedError(): WaraqError {
  return new WaraqError({ code: 'engine_closed', message: 'The engine was closed. Create a new one.' })
}

/**
 * The engine's database. It is opened with the first use and reopened after the browser closed it, and only one engine writes
 * to it at a time.
 */
export class Library {
  readonly #settings: Settings
  readonly #leader: string
  readonly #onFound: (database: OpenedDatabase) => void
  readonly #onReplaced: OnReplaced
  #isOpening = false
  /** How often the database was deleted: `#recreated` by this engine, `#replaced` by any part of the site. */
  #recreated = 0
  #replaced = 0
  /** Settles once the latest attempt to recreate the database is over. */
  #recreating = Promise.resolve<undefined>(undefined)
  readonly #closing = new AbortController()
  readonly #inProgress = new Set<Promise<unknown>>()
  /** Calls that still wait for their turn as the writer. */
  #waiting = 0
  #contended = new AbortController()
  #found: Promise<Found> | undefined

  /**
   * `onFound` is called once with the opened database, before the library is used. `onReplaced` is called once the database is
   * open again after something other than this engine closed it, and possibly deleted it.
   */
  constructor(
    settings: Settings,
    leader: string,
    onFound: (database: OpenedDatabase) => void,
    onReplaced: OnReplaced,
  ) {
    this.#onReplaced = onReplaced
    this.#settings = settings
    this.#leader = leader
    this.#onFound = onFound
  }

  /** Aborted when the library closes, with `engine_closed`. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  /** Resolves with the open database. Reopens a lost connection. */
  async open(): Promise<OpenedDatabase> {
    const { database } = await this.#foundOnce()
    await openWithin(database.db, this.#settings.clock)
    return database
  }

  /** Runs `work` without the writer's lock, and more than once if the database is repaired. Rejects with a `WaraqError`. */
  async use<T>(work: (db: WaraqDatabase) => Promise<T>): Promise<T> {
    try {
      const { clock } = this.#settings
      return await this.#repairing(async ({ database: { db } }) => {
        await openWithin(db, clock)
        return answerWithin(clock, () => work(db))
      })
    } catch (error) {
      throw storageError(error)
    }
  }

  /**
   * Runs `work` as the single writer. The caller's signal, closing or a takeover ends it. `beforeWaiting` is called before
   * the call waits for its turn, and not at all if the leadership is free. If the database is repaired, both are called more
   * than once.
   */
  async asWriter<T>(
    caller: AbortSignal | undefined,
    work: WritersWork<T>,
    beforeWaiting: OnWait = async () => undefined,
  ): Promise<T> {
    const signal = AbortSignal.any([this.#closing.signal, ...(caller ? [caller] : [])])
    const stopWaiting = this.#beginWaiting()
    const turn = this.#repairing(
      ({ election }) =>
        election.run(
          signal,
          (writer, ended) => {
            stopWaiting()
            return work(writer, ended)
          },
          beforeWaiting,
        ),
      signal,
    )
    this.#inProgress.add(turn)
    try {
      return await turn
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw storageError(error)
    } finally {
      stopWaiting()
      this.#inProgress.delete(turn)
    }
  }

  /** Aborted as soon as another call of this engine waits for its turn, so that deferrable work stops. */
  get contended(): AbortSignal {
    return this.#contended.signal
  }

  #beginWaiting(): () => void {
    let waits = true
    this.#waiting++
    this.#contended.abort('contended')
    return () => {
      if (!waits) return
      waits = false
      this.#waiting--
      if (this.#waiting === 0) this.#contended = new AbortController()
    }
  }

  /** Cancels the running calls, waits for them and closes the database. */
  async close(): Promise<void> {
    this.#closing.abort(closedError())
    await Promise.allSettled(this.#inProgress)
    await this.#found?.then(({ database }) => database.db.close()).catch(() => undefined)
  }

  /**
   * Performs a step, and repairs the database if the step fails.
   *
   * If the browser cut the step off, the database is reopened and the step repeated: the connection may have been at fault,
   * and Chromium repairs a database in which it finds damage. If the database reports each time that it cannot read or write
   * its data, or cuts off every read, it is permanently broken. Its content can be downloaded again, so the database is
   * deleted and recreated, and the step is tried one last time.
   */
  async #repairing<T>(step: (found: Found) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { clock, recovery } = this.#settings
    const closing = this.#closing.signal
    for (let tries = 0; ; tries++) {
      const found = await this.#foundOnce()
      const { db, kind } = found.database
      const replaced = this.#replaced
      try {
        return await step(found)
      } catch (error) {
        // Another step may be replacing the database, and this step may have failed only for that reason.
        await this.#recreating
        const { code } = storageError(error)
        const isReplaced = replaced !== this.#replaced && code.startsWith('storage_')
        if (closing.aborted || signal?.aborted || !recovery.recreate || kind === 'memory') throw error
        if (tries > backoffsMs.length || !(isReplaced || code === 'storage_lost')) throw error
        if (isReplaced) continue
        const backoffMs = backoffsMs[tries]
        if (backoffMs !== undefined) {
          await clock.sleep(backoffMs, closing)
          if (replaced === this.#replaced) this.#close(db)
        } else if (
          mayMeanDamage(error) &&
          this.#recreated < mostRecreated &&
          (saysDamage(error) || !(await isReadable(db, clock)))
        ) {
          await this.#recreate(db, replaced)
        } else throw error
      }
    }
  }

  /** Deletes the database and opens a new one, unless another step or another tab already did so since `replaced`. */
  async #recreate(db: WaraqDatabase, replaced: number): Promise<void> {
    const { name, clock, locks } = this.#settings
    const work = async () => {
      if (replaced !== this.#replaced) return
      const known = await answerWithin(clock, () => readSubscriptions(db)).catch(() => [])
      this.#close(db)
      await deleteDatabase(this.#settings)
      this.#recreated++
      this.#replaced++
      await openWithin(db, clock)
      // Runs before any step continues, so that steps find the wanted subscriptions.
      await this.#onReplaced(
        db,
        known.flatMap(({ filter, owners }) => owners.map((owner) => ({ filter, owner }))),
      )
    }
    const request = locks.request(`waraq:${name}:recreate`, { signal: this.#closing.signal }, work)
    this.#recreating = request.then(
      () => undefined,
      () => undefined,
    )
    await request
  }

  /** Closes the connection until its next use. */
  #close(db: WaraqDatabase): void {
    const isOpening = this.#isOpening
    // This close must not count as a loss.
    this.#isOpening = true
    db.close({ disableAutoOpen: false })
    this.#isOpening = isOpening
  }

  /** Reopens the database after the browser or another page closed it, usually to delete it. */
  async #openAgain(db: WaraqDatabase): Promise<void> {
    if (this.#isOpening) return
    this.#isOpening = true
    const { clock } = this.#settings
    const { signal } = this.#closing
    for (let ms = reopenMs; ms <= longestReopenMs && !signal.aborted; ms *= 2)
      try {
        await clock.sleep(ms, signal)
        await openWithin(db, clock)
        // A database that does not stay open is not usable yet.
        await clock.sleep(ms, signal)
        if (!db.isOpen()) continue
        await this.#onReplaced(db, [])
        break
      } catch {
        // The deletion is not finished yet.
      }
    this.#isOpening = false
  }

  /** Opens the database with the first call. If that fails, the next call tries again. */
  #foundOnce(): Promise<Found> {
    if (this.#closing.signal.aborted) return Promise.reject(closedError())
    this.#found ??= this.#find().catch((error: unknown) => {
      this.#found = undefined
      throw error
    })
    return this.#found
  }

  async #find(): Promise<Found> {
    const { name, indexedDB, IDBKeyRange, caches, clock, random, locks, recovery, loadMemory } =
      this.#settings
    const database = await openDatabase({
      name,
      indexedDB,
      IDBKeyRange,
      caches,
      clock,
      recovery,
      loadMemory,
    })
    this.#onFound(database)
    const { db } = database
    db.on('versionchange', () => {
      this.#replaced++
      void this.#openAgain(db)
    })
    db.on('close', () => void this.#openAgain(db))
    const election = writerElection({
      db: database.db,
      name,
      leader: this.#leader,
      clock,
      random,
      // A library in memory belongs to this page or worker only, so its locks need not reach further.
      locks: database.kind === 'memory' ? new ProcessLocks() : locks,
    })
    return { database, election }
  }
}
