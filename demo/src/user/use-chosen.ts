import type { UserData } from 'waraq/user'
import { useState } from 'react'
import { useAct } from './use-act.ts'

/** What is kept, or what the person has just chosen in its place, until that is kept or has failed. */
export function useChosen<T>(
  kept: T,
  keep: (user: UserData, next: T) => Promise<unknown>,
): readonly [T, (next: T) => void] {
  const act = useAct()
  const [chosen, setChosen] = useState(kept)
  const [shown, setShown] = useState(kept)
  if (shown !== kept) {
    setShown(kept)
    setChosen(kept)
  }
  const choose = async (next: T) => {
    setChosen(next)
    if (!(await act((user) => keep(user, next)))) setChosen(kept)
  }
  return [chosen, (next) => void choose(next)]
}
