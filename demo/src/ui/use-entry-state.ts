import { useCallback, useState } from 'react'
import { entryFields, keepInEntry } from './entry-fields.ts'

/** State that the page's entry of the tab's history stores. It is restored after Back and after a reload. */
export function useEntryState<T extends string | number | null>(
  name: string,
  initial: T,
): [value: T, set: (value: T) => void] {
  const [value, setValue] = useState<T>(() => (entryFields()[name] as T | undefined) ?? initial)
  const set = useCallback(
    (next: T) => {
      setValue(next)
      // Each typed letter calls this, and WebKit allows no more than a hundred changes in half a minute.
      if ((entryFields()[name] ?? initial) !== next) keepInEntry({ [name]: next })
    },
    [name, initial],
  )
  return [value, set]
}
