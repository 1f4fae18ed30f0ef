import type { Clock } from '@waraq/client'
import { Dexie, RangeSet, rangesOverlap, type IntervalTree } from 'dexie'
import { answerWithin } from '../store/answer-within.ts'
import type { Pulse } from './pulse.ts'
import type { ReadSet } from './read-set.ts'

/** A live query as `Changes` sees it. */
export interface Follower {
  /** The reads that its answer was made of; while it runs, those so far. */
  readonly read: ReadSet
  readonly isRunning: boolean
  /** Called when a transaction wrote while the query runs. */
  missed(write: Written): void
  /** Called when the answer still holds. */
  holds(): void
  /** Called when the answer may be outdated. */
  rerun(): void
  /** Called when it cannot be checked whether the answer holds. */
  fail(problem: unknown): void
}

/** The records that a transaction wrote, by table, in Dexie's form; `anything` where they are not known. */
export type Written = Readonly<Record<string, IntervalTree>> | 'anything'

export interface ChangeSources {
  /** Name of the database. */
  readonly name: string
  readonly clock: Clock
  /** Fires when writes may have passed unnoticed. */
  readonly pulse: Pulse
  /** The read sets that would be answered differently now. */
  readonly outdated: (sets: readonly ReadSet[]) => Promise<ReadonlySet<ReadSet>>
}

/** Milliseconds until the next check of answers that could not be checked. */
export const retryMs = 5_000

/** Whether the written records may concern a query with this read set. */
function concerns(written: Written, name: string, read: ReadSet): boolean {
  if (written === 'anything') return true
  const { rows, infos, meta, rowsByAge, isUnknown } = read
  const part = (table: string) => written[`idb://${name}/${table}/`]
  const touches = (table: string, keys: readonly string[]) => {
    const ranges = part(table)
    return ranges !== undefined && rangesOverlap(ranges, new RangeSet().addKeys([...keys]))
  }
  const resources = [...rows, ...infos].flatMap(({ resource }) => resource ?? [])
  const ofAll = isUnknown || infos.some(({ resource }) => resource === undefined)
  const byAge = isUnknown || rowsByAge || infos.length > 0
  return (
    (ofAll ? part('resources') !== undefined : touches('resources', resources)) ||
    (byAge && part('subscriptions') !== undefined) ||
    touches(
      'meta',
      meta.map(({ key }) => key),
    )
  )
}

/**
 * Tells the live queries of one store when they have to run again. Dexie reports each write, in this tab or another; one
 * check then covers all queries whose records were written. Pulses make up for writes that were not reported.
 */
export class Changes {
  readonly #sources: ChangeSources
  readonly #followers = new Set<Follower>()
  /** The queries to check next. */
  readonly #due = new Set<Follower>()
  #isChecking = false
  #listening: AbortController | undefined

  constructor(sources: ChangeSources) {
    this.#sources = sources
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

  /** Whether any of these writes may have changed what the query read. */
  concerned({ read }: Follower, writes: readonly Written[]): boolean {
    return writes.some((written) => concerns(written, this.#sources.name, read))
  }

  /** Checks soon whether the query's answer holds. */
  check(follower: Follower): void {
    this.#due.add(follower)
    if (!this.#isChecking) void this.#checkAll()
  }

  /** Listens to writes and pulses until the returned controller is aborted. */
  #listen(): AbortController {
    const hear = (written: Written) => this.#hear(written)
    const onWritten = (parts: Readonly<Record<string, IntervalTree>>) =>
      hear('all' in parts ? 'anything' : parts)
    Dexie.on('storagemutated', onWritten)
    const endPulse = this.#sources.pulse(() => hear('anything'))
    const listening = new AbortController()
    listening.signal.addEventListener('abort', () => {
      Dexie.on.storagemutated.unsubscribe(onWritten)
      endPulse()
    })
    return listening
  }

  #hear(written: Written): void {
    const { name } = this.#sources
    for (const follower of this.#followers) {
      if (follower.isRunning) follower.missed(written)
      else if (concerns(written, name, follower.read)) this.#due.add(follower)
    }
    // Dexie reports a write in the zone of its transaction, which the check must not join.
    if (this.#due.size > 0 && !this.#isChecking) Dexie.ignoreTransaction(() => void this.#checkAll())
  }

  async #checkAll(): Promise<void> {
    this.#isChecking = true
    while (this.#due.size > 0) {
      const checked = [...this.#due]
        .filter(({ isRunning }) => !isRunning)
        .map((follower) => ({ follower, read: follower.read }))
      this.#due.clear()
      await this.#check(checked)
    }
    this.#isChecking = false
  }

  async #check(checked: readonly { follower: Follower; read: ReadSet }[]): Promise<void> {
    const { clock, outdated } = this.#sources
    // Leaves out queries that ended, or began again, meanwhile.
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
