import type { Query } from '../quran/readers/query.ts'
import type { ContentStore } from '../store/read/content-store.ts'
import type { UserData } from '../user/api.ts'
import type { UserQuery } from '../user/view/queries.ts'
import type { Begin } from './live-queries.ts'

/** How a question to a store begins. */
export function beginOf<T>(store: ContentStore, query: Query<T>): Begin<T> {
  return (observer) => store.live(query).subscribe(observer)
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
