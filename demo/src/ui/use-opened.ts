import { useEffect, useState } from 'react'

/** The value that `open` resolves with. Null until it resolves, and without `open`. */
export function useOpened<T>(open: (() => Promise<T>) | null): T | null {
  const [opened, setOpened] = useState<{ readonly by: unknown; readonly value: T } | null>(null)
  useEffect(() => {
    if (!open) return
    let isHere = true
    open().then(
      (value) => isHere && setOpened({ by: open, value }),
      () => undefined,
    )
    return () => void (isHere = false)
  }, [open])
  return opened?.by === open ? opened.value : null
}
