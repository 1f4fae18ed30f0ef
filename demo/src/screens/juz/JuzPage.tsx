import { useMemo } from 'react'
import { useFollowing } from '../../player/use-following.ts'
import { BackBar } from '../../reading/BackBar.tsx'
import { Modes } from '../../reading/mode/Modes.tsx'
import { Bismillah } from '../../reading/Bismillah.tsx'
import { useLabels } from '../../reading/labels.ts'
import { ReadingFrame } from '../../reading/ReadingFrame.tsx'
import { ReadingState } from '../../reading/ReadingState.tsx'
import { Sources } from '../../reading/Sources.tsx'
import { useChapterName, useChapters } from '../../reading/use-chapter-name.ts'
import { usePlace } from '../../reading/use-place.ts'
import { useReadingSources } from '../../reading/use-reading-sources.ts'
import { useStart } from '../../reading/use-start.ts'
import { useVerseInView } from '../../reading/use-verse-in-view.ts'
import { partsOfJuz } from '../../reading/juz-parts.ts'
import { partWith, type VersePart } from '../../reading/verse-parts.ts'
import { isHereOrComing, usePartTurns } from '../../reading/verse/use-part-turns.ts'
import { VerseList } from '../../reading/verse/VerseList.tsx'
import { chapterHref, juzHref, limits } from '../../routes/route.ts'
import { useTitle, useWords } from '../../ui/hooks.ts'
import { BackIcon, ForwardIcon } from '../../ui/Icons.tsx'

function ChapterInJuz({
  chapter,
  parts,
}: {
  readonly chapter: number
  readonly parts: readonly VersePart[]
}) {
  const name = useChapterName()
  const entry = useChapters().get(chapter)
  const isWhole = parts.some((part) => part.chapter === chapter && part.from === 1)
  return (
    <>
      <h2 className="chapter-in-juz">
        <a href={chapterHref(chapter)}>{name(chapter)}</a>
        {entry?.arabicName && name(chapter) !== entry.arabicName && (
          <span lang="ar" dir="rtl">
            {entry.arabicName}
          </span>
        )}
      </h2>
      {isWhole && entry?.opensWithBismillah && <Bismillah />}
    </>
  )
}

function OtherJuzs({ juz }: { readonly juz: number }) {
  const words = useWords()
  return (
    <nav className="neighbours" aria-label={words.reading.otherJuzs}>
      {juz > 1 ? (
        <a className="button" rel="prev" href={juzHref(juz - 1)}>
          <BackIcon />
          <span>{words.read.juz(juz - 1)}</span>
        </a>
      ) : (
        <span />
      )}
      {juz < limits.juzs && (
        <a className="button" rel="next" href={juzHref(juz + 1)}>
          <span>{words.read.juz(juz + 1)}</span>
          <ForwardIcon />
        </a>
      )}
    </nav>
  )
}

/** One of the thirty parts, with its verses by chapter. */
export function JuzPage({ juz }: { readonly juz: number }) {
  const words = useWords()
  const name = useChapterName()
  const labelOf = useLabels()
  const sources = useReadingSources()
  const parts = useMemo(() => partsOfJuz(juz), [juz])
  const start = useStart()
  const turns = usePartTurns(parts.length, partWith(parts, start.verseKey))
  const title = words.read.juz(juz)
  const [first, last] = [parts[0]!, parts.at(-1)!]
  useTitle(title)
  useVerseInView(start, turns.verses.length)
  usePlace('juz', juz, start.verseKey)
  useFollowing()
  return (
    <ReadingFrame name="juz" busy={!turns.complete}>
      <BackBar title={title} first={start.verseKey ?? `${first.chapter}:${first.from}`} />
      <header className="chapter-head">
        <h1>{title}</h1>
        <p className="chapter-facts">
          {words.reading.range(
            words.read.verse(name(first.chapter), first.from),
            words.read.verse(name(last.chapter), last.to),
          )}
        </p>
      </header>
      <Modes />
      <Sources sources={sources} labelOf={labelOf} />
      <ReadingState {...turns} />
      {sources.of && (
        <VerseList
          parts={parts}
          turns={turns}
          of={sources.of}
          partial={sources.partial}
          labelOf={labelOf}
          target={null}
          label={name}
          head={(chapter) =>
            isHereOrComing(turns) ? <ChapterInJuz chapter={chapter} parts={parts} /> : null
          }
        />
      )}
      {turns.verses.length > 0 && <OtherJuzs juz={juz} />}
    </ReadingFrame>
  )
}
