import type { Clock } from '@waraq/client'
import type { WaraqError } from '@waraq/contract'
import { liveQuery } from 'dexie'
import { readStored, type EngineStatus, type StoredStatus } from './status.ts'
import { Watchers } from '../link/watchers.ts'
import { answerWithin } from '../store/answer-within.ts'
import type { OpenedDatabase } from '../store/open/open-database.ts'
import { storageError } from '../store/storage-error.ts'

/** After the database could not be read, it is tried again this much later. */
const retryMs = 5_000

/** Tells its listeners the status, as soon as what is stored or what is under way changes. */
export class StatusWatch {
  readonly #open: () => Promise<OpenedDatabase>
  readonly #clock: Clock
  readonly #compose: (stored: StoredStatus, database: OpenedDatabase) => EngineStatus
  readonly #watchers = new Watchers<EngineStatus>()
  /** The status of this moment, made of what was stored when it was last read. */
  #now: (() => EngineStatus) | undefined
  #tell: (status: EngineStatus) => void = () => undefined

  /** `open` resolves with the library's database, open. */
  constructor(
    open: () => Promise<OpenedDatabase>,
    clock: Clock,
    compose: (stored: StoredStatus, database: OpenedDatabase) => EngineStatus,
  ) {
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

  /** To be called where the stored records may have changed without a message. */
  readAgain(): void {
    this.#watchers.again()
  }

  close(): void {
    this.#watchers.close()
  }

  #follow(tell: (status: EngineStatus) => void, tellProblem: (problem: WaraqError) => void): () => void {
    const ended = new AbortController()
    let unsubscribe = (): void => undefined
    const again = (error: unknown) => {
      unsubscribe()
      if (ended.signal.aborted) return
      tellProblem(storageError(error))
      this.#clock.sleep(retryMs, ended.signal).then(follow, () => undefined)
    }
    const follow = async () => {
      try {
        // Opened before the live query: a query that opened the database itself would not notice changes of what it reads.
        const database = await this.#open()
        await answerWithin(this.#clock, () => readStored(database.db))
        if (ended.signal.aborted) return
        const subscription = liveQuery(() => readStored(database.db)).subscribe({
          next: (stored) => {
            this.#now = () => this.#compose(stored, database)
            this.#tell = tell
            this.tell()
          },
          error: again,
        })
        unsubscribe = () => subscription.unsubscribe()
      } catch (error) {
        again(error)
      }
    }
    void follow()
    return () => {
      ended.abort()
      unsubscribe()
      // While others still listen, it is read anew only.
      if (!this.#watchers.listening) this.#now = undefined
    }
  }
}
