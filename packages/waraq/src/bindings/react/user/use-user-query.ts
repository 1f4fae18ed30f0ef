import type { UserData } from '../../../user/api.ts'
import type { UserQuery } from '../../../user/view/queries.ts'
import type { Begin } from '../../../app/live-queries.ts'
import type { LiveResult } from '../../../app/live-result.ts'
import { useAnswers } from '../use-answers.ts'
import { useUserData } from './provider.ts'

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

/**
 * The answer to a question about what the person keeps, renewed with each change in any tab. Pending until the first answer.
 * Components that ask the same share one live query, by its key. Null asks nothing.
 */
export function useUserQuery<T>(query: UserQuery<T> | null): LiveResult<T> {
  return useAnswers(useUserData(), query?.key ?? null, (user) => beginOfUser(user, query!))
}
