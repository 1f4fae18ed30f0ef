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
  readonly pulse: Pulse
  readonly clock: Clock
}

/** A database that could not be opened is tried again this much later, in milliseconds. */
export const retryMs = 5_000

export function live<T>(query: () => Promise<T>, { open, pulse, clock }: LiveSources): Live<T> {
  return {
    subscribe(observer) {
      const { next, error } = typeof observer === 'function' ? { next: observer, error: undefined } : observer
      let stop = (): void => undefined
      const ended = new AbortController()
      /** Commits when the query was last begun: whatever came later, it was told of or has to look for. */
      let commits = -1
      const begin = async () => {
        const db = await open()
        const counters = await answerWithin(clock, () => readCounters(db))
        if (ended.signal.aborted || counters.commits === commits) return
        commits = counters.commits
        stop()
        const subscription = liveQuery(query).subscribe({ next, ...(error ? { error } : {}) })
        stop = () => subscription.unsubscribe()
      }
      const beginOrTell = () => {
        begin().catch((problem: unknown) => {
          if (ended.signal.aborted) return
          error?.(problem)
          clock.sleep(retryMs, ended.signal).then(beginOrTell, () => undefined)
        })
      }
      const endPulse = pulse(beginOrTell)
      beginOrTell()
      return () => {
        ended.abort()
        endPulse()
        stop()
      }
    },
  }
}
