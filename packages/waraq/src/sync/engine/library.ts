import { WaraqError } from '@waraq/protocol'
import { writerElection, type WriterElection, type WritersWork } from '../writer/writer-election.ts'
import type { Settings } from './options.ts'
import { ProcessLocks } from '../../platform/locks/process-locks.ts'
import type { OnWait } from '../../platform/leader/leader-election.ts'
import { answerWithin } from '../../store/answer-within.ts'
import type { Wanted } from '../../store/subscriptions.ts'
import type { WaraqDatabase } from '../../store/database.ts'
import { engineReadings } from '../../store/engine-record-checks.ts'
import { deleteDatabase, openDatabase, restsMs, type OpenedDatabase } from '../../store/open/open-database.ts'
import { openWithin } from '../../store/open/open-within.ts'
import { isReadable } from '../../store/check.ts'
import { mayMeanDamage, saysDamage, storageError } from '../../store/storage-error.ts'
import { readSubscriptions } from '../../store/bookkeeping.ts'

/** The opened database, and the leadership of its one writer. */
interface Found {
  readonly database: OpenedDatabase
  readonly election: WriterElection
}

/** Milliseconds until a database that something else closed is opened again; twice as many after each try that failed. */
const reopenMs = 250
/** After so long a wait it is left to the next use. */
const longestReopenMs = 16_000

/** `known`: the subscriptions of the database before, as far as they could still be read. */
type OnReplaced = (db: WaraqDatabase, known: readonly Wanted[]) => Promise<void>

/** A disk that damages each database has no use for more: what was downloaded would be lost again. */
const mostRecreated = 3

export function closedError(): WaraqError {
  return new WaraqError({ code: 'engine_closed', message: 'The engine was closed. Create a new one.' })
}

/**
 * The engine's database: opened with the first use, opened again after the browser closed it, written by one engine at a
 * time.
 */
export class Library {
  readonly #settings: Settings
  readonly #leader: string
  readonly #onFound: (database: OpenedDatabase) => Promise<void>
  readonly #onReplaced: OnReplaced
  #isOpening = false
  /** How often the database was deleted: by this engine, and by any part of the site. */
  #recreated = 0
  #replaced = 0
  /** Settled once the latest try to recreate it is over. */
  #recreating = Promise.resolve<undefined>(undefined)
  readonly #closing = new AbortController()
  readonly #underWay = new Set<Promise<unknown>>()
  /** Calls whose turn as the writer has not come yet. */
  #waiting = 0
  #wanted = new AbortController()
  #found: Promise<Found> | undefined

  /**
   * `onFound` is called once, with the opened database; its promise is awaited before the library is used. `onReplaced`: once
   * the database is open again after something else than this engine closed it, which may have deleted it.
   */
  constructor(
    settings: Settings,
    leader: string,
    onFound: (database: OpenedDatabase) => Promise<void>,
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

  /** The database, open. A connection that was lost is opened again. */
  async open(): Promise<OpenedDatabase> {
    const { database } = await this.#foundOnce()
    await openWithin(database.db, this.#settings.clock)
    return database
  }

  /** Runs `work` without the writer's lock, more than once where the database is repaired. Rejects with a `WaraqError`. */
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
   * Runs `work` as the one writer. The caller's signal, closing or a takeover ends it. `beforeWaiting` is called before the
   * call waits for its turn, and not at all where the leadership is free. Where the database is repaired, both are called more than once.
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
    this.#underWay.add(turn)
    try {
      return await turn
    } catch (error) {
      if (signal.aborted) throw signal.reason
      throw storageError(error)
    } finally {
      stopWaiting()
      this.#underWay.delete(turn)
    }
  }

  /** Aborted as soon as another call of this engine waits for its turn, so that work which can be done later stops. */
  get wanted(): AbortSignal {
    return this.#wanted.signal
  }

  #beginWaiting(): () => void {
    let waits = true
    this.#waiting++
    this.#wanted.abort('wanted')
    return () => {
      if (!waits) return
      waits = false
      this.#waiting--
      if (this.#waiting === 0) this.#wanted = new AbortController()
    }
  }

  /** Ends the calls under way, waits for them, and closes the database. */
  async close(): Promise<void> {
    this.#closing.abort(closedError())
    await Promise.allSettled(this.#underWay)
    await this.#found?.then(({ database }) => database.db.close()).catch(() => undefined)
  }

  /**
   * Does a step. Where the browser cut it off, the database is opened again and the step repeated: the connection may have been at
   * fault, and Chromium itself repairs a database in which it finds damage. Where it says each time that it cannot read or write what it
   * stored, or cuts off whatever is read, the database is broken for good, and all its content can be downloaded again: it is deleted and
   * recreated, and the step has a last try.
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
        // Another step may be replacing the database under this one, which then failed for no other reason.
        await this.#recreating
        const { code } = storageError(error)
        const isReplaced = replaced !== this.#replaced && code.startsWith('storage_')
        if (closing.aborted || signal?.aborted || !recovery.recreate || kind === 'memory') throw error
        if (tries > restsMs.length || !(isReplaced || code === 'storage_lost')) throw error
        if (isReplaced) continue
        const restMs = restsMs[tries]
        if (restMs !== undefined) {
          await clock.sleep(restMs, closing)
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

  /** Deletes the database and opens a new one, unless that was done since `replaced`, by another step or in another tab. */
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
      // Before any step goes on, so that it finds what is wanted.
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
    // Not to be taken for a loss.
    this.#isOpening = true
    db.close({ disableAutoOpen: false })
    this.#isOpening = isOpening
  }

  /** The browser, or another page, closed the database, mostly to delete it. */
  async #openAgain(db: WaraqDatabase): Promise<void> {
    if (this.#isOpening) return
    this.#isOpening = true
    const { clock } = this.#settings
    const { signal } = this.#closing
    for (let ms = reopenMs; ms <= longestReopenMs && !signal.aborted; ms *= 2)
      try {
        await clock.sleep(ms, signal)
        await openWithin(db, clock)
        // One that does not stay open is of no use yet.
        await clock.sleep(ms, signal)
        if (!db.isOpen()) continue
        await this.#onReplaced(db, [])
        break
      } catch {
        // Who deletes it is not done yet.
      }
    this.#isOpening = false
  }

  /** Opens the database with the first call. Where that fails, the next call tries again. */
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
      readings: engineReadings,
      clock,
      recovery,
      loadMemory,
    })
    await this.#onFound(database)
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
      // Only this page or worker has a library in memory, so its locks need not reach further.
      locks: database.kind === 'memory' ? new ProcessLocks() : locks,
    })
    return { database, election }
  }
}
