import { useReadingBookmarks } from 'waraq/react'
import { useChapterName } from '../reading/use-chapter-name.ts'
import { chapterOf, displayVerse, numberOf } from '../reading/verse-name.ts'
import { chapterHref, pageHref } from '../routes/route.ts'
import { useWords } from '../ui/hooks.ts'
import { ForwardIcon } from '../ui/Icons.tsx'
import { useUserWords } from './words/user-words.ts'

/** Links to the person's reading bookmarks. */
export function ReadingCards() {
  const words = useUserWords()
  const all = useWords()
  const chapterName = useChapterName()
  const { data: placed = [] } = useReadingBookmarks()
  if (placed.length === 0) return null
  return (
    <nav className="reading-bookmarks" aria-label={words.reading.title}>
      {placed.map(({ slot, name, number, verseKey }) => (
        <a
          key={slot}
          className="card continue"
          href={verseKey === null ? pageHref(number) : chapterHref(chapterOf(verseKey), numberOf(verseKey))}
          data-testid="reading-bookmark"
        >
          <span className="continue-words">
            <span className="continue-title">
              {verseKey === null ? words.saved.place.page(number) : displayVerse(verseKey, chapterName, all)}
            </span>
            <bdi className="hint">{words.reading.slot(slot, name)}</bdi>
          </span>
          <ForwardIcon />
        </a>
      ))}
    </nav>
  )
}
