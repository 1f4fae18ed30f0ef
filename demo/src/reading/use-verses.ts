import { sideBySide, type SideBySideOf, type SideBySideVerse } from '@waraq/engine/readers'
import { useStore } from '@waraq/react'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { takeEarly } from './first-questions.ts'
import { keepEqual } from './keep-equal.ts'
import type { VersePart } from './verse-parts.ts'

export interface Verses {
  /** Undefined until the first answer. */
  readonly verses: readonly SideBySideVerse[] | undefined
  readonly error: unknown
}

/**
 * Verses of a part, renewed with each commit that changes them. Verses that did not change stay the same objects, so that
 * only corrected ones are shown anew; and what is shown may be interrupted by whoever uses the page meanwhile, which is why
 * this is not `useLive`: that shows its answers at once.
 */
export function useVerses(of: SideBySideOf, part: VersePart): Verses {
  const store = useStore()
  const { chapter, from, to } = part
  const query = useMemo(
    () => sideBySide(of, { from: `${chapter}:${from}`, to: `${chapter}:${to}` }),
    [of, chapter, from, to],
  )
  const [state, setState] = useState<Verses>(() => ({ verses: takeEarly(query.key), error: null }))
  useEffect(
    () =>
      store?.live(query).subscribe({
        next: (verses) =>
          startTransition(() =>
            setState((before) => ({ verses: keepEqual(before.verses, verses), error: null })),
          ),
        error: (error: unknown) => setState(({ verses }) => ({ verses, error })),
      }),
    [store, query],
  )
  return state
}
