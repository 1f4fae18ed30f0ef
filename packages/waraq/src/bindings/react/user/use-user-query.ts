import type { UserQuery } from '../../../user/view/answered.ts'
import { beginOfUser } from '../../../app/begin.ts'
import type { LiveResult } from '../../../app/live-result.ts'
import { useAnswers } from '../use-answers.ts'
import { useUserData } from './provider.ts'

/**
 * Returns the result of a query of the person's data, updated with each change in any tab. Pending until the first result.
 * Components with the same query share one live query, by its key. Null runs no query.
 */
export function useUserQuery<T>(query: UserQuery<T> | null): LiveResult<T> {
  return useAnswers(useUserData(), query?.key ?? null, (user) => beginOfUser(user, query!))
}
