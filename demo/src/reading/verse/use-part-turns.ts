import { useCallback, useMemo, useState } from 'react'
import { nearestFirst } from '../verse-parts.ts'
import type { PartState } from './VersePart.tsx'

export interface PartTurns {
  /** Parts that may be read by now: a few at a time, so that they do not hold up the page. */
  readonly isRead: (index: number) => boolean
  readonly onState: (index: number, state: PartState) => void
  /** Verses that are here so far. */
  readonly verses: number
  /** All parts have answered. */
  readonly complete: boolean
  /** Null where all could be read. */
  readonly error: unknown
}

/** Whether there are verses, or may still be: headings have their place from the beginning, but not without verses. */
export function isHereOrComing({ verses, complete }: PartTurns): boolean {
  return verses > 0 || !complete
}

/** Parts read at the same time: more would hold up the part in view, fewer would wait for the database. */
const ahead = 6

/** The part at `first` is read first, then those around it. `early`: verses of it that are here already. */
export function usePartTurns(count: number, first: number, early = 0): PartTurns {
  const [states, setStates] = useState<ReadonlyMap<number, PartState>>(
    () => new Map(early > 0 ? [[first, { verses: early }]] : []),
  )
  const [begun] = useState(first)
  const order = useMemo(() => nearestFirst(count, begun), [count, begun])
  const waiting = order.findIndex((index) => !states.has(index))
  // The first part is read alone: it would be shown only together with parts that are read at the same time.
  const most = states.size === 0 ? 1 : ahead
  const readable = useMemo(
    // A reader who goes to another verse meanwhile need not wait for all parts in between.
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
  const known = [...states.values()]
  return {
    isRead,
    onState,
    verses: known.reduce((sum, state) => sum + ('verses' in state ? state.verses : 0), 0),
    complete: waiting < 0,
    error: known.flatMap((state) => ('error' in state ? [state.error] : []))[0] ?? null,
  }
}
