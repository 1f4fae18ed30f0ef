import type { ResourceKey } from '@waraq/protocol'
import type { SideBySideOf } from 'waraq/quran'
import { memo, useEffect, type CSSProperties } from 'react'
import { useWords } from '../../ui/hooks.ts'
import type { LabelOf } from '../labels.ts'
import { useVerses } from '../use-verses.ts'
import { displayKey } from '../verse-name.ts'
import type { VersePart as Part } from '../verse-parts.ts'
import { Verse } from './Verse.tsx'

/** The result of reading a part: how many verses it has, or why that failed. */
export type PartState = { readonly verses: number } | { readonly error: unknown }

interface PartProps {
  readonly part: Part
  readonly index: number
  readonly of: SideBySideOf
  /** Texts of it of which only a part has come. */
  readonly arriving: readonly ResourceKey[]
  readonly labelOf: LabelOf
  /** Number of the address's verse, if it is in this part. */
  readonly target: number | null
  /** Number of the last verse that the address names. */
  readonly lastTarget: number | null
  readonly onState: (index: number, state: PartState) => void
}

/** An empty space about as high as the verses will be, so that the scrollbar is right early. */
export function VerseSpace({ part }: { readonly part: Part }) {
  const style = { '--verses': part.to - part.from + 1 } as CSSProperties
  // The first text sets it by the page's own interface, which spells the same style with other white space.
  return <li className="verse-space" aria-hidden="true" style={style} suppressHydrationWarning />
}

/** Stands in the place of the verse that a person looks for while its text is on its way. */
function AwaitedVerse({ verseKey }: { readonly verseKey: string }) {
  const words = useWords()
  return (
    <li className="awaited-verse" data-testid="awaited-verse">
      {words.reading.verseAwaited(displayKey(verseKey, words))}
    </li>
  )
}

export const VersePart = memo(function VersePart(props: PartProps) {
  const { part, index, of, arriving, labelOf, target, lastTarget, onState } = props
  const { verses, error } = useVerses(of, part, arriving.length > 0)
  useEffect(() => {
    if (error !== null) onState(index, { error })
    else if (verses) onState(index, { verses: verses.length })
  }, [index, verses, error, onState])
  if (!verses) return <VerseSpace part={part} />
  const isAwaited =
    arriving.length > 0 &&
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
          arriving={arriving}
          labelOf={labelOf}
          isTarget={target !== null && verse.number >= target && verse.number <= (lastTarget ?? target)}
        />
      ))}
      {isAwaited && <AwaitedVerse verseKey={`${part.chapter}:${target}`} />}
    </>
  )
})
