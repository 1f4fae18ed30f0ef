import { useMemo } from 'react'
import { useFollowing } from '../../player/use-following.ts'
import { BackBar } from '../../reading/BackBar.tsx'
import { Modes } from '../../reading/mode/Modes.tsx'
import { Bismillah } from '../../reading/Bismillah.tsx'
import { useLabels } from '../../reading/labels.ts'
import { ReadingFrame } from '../../reading/ReadingFrame.tsx'
import { ReadingState } from '../../reading/ReadingState.tsx'
import { TranslationOffer } from '../../reading/TranslationOffer.tsx'
import { Sources } from '../../reading/Sources.tsx'
import { useChapterName, useChapters } from '../../reading/use-chapter-name.ts'
import { usePlace } from '../../reading/use-place.ts'
import { useReadingSources } from '../../reading/use-reading-sources.ts'
import { useEarly } from '../../reading/use-verses.ts'
import { useStart } from '../../reading/use-start.ts'
import { useVerseInView } from '../../reading/use-verse-in-view.ts'
import { chapterOf, numberOf } from '../../reading/verse-name.ts'
import { partsOfChapter, partWith } from '../../reading/verse-parts.ts'
import { isHereOrComing, usePartTurns } from '../../reading/verse/use-part-turns.ts'
import { VerseList } from '../../reading/verse/VerseList.tsx'
import { useTitle, useWords } from '../../ui/hooks.ts'
import type { ChapterEntry } from 'waraq/quran'
import { KeepChapter } from '../../player/KeepChapter.tsx'
import { PlayChapter } from '../../reading/PlayChapter.tsx'
import { chapterHref, limits } from '../../routes/route.ts'
import { BackIcon, ForwardIcon } from '../../ui/Icons.tsx'

/** The last verse of the range in this chapter. `Infinity` if the range ends in a later chapter. */
function lastOf(chapter: number, verse: number, to: string | undefined): number {
  if (to === undefined) return verse
  return chapterOf(to) === chapter ? numberOf(to) : Infinity
}

export function ChapterPage(props: {
  readonly chapter: number
  readonly verse: number | null
  /** The last verse that the address names, as `2:257`, if it names several. */
  readonly to?: string | undefined
}) {
  const { chapter, verse, to } = props
  const name = useChapterName()
  const entry = useChapters().get(chapter)
  const labelOf = useLabels()
  const sources = useReadingSources()
  const parts = useMemo(() => partsOfChapter(chapter), [chapter])
  const start = useStart()
  const first = partWith(parts, start.verseKey)
  const turns = usePartTurns(parts.length, first, useEarly(sources.of, parts[first]))
  useTitle(name(chapter))
  useVerseInView(start, turns.verses.length)
  usePlace('chapter', chapter, start.verseKey)
  useFollowing(chapter)
  return (
    <ReadingFrame name="chapter" busy={!turns.complete}>
      <BackBar title={name(chapter)} first={start.verseKey ?? `${chapter}:1`} />
      <ChapterHead chapter={chapter} entry={entry} />
      <Modes page={entry?.pages?.first} />
      <Sources sources={sources} labelOf={labelOf} />
      {turns.verses.length > 0 && <TranslationOffer sources={sources} />}
      <ReadingState {...turns} />
      {entry?.opensWithBismillah && sources.of && isHereOrComing(turns) && <Bismillah />}
      {sources.of && (
        <VerseList
          parts={parts}
          turns={turns}
          of={sources.of}
          partial={sources.partial}
          labelOf={labelOf}
          target={verse === null ? null : { chapter, verse, last: lastOf(chapter, verse, to) }}
          label={name}
        />
      )}
      {turns.verses.length > 0 && <Neighbours chapter={chapter} />}
    </ReadingFrame>
  )
}

function ChapterHead(props: { readonly chapter: number; readonly entry: ChapterEntry | undefined }) {
  const { chapter, entry } = props
  const words = useWords()
  const name = useChapterName()(chapter)
  const arabicName = entry?.arabicName
  return (
    <header className="chapter-head">
      {arabicName && arabicName !== name ? (
        <h1 className="chapter-title-arabic">
          <span lang="ar" dir="rtl">
            {arabicName}
          </span>{' '}
          {/* The bar above always shows it. */}
          <span className="visually-hidden">{name}</span>
        </h1>
      ) : (
        <h1>{name}</h1>
      )}
      {entry && (
        <p className="chapter-facts">
          {words.chapter.facts(chapter, entry.meaning, entry.verses, entry.place)}
        </p>
      )}
      <div className="chapter-sound">
        <PlayChapter chapter={chapter} />
        <KeepChapter chapter={chapter} />
      </div>
    </header>
  )
}

function Neighbours({ chapter }: { readonly chapter: number }) {
  const words = useWords()
  const name = useChapterName()
  return (
    <nav className="neighbours" aria-label={words.chapter.others}>
      {chapter > 1 ? (
        <a className="button" rel="prev" href={chapterHref(chapter - 1)}>
          <BackIcon />
          <span>{name(chapter - 1)}</span>
        </a>
      ) : (
        <span />
      )}
      {chapter < limits.chapters && (
        <a className="button" rel="next" href={chapterHref(chapter + 1)}>
          <span>{name(chapter + 1)}</span>
          <ForwardIcon />
        </a>
      )}
    </nav>
  )
}
