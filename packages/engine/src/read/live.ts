import type { Clock } from '@waraq/client'
import { liveQuery } from 'dexie'
import { answerWithin } from '../store/answer-within.ts'
import type { WaraqDatabase } from '../store/database.ts'
import { readCounters } from '../store/writer.ts'
import type { Pulse } from './pulse.ts'

/** Receives a query's results as they change. */
export interface Observer<T> {
  readonly next: (value: T) => void
  readonly error?: ((error: unknown) => void) | undefined
}

/** A query that runs again whenever a commit, in this tab or another, changes what it read. */
export interface Live<T> {
  /** Starts the query; the first result comes soon. Returns what ends it. */
  subscribe(observer: Observer<T> | ((value: T) => void)): () => void
}

export interface LiveSources {
  /** Opens the database first: a query that opened it itself would lose track of what it reads. */
  readonly open: () => Promise<WaraqDatabase>
  /** How many commits there were. */
  readonly look: () => Promise<number>
  readonly pulse: Pulse
  readonly clock: Clock
}

/** A database that could not be opened is tried again this much later, in milliseconds. */
export const retryMs = 5_000

/** Live queries that ask in the same turn, as those of a page that opens do, are told by one look at the count. */
export function lookOnceATurn(open: LiveSources['open'], clock: Clock): LiveSources['look'] {
  let looking: Promise<number> | undefined
  const look = async () => {
    const db = await open()
    return (await answerWithin(clock, () => readCounters(db))).commits
  }
  return () => {
    // A query that asks later may ask because of a commit that this look does not see.
    if (!looking) queueMicrotask(() => (looking = undefined))
    return (looking ??= look())
  }
}

export function live<T>(query: () => Promise<T>, { open, look, pulse, clock }: LiveSources): Live<T> {
  return {
    subscribe(observer) {
      const { next, error } = typeof observer === 'function' ? { next: observer, error: undefined } : observer
      const ended = new AbortController()
      let stop: (() => void) | undefined
      /** Commits when the query was last begun, or before: whatever came later, it was told of or has to look for. */
      let commits = -1
      const run = () => {
        stop?.()
        const subscription = liveQuery(query).subscribe({ next, ...(error ? { error } : {}) })
        stop = () => subscription.unsubscribe()
      }
      const begin = async () => {
        await open()
        if (ended.signal.aborted) return
        const looking = look()
        const isFirst = stop === undefined
        // Without waiting: a commit that comes in between is in its answer, and at worst read once more.
        if (isFirst) run()
        const looked = await looking
        if (ended.signal.aborted) return
        if (!isFirst && looked !== commits) run()
        commits = looked
      }
      const beginOrTell = () => {
        begin().catch((problem: unknown) => {
          if (ended.signal.aborted) return
          if (commits < 0) stop = void stop?.()
          error?.(problem)
          clock.sleep(retryMs, ended.signal).then(beginOrTell, () => undefined)
        })
      }
      const endPulse = pulse(beginOrTell)
      beginOrTell()
      return () => {
        ended.abort()
        endPulse()
        stop?.()
      }
    },
  }
}
