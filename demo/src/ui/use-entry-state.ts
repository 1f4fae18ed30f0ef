import { useCallback, useState } from 'react'

/** Choices of a page that its entry of the tab's history keeps: they are there again after Back, and after a reload. */
export function useEntryState<T extends string | number | null>(
  name: string,
  initial: T,
): [value: T, set: (value: T) => void] {
  const [value, setValue] = useState<T>(() => {
    const state = history.state as Readonly<Record<string, T>> | null
    return state?.[name] ?? initial
  })
  const set = useCallback(
    (next: T) => {
      setValue(next)
      history.replaceState({ ...(history.state as object | null), [name]: next }, '')
    },
    [name],
  )
  return [value, set]
}
