import type { VerseRow } from '@waraq/protocol'
import { sideBySide, type SideBySideOf } from 'waraq/quran'
import { useLiveQuery } from 'waraq/react'
import { createContext, useContext, useMemo, useState } from 'react'
import { keepEqual } from '../keep-equal.ts'
import type { VersePart } from '../verse-parts.ts'
import type { PartTurns } from './use-part-turns.ts'
import { marksByVerse, verseBefore, type VerseMark } from './verse-marks.ts'

const noMarks: readonly VerseMark[] = []

/**
 * Marks of the verses of a page, by verse, once all parts are there: by the rows that the parts read, and the verse before
 * them.
 */
export function useMarksOf(
  parts: readonly VersePart[],
  { core }: SideBySideOf,
  { verses, complete }: PartTurns,
): ReadonlyMap<string, readonly VerseMark[]> {
  const question = useMemo(() => {
    const before = parts[0] && verseBefore(`${parts[0].chapter}:${parts[0].from}`)
    return complete && core && before ? sideBySide({ core }, { from: before, to: before }) : null
  }, [parts, core, complete])
  const { data: before, isPending } = useLiveQuery(question)
  const isReady = complete && (question === null || !isPending)
  // Verses change while other texts arrive. The marks, which every verse of the page shows, only change with these rows.
  const [kept, keep] = useState<readonly VerseRow[]>([])
  const read = isReady ? [...(before ?? []), ...verses] : []
  const rows = keepEqual(
    kept,
    read.flatMap((verse) => (verse.core ? [verse.core.row] : [])),
  )
  if (rows !== kept) keep(rows)
  return useMemo(() => marksByVerse(rows), [rows])
}

export const VerseMarksContext = createContext<ReadonlyMap<string, readonly VerseMark[]>>(new Map())

export function useVerseMarks(verseKey: string): readonly VerseMark[] {
  return useContext(VerseMarksContext).get(verseKey) ?? noMarks
}
