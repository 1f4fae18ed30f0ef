import { useCallback, useState } from 'react'
import { entryFields, keepInEntry } from './entry-fields.ts'

/** Choices of a page that its entry of the tab's history keeps: they are there again after Back, and after a reload. */
export function useEntryState<T extends string | number | null>(
  name: string,
  initial: T,
): [value: T, set: (value: T) => void] {
  const [value, setValue] = useState<T>(() => (entryFields()[name] as T | undefined) ?? initial)
  const set = useCallback(
    (next: T) => {
      setValue(next)
      // Each letter that is typed asks for it, and WebKit takes no more than a hundred changes within half a minute.
      if ((entryFields()[name] ?? initial) !== next) keepInEntry({ [name]: next })
    },
    [name, initial],
  )
  return [value, set]
}
