import type { Written } from '../../platform/storage/writes.ts'
import type { Clock } from '../../client/clock.ts'
import { asObservable, type Interop } from '../../client/interop.ts'
import { Dexie } from 'dexie'
import { retryMs, type Changes, type Follower } from './changes.ts'
import { ReadSet } from './read-set.ts'

/** Maximum number of writes that are kept apart while a query runs. */
const mostMissed = 50

/** Receives a query's results as they change. */
export interface Observer<T> {
  readonly next: (value: T) => void
  readonly error?: ((error: unknown) => void) | undefined
}

/** A query that runs again whenever a commit, in this tab or another, changes what it read. */
export interface Live<T> extends Interop<{ next?: (value: T) => void; error?: (error: unknown) => void }> {
  /** Starts the query; the first result comes soon. Returns a function that ends it. */
  subscribe(observer: Observer<T> | ((value: T) => void)): () => void
}

/** Makes a live query from the function that starts it. */
export function liveOf<T>(start: (observer: Observer<T>) => () => void): Live<T> {
  // An observer may be an instance of a class, and then needs its `this`.
  const subscribe = (observer: Partial<Observer<T>> | ((value: T) => void)) =>
    start(
      typeof observer === 'function'
        ? { next: observer }
        : { next: (value) => observer.next?.(value), error: (problem) => observer.error?.(problem) },
    )
  return { subscribe, ...asObservable(subscribe) }
}

export interface LiveSources {
  /** Opens the database. A query waits until this succeeds. */
  readonly open: () => Promise<unknown>
  readonly changes: Changes
  readonly clock: Clock
}

class LiveQuery<T> implements Follower {
  read = new ReadSet()
  isRunning = false
  readonly #query: (read: ReadSet) => Promise<T>
  readonly #observer: Observer<T>
  readonly #sources: LiveSources
  readonly #ended = new AbortController()
  readonly #unfollow: () => void
  /** Writes that were reported while the query ran. */
  #missed: Written[] | undefined
  /** A result that the observer gets after a check has found that it holds. */
  #deferred: { readonly value: T } | undefined

  constructor(query: (read: ReadSet) => Promise<T>, observer: Observer<T>, sources: LiveSources) {
    this.#query = query
    this.#observer = observer
    this.#sources = sources
    this.#unfollow = sources.changes.follow(this)
    this.rerun()
  }

  end(): void {
    this.#ended.abort()
    this.#unfollow()
  }

  missed(written: Written): void {
    // A long list of writes carries no more information than that anything may have changed.
    if (this.#missed && this.#missed.push(written) > mostMissed)
      this.#missed.splice(0, mostMissed, 'anything')
  }

  holds(): void {
    const deferred = this.#deferred
    this.#deferred = undefined
    if (deferred) void this.#tell(deferred.value)
  }

  rerun(): void {
    if (this.#ended.signal.aborted) return
    this.isRunning = true
    // The caller may be inside its own transaction, which the query must not join.
    Dexie.ignoreTransaction(() => void this.#run())
  }

  fail(problem: unknown): void {
    void this.#tellProblem(problem)
  }

  // Async, so that an observer that throws causes an unhandled rejection and stops no other query.
  async #tell(value: T): Promise<void> {
    if (!this.#ended.signal.aborted) this.#observer.next(value)
  }

  async #tellProblem(problem: unknown): Promise<void> {
    if (!this.#ended.signal.aborted) this.#observer.error?.(problem)
  }

  async #run(): Promise<void> {
    const { open, clock } = this.#sources
    const { signal } = this.#ended
    this.#deferred = undefined
    try {
      await open()
    } catch (problem) {
      if (signal.aborted) return
      this.fail(problem)
      clock.sleep(retryMs, signal).then(
        () => this.rerun(),
        () => undefined,
      )
      return
    }
    if (!signal.aborted) await this.#ask()
  }

  async #ask(): Promise<void> {
    const { changes } = this.#sources
    const missed: Written[] = (this.#missed = [])
    const answer = await this.#answer()
    this.#missed = undefined
    if (this.#ended.signal.aborted) return
    this.isRunning = false
    const isDoubted = changes.concerned(this, missed)
    if (isDoubted) changes.check(this)
    if ('problem' in answer) this.fail(answer.problem)
    else if (isDoubted) this.#deferred = answer
    else void this.#tell(answer.value)
  }

  async #answer(): Promise<{ readonly value: T } | { readonly problem: unknown }> {
    this.read = new ReadSet()
    try {
      return { value: await this.#query(this.read) }
    } catch (problem) {
      return { problem }
    }
  }
}

/** Makes a query live. The query records its reads in the set that it receives. */
export function live<T>(query: (read: ReadSet) => Promise<T>, sources: LiveSources): Live<T> {
  return liveOf((observer) => {
    const started = new LiveQuery(query, observer, sources)
    return () => started.end()
  })
}
