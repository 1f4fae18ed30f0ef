import type { Clock } from '../../client/clock.ts'
import { isWaraqError, type WaraqError } from '@waraq/protocol'
import { readStored, type EngineStatus, type StoredStatus } from './status.ts'
import { Watchers } from '../../link/watchers.ts'
import { cmp, Dexie } from 'dexie'
import { onWrites, touches, type Written } from '../../platform/storage/writes.ts'
import { Pace } from '../../platform/pace.ts'
import { answerWithin } from '../../store/answer-within.ts'
import type { MetaRecord } from '../../store/records.ts'
import type { OpenedDatabase } from '../../store/open/open-database.ts'
import { storageError } from '../../store/storage-error.ts'

/** After the database could not be read, it is tried again this much later. */
const retryMs = 2_000
/** Where there is no status yet and the database gives no answer for so long, it is told that it is waited for. */
const slowMs = 5_000

/** What the stored part of a status is made of: these tables, of `meta` these records. */
const tables = ['subscriptions', 'batchCursors', 'resources', 'meta']
const metaKeys: readonly MetaRecord['key'][] = ['writer', 'counters', 'schedule']

function concernsStatus(written: Written): boolean {
  return tables.some((table) => touches(written, table, table === 'meta' ? metaKeys : undefined))
}

/** Tells its listeners the status, as soon as what is stored or what is under way changes. */
export class StatusWatch {
  readonly #name: string
  readonly #open: () => Promise<OpenedDatabase>
  readonly #clock: Clock
  readonly #compose: (stored: StoredStatus, database: OpenedDatabase) => EngineStatus
  readonly #watchers = new Watchers<EngineStatus>()
  /** The status of this moment, made of what was stored when it was last read. */
  #now: (() => EngineStatus) | undefined
  #tell: (status: EngineStatus) => void = () => undefined
  #readAgain: () => void = () => undefined

  /** `name`: that of the library's database, with which `open` resolves. */
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

  /** To be called where the run under way changed. */
  tell(): void {
    if (this.#now) this.#tell(this.#now())
  }

  /** To be called where the stored records may have changed without a report. */
  readAgain(): void {
    this.#readAgain()
  }

  close(): void {
    this.#watchers.close()
  }

  /** A read that waits for another tab is over as soon as that tab is, so it is not given up where it is told of. */
  async #stored({ db }: OpenedDatabase, tellProblem: (problem: WaraqError) => void): Promise<StoredStatus> {
    const answer = readStored(db)
    if (!this.#now)
      try {
        return await answerWithin(this.#clock, () => answer, slowMs)
      } catch (error) {
        // What the database itself answers is no wait.
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
    const reads = new Pace(this.#clock, read, signal)
    const endWrites = onWrites({ Dexie, cmp }, this.#name, tables, (written) => {
      if (concernsStatus(written)) reads.ask()
    })
    this.#readAgain = () => reads.ask()
    reads.ask()
    return () => {
      ended.abort()
      endWrites()
      // While others still listen, it is read anew only.
      if (!this.#watchers.listening) this.#now = undefined
    }
  }
}
