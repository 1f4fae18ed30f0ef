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
        if (done !== undefined) said.set({ text: done, isProblem: false })
        return true
      } catch (error) {
        const code = isWaraqError(error) ? error.code : 'unknown'
        said.set({ text: words.failed(code), isProblem: true })
        return false
      }
    },
    [user, words],
  )
}
