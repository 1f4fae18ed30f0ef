import { asObservable, type Interop } from '../client/interop.ts'
import type { Observable } from '../client/observable.ts'
import type { Problem } from '../sync/status/problem.ts'
import type { Begin, LiveQueries } from './live-queries.ts'
import type { LiveResult } from './live-result.ts'
import type { SharedSource } from './shared-source.ts'

/** A result, with the current problem of the library. */
export interface LiveAnswer<T> extends LiveResult<T> {
  /** The current problem of the library, and what to do about it. Null if there is none. */
  readonly problem: Problem | null
}

/**
 * The results of a live query, in the form that Svelte's stores, React's `useSyncExternalStore` and observable libraries
 * accept.
 */
export interface LiveAnswers<T> extends Interop<{ next?: (answer: LiveAnswer<T>) => void }> {
  /** The latest result; the same object until something changes. Pending while there is no subscriber. */
  readonly get: () => LiveAnswer<T>
  /** Calls the listener immediately, and with each change. Returns a function that unsubscribes. */
  readonly subscribe: (listener: (answer: LiveAnswer<T>) => void) => () => void
}

export function liveAnswers<T>(
  queries: LiveQueries,
  key: string,
  begin: Begin<T>,
  problems: SharedSource<Problem | null>,
): LiveAnswers<T> {
  let latest: LiveAnswer<T> | undefined
  const get = (): LiveAnswer<T> => {
    const { data, error, isPending } = queries.peek<T>(key)
    const problem = problems.get()
    const isSame =
      latest?.data === data &&
      latest?.error === error &&
      latest?.isPending === isPending &&
      latest.problem === problem
    return isSame ? latest! : (latest = { data, error, isPending, problem })
  }
  const subscribe: LiveAnswers<T>['subscribe'] = (listener) => {
    let reported: LiveAnswer<T> | undefined
    const tell = () => {
      const answer = get()
      if (answer !== reported) listener((reported = answer))
    }
    const ends = [queries.of(key, begin).source.follow(tell), problems.follow(tell)]
    tell()
    return () => {
      for (const end of ends) end()
    }
  }
  return { get, subscribe, ...asObservable((observer) => subscribe((answer) => observer.next?.(answer))) }
}

/** A value that calls its subscribers immediately, and with each change. */
export interface Watchable<T> extends Pick<Observable<T>, 'get'> {
  readonly subscribe: (listener: (value: T) => void) => () => void
}

export function watchable<T>(source: SharedSource<T>): Watchable<T> {
  return {
    get: source.get,
    subscribe: (listener) => {
      const end = source.follow(() => listener(source.get()))
      listener(source.get())
      return end
    },
  }
}
