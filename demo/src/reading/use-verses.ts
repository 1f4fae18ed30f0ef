import { includePartial, type SideBySideOf, type SideBySideVerse } from 'waraq/quran'
import { useStore } from 'waraq/react'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { earlyVerses, forgetEarly } from './early-verses.ts'
import { keepEqual } from './keep-equal.ts'
import type { VersePart } from './verse-parts.ts'
import { partQuestion } from './verses-question.ts'

export interface Verses {
  /** Undefined until the first answer. */
  readonly verses: readonly SideBySideVerse[] | undefined
  readonly error: unknown
}

/** Verses of a part that were read before the part is first shown. */
export function useEarly(
  of: SideBySideOf | null,
  part: VersePart | undefined,
): readonly SideBySideVerse[] | undefined {
  const [early] = useState(() => (of && part ? earlyVerses(partQuestion(of, part).key) : undefined))
  return early
}

/**
 * Verses of a part, updated with each commit that changes them. Verses that did not change stay the same objects, so that
 * React only renders changed ones again. Rendering is a transition, which the reader's own actions interrupt;
 * `useLiveQuery` would show its answers immediately. `arrives`: verses of a text that has never been on this device are
 * shown as they arrive.
 */
export function useVerses(of: SideBySideOf, part: VersePart, arrives: boolean): Verses {
  const store = useStore()
  const query = useMemo(() => {
    const whole = partQuestion(of, part)
    return arrives ? includePartial(whole) : whole
  }, [of, part, arrives])
  const [state, setState] = useState<Verses>(() => ({ verses: earlyVerses(query.key), error: null }))
  useEffect(() => forgetEarly(query.key), [query])
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
