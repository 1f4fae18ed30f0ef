import type { Undo, UserData } from 'waraq/user'
import { useCallback } from 'react'
import { said } from '../ui/said.ts'
import { useMutation } from './use-mutation.ts'
import { useUserWords } from './words/user-words.ts'

/**
 * Returns a function that removes something and offers to take that back, so that no question is needed before it. `work`
 * resolves with the function that takes it back. Resolves with whether it succeeded.
 */
export function useRemoval(): (
  work: (user: UserData) => Promise<Undo | undefined>,
  done: string,
) => Promise<boolean> {
  const mutate = useMutation()
  const { undone } = useUserWords()
  return useCallback(
    async (work, done) => {
      let undo: Undo | undefined
      const isDone = await mutate(async (user) => void (undo = await work(user)))
      const takeBack = undo && (() => void mutate(undo!, undone))
      if (isDone) said.set({ text: done, isProblem: false, isBrief: true, undo: takeBack })
      return isDone
    },
    [mutate, undone],
  )
}

/** Moves the focus to the page. Called before the control that has it disappears with what it removes. */
export function leaveControl(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}
