import { useCallback, useEffect, useMemo } from 'react'
import type { ContentStore } from '@waraq/engine'
import type { ChapterEntry } from '../catalogue/catalogue.ts'
import { readChapter, type ChapterContent } from '../reading/chapter-content.ts'
import { textLanguage } from '../reading/languages.ts'
import { count } from '../sync/words.ts'
import { BackIcon, ForwardIcon } from './Icons.tsx'
import { useCatalogue, useLive, useSync } from './hooks.ts'
import { chapterHref, homeHref } from './route.ts'
import type { TranslationLabel } from './Translation.tsx'
import { Verse } from './Verse.tsx'

const places = { makkah: 'Revealed in Makkah', madinah: 'Revealed in Madinah' } as const

function ChapterHead({
  chapter,
  entry,
}: {
  readonly chapter: number
  readonly entry?: ChapterEntry | undefined
}) {
  const about = entry && [
    entry.meaning,
    count(entry.verses, 'verse'),
    ...(entry.place ? [places[entry.place]] : []),
  ]
  return (
    <header className="chapter-head">
      <p className="chapter-ordinal">Chapter {chapter}</p>
      {entry && (
        <p className="chapter-title-arabic" lang="ar" dir="rtl">
          {entry.arabicName}
        </p>
      )}
      <h1>{entry?.name ?? `Chapter ${chapter}`}</h1>
      {about && <p className="chapter-facts">{about.join(' · ')}</p>}
    </header>
  )
}

/** What is missing, where something is. */
function Absence({ content }: { readonly content: ChapterContent }) {
  const { kept, running } = useSync()
  if (content.verses.length > 0) return null
  return (
    <div className="absence" role="status">
      {kept.size > 0 ? (
        <p>
          {running
            ? 'This chapter is on its way…'
            : 'This chapter has not arrived yet. It comes with the next sync.'}
        </p>
      ) : (
        <p>
          Nothing is kept on this device yet. <a href={homeHref}>Choose translations</a> to read here.
        </p>
      )}
    </div>
  )
}

function Neighbours({ chapter }: { readonly chapter: number }) {
  const { catalogue } = useCatalogue()
  const name = (id: number) => catalogue?.chapters.find((entry) => entry.id === id)?.name ?? `Chapter ${id}`
  return (
    <nav className="neighbours" aria-label="Other chapters">
      {chapter > 1 ? (
        <a className="button" href={chapterHref(chapter - 1)}>
          <BackIcon />
          <span>{name(chapter - 1)}</span>
        </a>
      ) : (
        <span />
      )}
      {chapter < 114 && (
        <a className="button" href={chapterHref(chapter + 1)}>
          <span>{name(chapter + 1)}</span>
          <ForwardIcon />
        </a>
      )}
    </nav>
  )
}

export function ChapterPage({ chapter }: { readonly chapter: number }) {
  const query = useCallback((store: ContentStore) => readChapter(store, chapter), [chapter])
  const { value: content, error } = useLive(query)
  const { catalogue } = useCatalogue()
  const entry = catalogue?.chapters.find(({ id }) => id === chapter)
  const labels = useMemo(() => {
    const shown = new Map<number, TranslationLabel>()
    for (const { id, name, language } of catalogue?.translations ?? []) {
      shown.set(id, { name, language: textLanguage(language) })
    }
    return shown
  }, [catalogue])
  useEffect(() => {
    document.title = `${entry?.name ?? `Chapter ${chapter}`} – Waraq`
  }, [chapter, entry])
  return (
    <article className="chapter" aria-busy={content === undefined}>
      <nav className="back" aria-label="Back">
        <a className="back-link" href={homeHref}>
          <BackIcon />
          <span>All chapters</span>
        </a>
        <span className="back-title" aria-hidden="true">
          {entry?.name}
        </span>
      </nav>
      <ChapterHead chapter={chapter} entry={entry} />
      {error !== null && (
        <p className="problem" role="alert">
          {error instanceof Error ? error.message : 'The library could not be read. Reload the page.'}
        </p>
      )}
      {content && (
        <>
          {entry?.opensWithBismillah && content.bismillah && (
            <p className="bismillah" lang="ar" dir="rtl">
              {content.bismillah.text}
            </p>
          )}
          <Absence content={content} />
          {content.verses.map((verse) => (
            <Verse key={verse.key} verse={verse} labels={labels} named={content.translations.length > 1} />
          ))}
          {content.verses.length > 0 && <Neighbours chapter={chapter} />}
        </>
      )}
    </article>
  )
}
