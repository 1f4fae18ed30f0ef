import type { Clock } from '../../client/clock.ts'
import { isWaraqError, type WaraqError } from '@waraq/protocol'
import { readStored, type EngineStatus, type StoredStatus } from './status.ts'
import { Watchers } from '../../link/watchers.ts'
import { cmp, Dexie } from 'dexie'
import { onWrites, touches, type Written } from '../../platform/storage/writes.ts'
import { Throttle } from '../../platform/throttle.ts'
import { answerWithin } from '../../store/answer-within.ts'
import type { MetaRecord } from '../../store/records.ts'
import type { OpenedDatabase } from '../../store/open/open-database.ts'
import { storageError } from '../../store/storage-error.ts'

/** Milliseconds until the database is tried again after it could not be read. */
const retryMs = 2_000
/** Milliseconds without an answer of the database after which a problem is reported, if there is no status yet. */
const slowMs = 5_000

/** The stored part of a status is read from these tables, and from these records of `meta`. */
const tables = ['subscriptions', 'batchCursors', 'resources', 'meta']
const metaKeys: readonly MetaRecord['key'][] = ['writer', 'counters', 'schedule']

function concernsStatus(written: Written): boolean {
  return tables.some((table) => touches(written, table, table === 'meta' ? metaKeys : undefined))
}

/** Notifies its listeners of the status as soon as stored records or the current activity change. */
export class StatusWatch {
  readonly #name: string
  readonly #open: () => Promise<OpenedDatabase>
  readonly #clock: Clock
  readonly #compose: (stored: StoredStatus, database: OpenedDatabase) => EngineStatus
  readonly #watchers = new Watchers<EngineStatus>()
  /** Composes the current status from the stored records that were last read. */
  #now: (() => EngineStatus) | undefined
  #tell: (status: EngineStatus) => void = () => undefined
  #readAgain: () => void = () => undefined

  /** `name`: name of the library's database, with which `open` resolves. */
  constructor(
    name: string,
    open: () => Promise<OpenedDatabase>,
    clock: Clock,
    compose: (stored: StoredStatus, database: OpenedDatabase) => EngineStatus,
  ) {
    this.#name = name
    this.#open = open
    this.#clock = clock
    this.#compose = compose
    this.#watchers.follow({
      watch: (status, problem) => this.#follow(status, problem),
      now: () => this.#now?.(),
    })
  }

  add(status: (status: EngineStatus) => void, problem?: (problem: WaraqError) => void): () => void {
    return this.#watchers.add(status, problem)
  }

  /** To be called when the activity of the current run changed. */
  tell(): void {
    if (this.#now) this.#tell(this.#now())
  }

  /** To be called when the stored records may have changed without a report. */
  readAgain(): void {
    this.#readAgain()
  }

  close(): void {
    this.#watchers.close()
  }

  /**
   * Reads the stored records. A read that waits for another tab ends as soon as that tab does, so it continues after the wait
   * is reported.
   */
  async #stored({ db }: OpenedDatabase, tellProblem: (problem: WaraqError) => void): Promise<StoredStatus> {
    const answer = readStored(db)
    if (!this.#now)
      try {
        return await answerWithin(this.#clock, () => answer, slowMs)
      } catch (error) {
        // An error of the database itself does not mean that the read is waiting.
        if (!isWaraqError(error)) throw error
        tellProblem(error)
      }
    return answerWithin(this.#clock, () => answer)
  }

  #follow(tell: (status: EngineStatus) => void, tellProblem: (problem: WaraqError) => void): () => void {
    const ended = new AbortController()
    const { signal } = ended
    const read = async () => {
      try {
        const database = await this.#open()
        const stored = await this.#stored(database, (problem) => signal.aborted || tellProblem(problem))
        if (signal.aborted) return
        this.#now = () => this.#compose(stored, database)
        this.#tell = tell
        this.tell()
      } catch (error) {
        if (signal.aborted) return
        tellProblem(storageError(error))
        this.#clock.sleep(retryMs, signal).then(
          () => reads.ask(),
          () => undefined,
        )
      }
    }
    const reads = new Throttle(this.#clock, read, signal)
    const endWrites = onWrites({ Dexie, cmp }, this.#name, tables, (written) => {
      if (concernsStatus(written)) reads.ask()
    })
    this.#readAgain = () => reads.ask()
    reads.ask()
    return () => {
      ended.abort()
      endWrites()
      // If others still listen, the status stays and is only read again.
      if (!this.#watchers.listening) this.#now = undefined
    }
  }
}
