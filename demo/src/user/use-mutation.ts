import { isWaraqError } from '@waraq/protocol'
import type { UserData } from 'waraq/user'
import { useUserData } from 'waraq/react'
import { useCallback } from 'react'
import { said } from '../ui/said.ts'
import { useUserWords } from './words/user-words.ts'

/**
 * Returns a function that runs a mutation and reports its outcome. Only screen readers get the text `done`, because the
 * page shows the result; everyone sees a failure. Resolves with whether it succeeded.
 */
export function useMutation(): (
  work: (user: UserData) => Promise<unknown>,
  done?: string,
) => Promise<boolean> {
  const user = useUserData()
  const words = useUserWords()
  return useCallback(
    async (work, done) => {
      if (!user) return false
      try {
        await work(user)
        // Clears the message of an earlier failure.
        if (done !== undefined || said.get().isProblem) said.set({ text: done ?? null, isProblem: false })
        return true
      } catch (error) {
        const refusal = isWaraqError(error) ? error : null
        const text = words.failed(refusal?.code ?? 'unknown', refusal?.details['field'])
        said.set({ text, isProblem: true })
        return false
      }
    },
    [user, words],
  )
}
