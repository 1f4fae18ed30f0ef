import type { Undo, UserData } from 'waraq/user'
import { useState } from 'react'
import { useMutation } from './use-mutation.ts'
import { useRemoval } from './use-removal.ts'

/**
 * The kept value, or the value that the person has just chosen, until that is kept or has failed. `removed`: what to say if
 * the choice removes something, which then can be taken back; null if it does not.
 */
export function useChosen<T>(
  kept: T,
  keep: (user: UserData, next: T) => Promise<Undo>,
  removed: (next: T) => string | null = () => null,
): readonly [T, (next: T) => void] {
  const mutate = useMutation()
  const remove = useRemoval()
  const [chosen, setChosen] = useState(kept)
  const [shown, setShown] = useState(kept)
  if (shown !== kept) {
    setShown(kept)
    setChosen(kept)
  }
  const choose = async (next: T) => {
    setChosen(next)
    const text = removed(next)
    const work = (user: UserData) => keep(user, next)
    if (!(await (text === null ? mutate(work) : remove(work, text)))) setChosen(kept)
  }
  return [chosen, (next) => void choose(next)]
}
