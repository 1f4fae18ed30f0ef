import type { ResourceKey } from '@waraq/protocol'
import type { SideBySideOf } from 'waraq/quran'
import type { ReactNode } from 'react'
import { Fragment } from 'react'
import type { LabelOf } from '../labels.ts'
import type { VersePart as Part } from '../verse-parts.ts'
import type { PartTurns } from './use-part-turns.ts'
import { useMarksOf, VerseMarksContext } from './use-verse-marks.ts'
import { VersePart, VerseSpace } from './VersePart.tsx'

/** Parts of one or several chapters. `head` renders what comes before the verses of each chapter. */
export function VerseList(props: {
  readonly parts: readonly Part[]
  readonly turns: PartTurns
  readonly of: SideBySideOf
  readonly partial: readonly ResourceKey[]
  readonly labelOf: LabelOf
  /** The verses that the address names, up to `last`. */
  readonly target: { readonly chapter: number; readonly verse: number; readonly last: number } | null
  readonly label: (chapter: number) => string
  readonly head?: (chapter: number) => ReactNode
}) {
  const { parts, turns, of, partial, labelOf, target, label, head } = props
  const chapters = [...new Set(parts.map(({ chapter }) => chapter))]
  const marks = useMarksOf(parts, of, turns)
  const lists = chapters.map((chapter) => (
    <Fragment key={chapter}>
      {head?.(chapter)}
      <ol className="verses" aria-label={label(chapter)}>
        {parts.map((part, index) =>
          part.chapter !== chapter ? null : turns.isRead(index) ? (
            <VersePart
              key={index}
              part={part}
              index={index}
              of={of}
              partial={partial}
              labelOf={labelOf}
              target={target?.chapter === chapter ? target.verse : null}
              lastTarget={target?.last ?? null}
              onState={turns.onState}
            />
          ) : (
            <VerseSpace key={index} part={part} />
          ),
        )}
      </ol>
    </Fragment>
  ))
  return <VerseMarksContext value={marks}>{lists}</VerseMarksContext>
}
