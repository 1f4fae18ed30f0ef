import type { ResourceKey } from '@waraq/protocol'
import type { SideBySideOf, SideBySideVerse } from 'waraq/quran'
import { memo, useEffect, type CSSProperties } from 'react'
import { useWords } from '../../ui/hooks.ts'
import type { LabelOf } from '../labels.ts'
import { useVerses } from '../use-verses.ts'
import { displayKey } from '../verse-name.ts'
import type { VersePart as Part } from '../verse-parts.ts'
import { Verse } from './Verse.tsx'

/** The result of reading a part: its verses, or the error. */
export type PartState = { readonly verses: readonly SideBySideVerse[] } | { readonly error: unknown }

interface PartProps {
  readonly part: Part
  readonly index: number
  readonly of: SideBySideOf
  /** Texts that have not arrived completely. */
  readonly partial: readonly ResourceKey[]
  readonly labelOf: LabelOf
  /** Number of the verse that the address names, if it is in this chapter. */
  readonly target: number | null
  /** Number of the last verse that the address names. */
  readonly lastTarget: number | null
  readonly onState: (index: number, state: PartState) => void
}

/** An empty space about as high as the verses will be, so that the scrollbar is right from the start. */
export function VerseSpace({ part }: { readonly part: Part }) {
  const style = { '--verses': part.to - part.from + 1 } as CSSProperties
  // The first text sets the style through the page's own API, which formats it with other white space.
  return <li className="verse-space" aria-hidden="true" style={style} suppressHydrationWarning />
}

/** Placeholder for the verse that the reader looks for while its text arrives. */
function AwaitedVerse({ verseKey }: { readonly verseKey: string }) {
  const words = useWords()
  return (
    <li className="awaited-verse" data-testid="awaited-verse">
      {words.reading.verseAwaited(displayKey(verseKey, words))}
    </li>
  )
}

export const VersePart = memo(function VersePart(props: PartProps) {
  const { part, index, of, partial, labelOf, target, lastTarget, onState } = props
  const { verses, error } = useVerses(of, part, partial.length > 0)
  useEffect(() => {
    if (error !== null) onState(index, { error })
    else if (verses) onState(index, { verses })
  }, [index, verses, error, onState])
  if (!verses) return <VerseSpace part={part} />
  const isAwaited =
    partial.length > 0 &&
    target !== null &&
    target >= part.from &&
    target <= part.to &&
    verses.every(({ number }) => number !== target)
  return (
    <>
      {verses.map((verse) => (
        <Verse
          key={verse.verseKey}
          verse={verse}
          partial={partial}
          labelOf={labelOf}
          isTarget={target !== null && verse.number >= target && verse.number <= (lastTarget ?? target)}
        />
      ))}
      {isAwaited && <AwaitedVerse verseKey={`${part.chapter}:${target}`} />}
    </>
  )
})
