import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { ContentStore } from '@waraq/engine'
import type { ChapterEntry } from '../../catalogue/catalogue.ts'
import { readChapter, type ChapterContent } from '../../reading/chapter-content.ts'
import { textLanguage } from '../../reading/languages.ts'
import { chapterHref, homeHref, libraryHref } from '../../routes/route.ts'
import { keptOf } from '../../sync/sync-state.ts'
import { useCatalogue, useLive, useSettings, useSync, useTitle, useWords } from '../../ui/hooks.ts'
import { BackIcon, ForwardIcon } from '../../ui/Icons.tsx'
import { useReader } from '../../ui/reader-context.ts'
import type { TranslationLabel } from './Translation.tsx'
import { Verse } from './Verse.tsx'

function ChapterHead({
  chapter,
  entry,
}: {
  readonly chapter: number
  readonly entry?: ChapterEntry | undefined
}) {
  const words = useWords()
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
  const words = useWords()
  const state = useSync()
  if (content.verses.length > 0) return null
  const isEmpty = state.status !== null && keptOf(state).size === 0
  return (
    <div className="absence" role="status">
      {isEmpty ? (
        <p>
          {words.chapter.empty} <a href={libraryHref}>{words.chapter.choose}</a>.
        </p>
      ) : (
        <p>{state.status?.activity ? words.chapter.onItsWay : words.chapter.notHere}</p>
      )}
    </div>
  )
}

function Neighbours({ chapter }: { readonly chapter: number }) {
  const words = useWords()
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

/** Puts the verse that was asked for at the top, once it is there. */
function useVerseInView(chapter: number, verse: number | null, isHere: boolean): void {
  const shown = useRef<number | null>(null)
  useEffect(() => {
    if (!isHere || shown.current === verse) return
    shown.current = verse
    document.querySelector(`[data-testid="verse-${chapter}:${verse}"]`)?.scrollIntoView()
  }, [chapter, verse, isHere])
}

export function ChapterPage(props: { readonly chapter: number; readonly verse: number | null }) {
  const { chapter, verse } = props
  const words = useWords()
  const { settings } = useReader()
  const { sideBySide } = useSettings()
  const query = useCallback((store: ContentStore) => readChapter(store, chapter), [chapter])
  const { value: content, error } = useLive(query)
  const { catalogue } = useCatalogue()
  const entry = catalogue?.chapters.find(({ id }) => id === chapter)
  const labels = useMemo(() => {
    const shown = new Map<number, TranslationLabel>()
    for (const { ref, key, name, language } of catalogue?.resources ?? []) {
      if (ref.group === 'translations')
        shown.set(ref.id, { name: name ?? key, language: textLanguage(language) })
    }
    return shown
  }, [catalogue])
  useTitle(entry?.name ?? words.chapter.ordinal(chapter))
  useVerseInView(chapter, verse, content !== undefined && content.verses.length > 0)
  useEffect(() => {
    settings.notePlace('chapter', {
      number: chapter,
      verseKey: verse === null ? null : `${chapter}:${verse}`,
    })
  }, [settings, chapter, verse])
  const isShown = useCallback(
    (resource: string) => sideBySide === null || sideBySide.some((key) => key === resource),
    [sideBySide],
  )
  const named = (content?.translations.filter(isShown).length ?? 0) > 1
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
          {content.verses.map((each) => (
            <Verse key={each.key} verse={each} labels={labels} named={named} isShown={isShown} />
          ))}
          {content.verses.length > 0 && <Neighbours chapter={chapter} />}
        </>
      )}
    </article>
  )
}
