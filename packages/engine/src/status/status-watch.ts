import type { Clock } from '@waraq/client'
import type { WaraqError } from '@waraq/contract'
import { liveQuery } from 'dexie'
import { readStored, type EngineStatus, type StoredStatus } from './status.ts'
import { Watchers } from '../link/watchers.ts'
import { answerWithin } from '../store/answer-within.ts'
import type { Home } from '../store/open/open-database.ts'
import { storageError } from '../store/storage-error.ts'

/** After the database could not be read, it is tried again this much later. */
const retryMs = 5_000

/** Tells whoever listens how things stand, as soon as what is stored or what is under way changes. */
export class StatusWatch {
  readonly #open: () => Promise<Home>
  readonly #clock: Clock
  readonly #compose: (stored: StoredStatus, home: Home) => EngineStatus
  readonly #watchers = new Watchers<EngineStatus>()
  /** The status of this moment, made of what was stored when it was last read. */
  #now: (() => EngineStatus) | undefined
  #tell: (status: EngineStatus) => void = () => undefined

  /** `open` resolves with the library's home, its database open. */
  constructor(
    open: () => Promise<Home>,
    clock: Clock,
    compose: (stored: StoredStatus, home: Home) => EngineStatus,
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

  /** What is under way changed. */
  tell(): void {
    if (this.#now) this.#tell(this.#now())
  }

  /** What is stored may have changed without anybody saying so. */
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
        // A query that opened the database itself would lose track of what it reads.
        const home = await this.#open()
        await answerWithin(this.#clock, () => readStored(home.db))
        if (ended.signal.aborted) return
        const subscription = liveQuery(() => readStored(home.db)).subscribe({
          next: (stored) => {
            this.#now = () => this.#compose(stored, home)
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
