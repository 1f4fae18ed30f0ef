import { useCallback, useEffect, useMemo } from 'react'
import type { ContentStore } from '@waraq/engine'
import type { ChapterEntry } from '../catalogue/catalogue.ts'
import { readChapter, type ChapterContent } from '../reading/chapter-content.ts'
import { textLanguage } from '../reading/languages.ts'
import { keptOf } from '../sync/sync-state.ts'
import { words } from '../words.ts'
import { BackIcon, ForwardIcon } from './Icons.tsx'
import { useCatalogue, useLive, useSync } from './hooks.ts'
import { chapterHref, homeHref } from './route.ts'
import type { TranslationLabel } from './Translation.tsx'
import { Verse } from './Verse.tsx'

function ChapterHead({
  chapter,
  entry,
}: {
  readonly chapter: number
  readonly entry?: ChapterEntry | undefined
}) {
  return (
    <header className="chapter-head">
      <p className="chapter-ordinal">{words.chapter.ordinal(chapter)}</p>
      {entry && (
        <p className="chapter-title-arabic" lang="ar" dir="rtl">
          {entry.arabicName}
        </p>
      )}
      <h1>{entry?.name ?? words.chapter.ordinal(chapter)}</h1>
      {entry && (
        <p className="chapter-facts">{words.chapter.facts(entry.meaning, entry.verses, entry.place)}</p>
      )}
    </header>
  )
}

/** What is missing, where something is. */
function Absence({ content }: { readonly content: ChapterContent }) {
  const state = useSync()
  if (content.verses.length > 0) return null
  const isEmpty = state.status !== null && keptOf(state).size === 0
  return (
    <div className="absence" role="status">
      {isEmpty ? (
        <p>
          {words.chapter.empty} <a href={homeHref}>{words.chapter.choose}</a>.
        </p>
      ) : (
        <p>{state.status?.activity ? words.chapter.onItsWay : words.chapter.notHere}</p>
      )}
    </div>
  )
}

function Neighbours({ chapter }: { readonly chapter: number }) {
  const { catalogue } = useCatalogue()
  const name = (id: number) =>
    catalogue?.chapters.find((entry) => entry.id === id)?.name ?? words.chapter.ordinal(id)
  return (
    <nav className="neighbours" aria-label={words.chapter.others}>
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
    document.title = words.title(entry?.name ?? words.chapter.ordinal(chapter))
  }, [chapter, entry])
  return (
    <article className="chapter" aria-busy={content === undefined}>
      <nav className="back" aria-label={words.chapter.back}>
        <a className="back-link" href={homeHref}>
          <BackIcon />
          <span>{words.chapter.all}</span>
        </a>
        <span className="back-title" aria-hidden="true">
          {entry?.name}
        </span>
      </nav>
      <ChapterHead chapter={chapter} entry={entry} />
      {error !== null && (
        <p className="problem" role="alert">
          {error instanceof Error ? error.message : words.chapter.unreadable}
        </p>
      )}
      {!content && error === null && (
        <p className="absence late" role="status">
          {words.chapter.opening}
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
