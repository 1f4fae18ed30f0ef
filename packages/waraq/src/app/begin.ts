import type { Query } from '../quran/readers/query.ts'
import type { ContentStore } from '../store/read/content-store.ts'
import type { UserData } from '../user/api.ts'
import type { UserQuery } from '../user/view/answered.ts'
import type { Begin } from './live-queries.ts'

/** How a question to a store begins. */
export function beginOf<T>(store: ContentStore, query: Query<T>): Begin<T> {
  return (observer) => store.live(query).subscribe(observer)
}

/** Begins once what it needs has come, unless that is ended before. Returns a function that ends both. */
export function beginOnce<T>(
  needed: Promise<T>,
  begin: (ready: T) => () => void,
  onError: (error: unknown) => void,
): () => void {
  let end: (() => void) | undefined
  let isOver = false
  needed.then(
    (ready) => {
      if (!isOver) end = begin(ready)
    },
    (error: unknown) => {
      if (!isOver) onError(error)
    },
  )
  return () => {
    isOver = true
    end?.()
  }
}

/** Follows a question about whatever account is shown. What was answered of one account is gone when another one comes. */
export function beginOfUser<T>(user: UserData, query: UserQuery<T>): Begin<T> {
  return ({ next, error, reset }) => {
    const { account } = user
    let shown = account.get().account
    const endAccount = account.subscribe(() => {
      if (account.get().account === shown) return
      shown = account.get().account
      reset()
    })
    const end = user.live(query).subscribe({ next, error })
    return () => {
      endAccount()
      end()
    }
  }
}
