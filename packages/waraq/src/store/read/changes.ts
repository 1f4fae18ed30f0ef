import type { Clock } from '../../client/clock.ts'
import { cmp, Dexie } from 'dexie'
import { onWrites, touches, type Written } from '../../platform/storage/writes.ts'
import { Throttle } from '../../platform/throttle.ts'
import { answerWithin } from '../answer-within.ts'
import type { Invalidation } from './invalidation.ts'
import type { ReadSet } from './read-set.ts'

/** A live query as `Changes` sees it. */
export interface Follower {
  /** The reads that its result is made of; while it runs, those so far. */
  readonly read: ReadSet
  readonly isRunning: boolean
  /** Called when a transaction wrote while the query runs. */
  missed(write: Written): void
  /** Called when the result still holds. */
  holds(): void
  /** Called when the result may be outdated. */
  rerun(): void
  /** Called when it cannot be checked whether the result holds. */
  fail(problem: unknown): void
}

export interface ChangeSources {
  /** Name of the database. */
  readonly name: string
  readonly clock: Clock
  /** Fires when writes may have been missed. */
  readonly invalidation: Invalidation
  /** Returns the read sets whose queries would have a different result now. */
  readonly outdated: (sets: readonly ReadSet[]) => Promise<ReadonlySet<ReadSet>>
}

/** Milliseconds until the next check of results that could not be checked. */
export const retryMs = 5_000

/** The tables that the results of queries are made of. */
const tables = ['resources', 'subscriptions', 'meta', 'stagings']

/** Whether the written records may concern a query with this read set. */
function concerns(written: Written, { rows, infos, partial, meta, rowsByAge, isUnknown }: ReadSet): boolean {
  if (written === 'anything') return true
  const resources = [...rows, ...infos].flatMap(({ resource }) => resource ?? [])
  const ofAll = isUnknown || infos.some(({ resource }) => resource === undefined)
  const byAge = isUnknown || rowsByAge || infos.length > 0
  return (
    touches(written, 'resources', ofAll ? undefined : resources) ||
    (byAge && touches(written, 'subscriptions')) ||
    // A staging's key does not contain its resource.
    (partial.length > 0 && touches(written, 'stagings')) ||
    touches(
      written,
      'meta',
      meta.map(({ key }) => key),
    )
  )
}

/**
 * Notifies the live queries of one store when they have to run again. Dexie reports each write, in this tab or another. One check
 * then covers all queries whose records were written. Invalidations make up for writes that were not reported.
 */
export class Changes {
  readonly #sources: ChangeSources
  readonly #followers = new Set<Follower>()
  /** The queries to check next. */
  readonly #due = new Set<Follower>()
  readonly #checks: Throttle
  #listening: AbortController | undefined

  constructor(sources: ChangeSources) {
    this.#sources = sources
    this.#checks = new Throttle(sources.clock, () => this.#checkDue())
  }

  /** Adds a query. Returns a function that removes it. */
  follow(follower: Follower): () => void {
    this.#followers.add(follower)
    this.#listening ??= this.#listen()
    return () => {
      this.#followers.delete(follower)
      this.#due.delete(follower)
      if (this.#followers.size > 0) return
      this.#listening?.abort()
      this.#listening = undefined
    }
  }

  /** Stops all notifications. */
  close(): void {
    this.#listening?.abort()
  }

  /** Whether any of these writes may have changed what the query read. */
  concerned({ read }: Follower, writes: readonly Written[]): boolean {
    return writes.some((written) => concerns(written, read))
  }

  /** Checks soon whether the query's result holds. */
  check(follower: Follower): void {
    this.#due.add(follower)
    this.#checks.ask()
  }

  /** Listens to writes and invalidations until the returned controller is aborted. */
  #listen(): AbortController {
    const { name, invalidation } = this.#sources
    const endWrites = onWrites({ Dexie, cmp }, name, tables, (written) => this.#hear(written))
    const endInvalidation = invalidation(() => this.#hear('anything'))
    const listening = new AbortController()
    listening.signal.addEventListener('abort', () => {
      endWrites()
      endInvalidation()
    })
    return listening
  }

  #hear(written: Written): void {
    for (const follower of this.#followers) {
      if (follower.isRunning) follower.missed(written)
      else if (!this.#due.has(follower) && concerns(written, follower.read)) this.#due.add(follower)
    }
    if (this.#due.size > 0) this.#checks.ask()
  }

  async #checkDue(): Promise<void> {
    const checked = [...this.#due]
      .filter(({ isRunning }) => !isRunning)
      .map((follower) => ({ follower, read: follower.read }))
    this.#due.clear()
    if (checked.length > 0) await this.#check(checked)
  }

  async #check(checked: readonly { follower: Follower; read: ReadSet }[]): Promise<void> {
    const { clock, outdated } = this.#sources
    // Leaves out queries that ended, or started again, meanwhile.
    const meant = () =>
      checked.filter(
        ({ follower, read }) =>
          this.#followers.has(follower) && !follower.isRunning && follower.read === read,
      )
    try {
      const found = await answerWithin(clock, () => outdated(checked.map(({ read }) => read)))
      for (const { follower, read } of meant()) {
        if (found.has(read)) follower.rerun()
        else follower.holds()
      }
    } catch (problem) {
      for (const { follower } of meant()) follower.fail(problem)
      if (this.#listening)
        clock.sleep(retryMs, this.#listening.signal).then(
          () => this.#hear('anything'),
          () => undefined,
        )
    }
  }
}
