import type { UserQuery } from '../../../user/view/answered.ts'
import { beginOfUser } from '../../../app/begin.ts'
import type { LiveResult } from '../../../app/live-result.ts'
import { useAnswers } from '../use-answers.ts'
import { useUserData } from './provider.ts'

/**
 * The answer to a question about what the person keeps, renewed with each change in any tab. Pending until the first answer.
 * Components that ask the same share one live query, by its key. Null asks nothing.
 */
export function useUserQuery<T>(query: UserQuery<T> | null): LiveResult<T> {
  return useAnswers(useUserData(), query?.key ?? null, (user) => beginOfUser(user, query!))
}
