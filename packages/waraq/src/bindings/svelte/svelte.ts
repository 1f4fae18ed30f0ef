import { getContext, setContext } from 'svelte'
import { createSubscriber } from 'svelte/reactivity'
import type { LiveAnswer } from '../../app/answers.ts'
import type { AppQuery, Waraq } from '../../app/create-waraq.ts'
import { answersTo, hasSameKey, notProvided } from '../answers-to.ts'

const appKey = Symbol('waraq')

/** Provides an application to the component that calls this and to all components below it. */
export function setApp(app: Waraq): void {
  setContext(appKey, app)
}

/**
 * Returns the application that `setApp` provides. Call it while a component initialises.
 * @throws {WaraqError} `not_provided` if neither the component nor one above it called `setApp`
 */
export function useApp(): Waraq {
  const app = getContext<Waraq | undefined>(appKey)
  if (!app) throw notProvided('setApp(app) in a component above')
  return app
}

/**
 * Returns an object with the answer to a query, whose properties are reactive: `data`, `isPending`, `error` and `problem`. Do
 * not destructure it. The query is a function, so that it may depend on state. It is followed while an effect or a template
 * reads the answer. Components with the same query share one live query. Null runs no query. On a server the answer is pending.
 *
 * Outside of components, `app.live(query)` is a store: `$chapter.data`.
 * @throws {WaraqError} `not_provided` if neither the component nor one above it called `setApp`
 */
export function useLiveQuery<T>(query: () => AppQuery<T> | null): LiveAnswer<T> {
  const app = useApp()
  const ask = (asked: AppQuery<T> | null) => {
    const { get, subscribe } = answersTo(app, asked)
    return { asked, get, follow: createSubscriber((update) => subscribe(update)) }
  }
  let current: ReturnType<typeof ask> | undefined
  const answer = () => {
    const asked = query()
    if (!current || !hasSameKey(asked, current.asked)) current = ask(asked)
    current.follow()
    return current.get()
  }
  return {
    get data() {
      return answer().data
    },
    get error() {
      return answer().error
    },
    get isPending() {
      return answer().isPending
    },
    get problem() {
      return answer().problem
    },
  }
}
