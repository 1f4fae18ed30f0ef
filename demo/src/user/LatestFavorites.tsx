import { useFavorites } from 'waraq/react'
import { useChapterName } from '../reading/use-chapter-name.ts'
import { chapterOf, displayVerse, numberOf } from '../reading/verse-name.ts'
import { chapterHref, savedHref } from '../routes/route.ts'
import { useWords } from '../ui/hooks.ts'
import { useReader } from '../ui/reader-context.ts'
import { useUserWords } from './words/user-words.ts'

const mostShown = 3

/** The person's latest favorites, and the way to all of them. */
export function LatestFavorites() {
  const { list, all } = useUserWords().saved
  const words = useWords()
  const chapterName = useChapterName()
  const { Beginning } = useReader()
  const { data = [] } = useFavorites('newest')
  const verses = data.flatMap(({ verseKey }) => (verseKey === null ? [] : [verseKey])).slice(0, mostShown)
  if (verses.length === 0) return null
  return (
    <section className="home-section" aria-labelledby="favorites-title" data-testid="latest-favorites">
      <div className="section-head">
        <h2 id="favorites-title">{list.favorites}</h2>
        <a className="section-all" href={savedHref()}>
          {all}
        </a>
      </div>
      <ul className="home-cards favorite-cards" aria-labelledby="favorites-title">
        {verses.map((verseKey) => (
          <li key={verseKey}>
            <a
              className="card"
              href={chapterHref(chapterOf(verseKey), numberOf(verseKey))}
              data-testid={`kept-${verseKey}`}
            >
              <bdi className="line-name">{displayVerse(verseKey, chapterName, words)}</bdi>
              <Beginning verseKey={verseKey} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
