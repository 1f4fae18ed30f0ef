import type { ReactNode } from 'react'
import { useChapterName } from '../reading/use-chapter-name.ts'
import { chapterOf, displayVerse, numberOf } from '../reading/verse-name.ts'
import { chapterHref } from '../routes/route.ts'
import { useWords } from '../ui/hooks.ts'
import { useReader } from '../ui/reader-context.ts'
import { useAgo } from './use-ago.ts'

/** A verse in a list of the person's data: its name, its start, and its actions. `at`: when it came there, if known. */
export function VerseLine({
  verseKey,
  at = null,
  children,
}: {
  readonly verseKey: string
  readonly at?: number | null
  readonly children?: ReactNode
}) {
  const ago = useAgo()
  const words = useWords()
  const chapterName = useChapterName()
  const { Beginning } = useReader()
  return (
    <li className="verse-line">
      <a href={chapterHref(chapterOf(verseKey), numberOf(verseKey))} data-testid={`kept-${verseKey}`}>
        <span className="line-head">
          <bdi className="line-name">{displayVerse(verseKey, chapterName, words)}</bdi>
          {at !== null && <span className="hint">{ago(at)}</span>}
        </span>
        <Beginning verseKey={verseKey} />
      </a>
      {children}
    </li>
  )
}
