import type { ReactNode } from 'react'
import { useChapterName } from '../reading/use-chapter-name.ts'
import { chapterOf, displayVerse, numberOf } from '../reading/verse-name.ts'
import { chapterHref } from '../routes/route.ts'
import { useWords } from '../ui/hooks.ts'
import { useReader } from '../ui/reader-context.ts'

/** A verse in a list of what is kept: its name, its beginning, and what may be done about it. */
export function VerseLine({
  verseKey,
  children,
}: {
  readonly verseKey: string
  readonly children?: ReactNode
}) {
  const words = useWords()
  const chapterName = useChapterName()
  const { Beginning } = useReader()
  return (
    <li className="verse-line">
      <a href={chapterHref(chapterOf(verseKey), numberOf(verseKey))} data-testid={`kept-${verseKey}`}>
        <bdi className="line-name">{displayVerse(verseKey, chapterName, words)}</bdi>
        <Beginning verseKey={verseKey} />
      </a>
      {children}
    </li>
  )
}
