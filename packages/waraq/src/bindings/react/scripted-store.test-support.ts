import type { ContentStore } from '../../store/read/content-store.ts'
import type { Observer } from '../../store/read/live.ts'
import { query, type Query } from '../../quran/readers/query.ts'

interface Followed {
  readonly key: string
  readonly observer: Observer<unknown>
}

/** A store whose live queries are answered by the test, by their keys. */
export class ScriptedStore {
  /** Keys of the queries that were begun, in order. */
  readonly begun: string[] = []
  readonly #followed = new Set<Followed>()

  /** The store as the hooks take it, with only the parts that they use. */
  get store(): ContentStore {
    return this as unknown as ContentStore
  }

  /** Keys of the queries that are followed now. */
  get followed(): string[] {
    return Array.from(this.#followed, ({ key }) => key)
  }

  live(asked: Query<unknown>) {
    const { key } = asked
    return {
      subscribe: (observer: Observer<unknown>) => {
        const followed = { key, observer }
        this.begun.push(key)
        this.#followed.add(followed)
        return () => void this.#followed.delete(followed)
      },
    }
  }

  answer(key: string, value: unknown): void {
    for (const each of this.#followed) if (each.key === key) each.observer.next(value)
  }

  fail(key: string, error: unknown): void {
    for (const each of this.#followed) if (each.key === key) each.observer.error?.(error)
  }
}

/** A question by its key; a new function each time. */
export function question(key: string): Query<string> {
  return query(key, async () => key)
}
