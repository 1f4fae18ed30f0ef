import { useCallback, useMemo, useState } from 'react'
import { nearestFirst } from '../verse-parts.ts'
import type { PartState } from './VersePart.tsx'

export interface PartTurns {
  /** Parts that may be read by now: one at a time is added, so that none of them holds up the page. */
  readonly isRead: (index: number) => boolean
  readonly onState: (index: number, state: PartState) => void
  /** Verses that are here so far. */
  readonly verses: number
  /** All parts have answered. */
  readonly complete: boolean
  /** Null where all could be read. */
  readonly error: unknown
}

/** The part at `first` is read first, then those around it. */
export function usePartTurns(count: number, first: number): PartTurns {
  const [states, setStates] = useState<ReadonlyMap<number, PartState>>(() => new Map())
  const [begun] = useState(first)
  const order = useMemo(() => nearestFirst(count, begun), [count, begun])
  const waiting = order.findIndex((index) => !states.has(index))
  // Whoever goes on to another verse meanwhile is not to wait for all that lies between.
  const readable = useMemo(
    () => new Set(waiting < 0 ? order : [...order.slice(0, waiting + 1), first]),
    [order, waiting, first],
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
