import type { Clock } from '@waraq/client'
import type { WaraqError } from '@waraq/contract'
import { liveQuery } from 'dexie'
import { readStored, type EngineStatus, type StoredStatus } from './status.ts'
import { answerWithin } from '../store/answer-within.ts'
import type { OpenedDatabase } from '../store/open/open-database.ts'
import { storageError } from '../store/storage-error.ts'

interface Listener {
  readonly status: (status: EngineStatus) => void
  readonly problem: ((problem: WaraqError) => void) | undefined
}

/** After the database could not be read, it is tried again this much later. */
const retryMs = 5_000

/** Tells its listeners the status, as soon as what is stored or what is under way changes. */
export class StatusWatch {
  readonly #open: () => Promise<OpenedDatabase>
  readonly #clock: Clock
  readonly #compose: (stored: StoredStatus, database: OpenedDatabase) => EngineStatus
  readonly #listeners = new Set<Listener>()
  #latest: { readonly stored: StoredStatus; readonly database: OpenedDatabase } | undefined
  /** Why the database cannot be read at present. */
  #problem: WaraqError | undefined
  #end: (() => void) | undefined

  /** `open` resolves with the library's database, open. */
  constructor(
    open: () => Promise<OpenedDatabase>,
    clock: Clock,
    compose: (stored: StoredStatus, database: OpenedDatabase) => EngineStatus,
  ) {
    this.#open = open
    this.#clock = clock
    this.#compose = compose
  }

  add(status: Listener['status'], problem?: Listener['problem']): () => void {
    const listener = { status, problem }
    this.#listeners.add(listener)
    if (this.#latest) callSafely(status, this.#compose(this.#latest.stored, this.#latest.database))
    if (this.#problem) callSafely(problem, this.#problem)
    if (!this.#end) this.#begin()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#stop()
    }
  }

  /** To be called where the run under way changed. */
  tell(): void {
    if (!this.#latest || this.#listeners.size === 0) return
    const status = this.#compose(this.#latest.stored, this.#latest.database)
    for (const listener of this.#listeners) callSafely(listener.status, status)
  }

  /** To be called where the stored records may have changed without a message. */
  readAgain(): void {
    if (!this.#end) return
    this.#end()
    this.#begin()
  }

  close(): void {
    this.#listeners.clear()
    this.#stop()
  }

  #stop(): void {
    this.#end?.()
    this.#end = undefined
    this.#latest = undefined
    this.#problem = undefined
  }

  #begin(): void {
    const ended = new AbortController()
    let unsubscribe = (): void => undefined
    this.#end = () => {
      ended.abort()
      unsubscribe()
    }
    const again = (error: unknown) => {
      unsubscribe()
      if (ended.signal.aborted) return
      const problem = storageError(error)
      this.#problem = problem
      for (const listener of this.#listeners) callSafely(listener.problem, problem)
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
            this.#problem = undefined
            this.#latest = { stored, database }
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
  }
}

function callSafely<T>(listener: ((value: T) => void) | undefined, value: T): void {
  try {
    listener?.(value)
  } catch {
    // A listener that throws must stop neither the other listeners nor the run.
  }
}
