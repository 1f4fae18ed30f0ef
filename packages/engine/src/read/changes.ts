import type { Clock } from '@waraq/client'
import { Dexie, RangeSet, rangesOverlap, type IntervalTree } from 'dexie'
import { answerWithin } from '../store/answer-within.ts'
import type { Pulse } from './pulse.ts'
import type { ReadSet } from './read-set.ts'

/** A live query, as those who tell it of changes see it. */
export interface Follower {
  /** What its answer was made of; while it runs, what it has read so far. */
  readonly read: ReadSet
  readonly isRunning: boolean
  /** Something was written while it runs. */
  missed(write: Written): void
  /** Its answer holds as of now. */
  holds(): void
  /** Its answer may be another one now. */
  rerun(): void
  /** Whether its answer holds cannot be told at present. */
  fail(problem: unknown): void
}

/** Which records a transaction wrote, by table, as Dexie tells it; or that anything may have been. */
export type Written = Readonly<Record<string, IntervalTree>> | 'anything'

export interface ChangeSources {
  /** The database. */
  readonly name: string
  readonly clock: Clock
  /** Tells when writes may have passed unnoticed. */
  readonly pulse: Pulse
  /** Those of the read sets that may be answered otherwise by now. */
  readonly outdated: (sets: readonly ReadSet[]) => Promise<ReadonlySet<ReadSet>>
}

/** Where it could not be told whether answers hold, that is tried again this much later, in milliseconds. */
export const retryMs = 5_000

/** Whether what was written may concern a query that read this. */
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
 * Tells the live queries of one store which of them have to run again. It hears of each write, in this tab or another, and
 * looks once for all queries whose records were written. Pulses make up for writes that it did not hear of.
 */
export class Changes {
  readonly #sources: ChangeSources
  readonly #followers = new Set<Follower>()
  /** Those to look at next. */
  readonly #due = new Set<Follower>()
  #isLooking = false
  #listening: AbortController | undefined

  constructor(sources: ChangeSources) {
    this.#sources = sources
  }

  /** Returns what ends it. */
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

  /** Whether any of these writes may have changed what it read. */
  concerned({ read }: Follower, writes: readonly Written[]): boolean {
    return writes.some((written) => concerns(written, this.#sources.name, read))
  }

  /** Looks soon whether its answer holds. */
  look(follower: Follower): void {
    this.#due.add(follower)
    if (!this.#isLooking) void this.#lookAll()
  }

  /** Until it is aborted. */
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
    // Dexie tells of a write from within its transaction's zone.
    if (this.#due.size > 0 && !this.#isLooking) Dexie.ignoreTransaction(() => void this.#lookAll())
  }

  async #lookAll(): Promise<void> {
    this.#isLooking = true
    while (this.#due.size > 0) {
      const looked = [...this.#due]
        .filter(({ isRunning }) => !isRunning)
        .map((follower) => ({ follower, read: follower.read }))
      this.#due.clear()
      await this.#lookAt(looked)
    }
    this.#isLooking = false
  }

  async #lookAt(looked: readonly { follower: Follower; read: ReadSet }[]): Promise<void> {
    const { clock, outdated } = this.#sources
    // One that ended, or began anew, meanwhile is not meant.
    const meant = () =>
      looked.filter(
        ({ follower, read }) =>
          this.#followers.has(follower) && !follower.isRunning && follower.read === read,
      )
    try {
      const found = await answerWithin(clock, () => outdated(looked.map(({ read }) => read)))
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
