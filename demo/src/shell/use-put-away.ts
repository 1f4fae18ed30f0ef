import { useState } from 'react'
import type { Notice } from '../sync/notices.ts'

/** The notices that the reader has not put away. `unsettled`: a notice that goes now may come back in a moment. */
export function usePutAway(
  notices: readonly Notice[],
  unsettled: boolean,
): {
  readonly standing: readonly Notice[]
  readonly putAway: (seen: readonly Notice[]) => void
} {
  const [away, setAway] = useState<ReadonlySet<Notice['id']>>(new Set())
  const there = new Set(notices.map(({ id }) => id))
  const gone = unsettled ? [] : [...away].filter((id) => !there.has(id))
  // What comes again later is told again.
  if (gone.length > 0) setAway(new Set([...away].filter((id) => there.has(id))))
  return {
    standing: notices.filter(({ id, quiet }) => !quiet && !away.has(id)),
    putAway: (seen) => setAway((before) => new Set([...before, ...seen.map(({ id }) => id)])),
  }
}
