import type { SideBySideVerse } from 'waraq/quran'
import { useCallback, useMemo, useState } from 'react'
import { nearestFirst } from '../verse-parts.ts'
import type { PartState } from './VersePart.tsx'

export interface PartTurns {
  /** Whether a part may be read by now. Only a few at a time are, so that they do not block the page. */
  readonly isRead: (index: number) => boolean
  readonly onState: (index: number, state: PartState) => void
  /** The verses so far, in order. The same list until a part changes. */
  readonly verses: readonly SideBySideVerse[]
  /** Whether all parts have answered. */
  readonly complete: boolean
  /** The first error. Null if all parts could be read. */
  readonly error: unknown
}

/** Whether there are verses, or may still be. Headings have their place from the start, but only if there are verses. */
export function isHereOrComing({ verses, complete }: PartTurns): boolean {
  return verses.length > 0 || !complete
}

/** Parts that are read at the same time. More would delay the part in view, fewer would wait for the database. */
const ahead = 6

const noVerses: readonly SideBySideVerse[] = []

/** Reads the part at `first` first, then the parts around it. `early`: its verses that were read already. */
export function usePartTurns(count: number, first: number, early = noVerses): PartTurns {
  const [states, setStates] = useState<ReadonlyMap<number, PartState>>(
    () => new Map(early.length > 0 ? [[first, { verses: early }]] : []),
  )
  const [begun] = useState(first)
  const order = useMemo(() => nearestFirst(count, begun), [count, begun])
  const waiting = order.findIndex((index) => !states.has(index))
  // The first part is read on its own. It would only be shown together with parts that are read at the same time.
  const most = states.size === 0 ? 1 : ahead
  const readable = useMemo(
    // Includes the part at `first`, so that a reader who goes to another verse meanwhile need not wait for all parts in between.
    () =>
      new Set(
        order.filter(
          (index, turn) => waiting < 0 || turn < waiting + most || index === first || states.has(index),
        ),
      ),
    [order, waiting, most, first, states],
  )
  const isRead = useCallback((index: number) => readable.has(index), [readable])
  const onState = useCallback((index: number, state: PartState) => {
    setStates((before) => new Map(before).set(index, state))
  }, [])
  const verses = useMemo(
    () =>
      Array.from({ length: count }, (_, index) => states.get(index)).flatMap((state) =>
        state && 'verses' in state ? state.verses : noVerses,
      ),
    [count, states],
  )
  return {
    isRead,
    onState,
    verses,
    complete: waiting < 0,
    error: [...states.values()].flatMap((state) => ('error' in state ? [state.error] : []))[0] ?? null,
  }
}
