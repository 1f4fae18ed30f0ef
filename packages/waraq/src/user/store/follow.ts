import { onAnyWrite, onWrites, touches, type Written } from '../../platform/storage/writes.ts'
import { Throttle } from '../../platform/throttle.ts'
import type { Clock } from '../../client/clock.ts'
import { cmp, Dexie } from 'dexie'

/** Receives the results of a query that runs again with each change. */
export interface Follower<T> {
  readonly next: (answer: T) => void
  readonly error: (error: unknown) => void
}

/**
 * Wraps a follower so that it receives no result equal to the one before, because a write may concern other data. After an
 * error it receives every result.
 */
export function onChange<T>({ next, error }: Follower<T>): Follower<T> {
  let reported: string | undefined
  return {
    next: (answer) => {
      const form = JSON.stringify([answer], (_, each: unknown) => (each instanceof Map ? [...each] : each))
      if (form === reported) return
      reported = form
      next(answer)
    },
    error: (problem) => {
      reported = undefined
      error(problem)
    },
  }
}

/** The records that the results are read from. */
export interface Followed {
  /** The name of the database. */
  readonly name: string
  /** Its tables, each with the keys of the records that are read, or `all`. */
  readonly tables: Readonly<Record<string, readonly string[] | 'all'>>
}

/**
 * Runs a query again with each change in any tab, until the returned function is called. A query that failed runs again with
 * the next change of any database: while the disk is full none can be read or written, and the first write afterwards shows
 * that there is room again. A frozen page catches up when it resumes.
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
  // Async, so that a follower that throws causes an unhandled rejection and does not stop the query.
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
  // The caller may be inside its own transaction, which the query must not join.
  const answers = new Throttle(clock, () => Dexie.ignoreTransaction(answer), signal)
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
