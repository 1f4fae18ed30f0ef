import type { SideBySideOf } from '@waraq/reader'
import { memo, useEffect, type CSSProperties } from 'react'
import type { LabelOf } from '../labels.ts'
import { useVerses } from '../use-verses.ts'
import type { VersePart as Part } from '../verse-parts.ts'
import { Verse } from './Verse.tsx'

/** The result of reading a part: how many verses it has, or why that failed. */
export type PartState = { readonly verses: number } | { readonly error: unknown }

interface PartProps {
  readonly part: Part
  readonly index: number
  readonly of: SideBySideOf
  readonly labelOf: LabelOf
  /** Number of the address's verse, if it is in this part. */
  readonly target: number | null
  readonly onState: (index: number, state: PartState) => void
}

/** An empty space about as high as the verses will be, so that the scrollbar is right early. */
export function VerseSpace({ part }: { readonly part: Part }) {
  const style = { '--verses': part.to - part.from + 1 } as CSSProperties
  // The first text sets it by the page's own interface, which spells the same style with other white space.
  return <li className="verse-space" aria-hidden="true" style={style} suppressHydrationWarning />
}

export const VersePart = memo(function VersePart({ part, index, of, labelOf, target, onState }: PartProps) {
  const { verses, error } = useVerses(of, part)
  useEffect(() => {
    if (error !== null) onState(index, { error })
    else if (verses) onState(index, { verses: verses.length })
  }, [index, verses, error, onState])
  if (!verses) return <VerseSpace part={part} />
  return verses.map((verse) => (
    <Verse key={verse.verseKey} verse={verse} labelOf={labelOf} isTarget={verse.number === target} />
  ))
})
