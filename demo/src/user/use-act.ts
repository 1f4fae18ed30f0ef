import { isWaraqError } from '@waraq/protocol'
import type { UserData } from 'waraq/user'
import { useUserData } from 'waraq/react'
import { useCallback } from 'react'
import { said } from '../ui/said.ts'
import { useUserWords } from './words/user-words.ts'

/**
 * Carries out what a person does, and says what came of it: `done` to screen readers, because the page shows it, and a failure
 * to everyone. Resolves with whether it was done.
 */
export function useAct(): (work: (user: UserData) => Promise<unknown>, done?: string) => Promise<boolean> {
  const user = useUserData()
  const words = useUserWords()
  return useCallback(
    async (work, done) => {
      if (!user) return false
      try {
        await work(user)
        // What failed before is over.
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
