import { onAnyWrite, onWrites, touches, type Written } from '../../platform/storage/writes.ts'
import { Pace } from '../../platform/pace.ts'
import type { Clock } from '../../client/clock.ts'
import { cmp, Dexie } from 'dexie'

/** Receives the answers of a query that is asked again with each change. */
export interface Follower<T> {
  readonly next: (answer: T) => void
  readonly error: (error: unknown) => void
}

/** Is told no answer that is as the one before: what was written may be of others. After an error each answer is news. */
export function onChange<T>({ next, error }: Follower<T>): Follower<T> {
  let told: string | undefined
  return {
    next: (answer) => {
      const form = JSON.stringify([answer], (_, each: unknown) => (each instanceof Map ? [...each] : each))
      if (form === told) return
      told = form
      next(answer)
    },
    error: (problem) => {
      told = undefined
      error(problem)
    },
  }
}

/** What the answers are made of. */
export interface Followed {
  /** Name of the database. */
  readonly name: string
  /** Its tables, each with the keys of the records that are read, or `all`. */
  readonly tables: Readonly<Record<string, readonly string[] | 'all'>>
}

/**
 * Asks again with each change, in whatever tab it is made, until the returned function is called. A query that failed is asked
 * again with the next change of any database: while the disk is full none can be read or written, and what is written first
 * afterwards tells that it is over. What a frozen page did not hear of, it has once it goes on.
 */
export function follow<T>(
  { name, tables }: Followed,
  clock: Clock,
  ask: () => Promise<T>,
  follower: Follower<T>,
): () => void {
  const over = new AbortController()
  const { signal } = over
  let hasFailed = false
  // Async, so that a follower that throws causes an unhandled rejection and stops no query.
  const tell = async (telling: () => void) => {
    if (!signal.aborted) telling()
  }
  const answer = async () => {
    try {
      const value = await ask()
      hasFailed = false
      void tell(() => follower.next(value))
    } catch (error) {
      hasFailed = true
      void tell(() => follower.error(error))
    }
  }
  // The caller may be inside a transaction of its own, which the query must not join.
  const answers = new Pace(clock, () => Dexie.ignoreTransaction(answer), signal)
  const concerns = (written: Written) =>
    Object.entries(tables).some(([table, keys]) => touches(written, table, keys === 'all' ? undefined : keys))
  const ends = [
    onWrites({ Dexie, cmp }, name, Object.keys(tables), (written) => {
      if (concerns(written)) answers.ask()
    }),
    onAnyWrite({ Dexie, cmp }, () => {
      if (hasFailed) answers.ask()
    }),
  ]
  const { document } = globalThis as { readonly document?: Document }
  document?.addEventListener('resume', () => answers.ask(), { signal })
  answers.ask()
  return () => {
    over.abort()
    for (const end of ends) end()
  }
}
