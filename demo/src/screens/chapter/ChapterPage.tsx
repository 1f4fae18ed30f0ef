import { useMemo } from 'react'
import { useFollowing } from '../../player/use-following.ts'
import { BackBar } from '../../reading/BackBar.tsx'
import { Bismillah } from '../../reading/Bismillah.tsx'
import { useLabels } from '../../reading/labels.ts'
import { ReadingFrame } from '../../reading/ReadingFrame.tsx'
import { ReadingState } from '../../reading/ReadingState.tsx'
import { Sources } from '../../reading/Sources.tsx'
import { useChapterName, useChapters } from '../../reading/use-chapter-name.ts'
import { usePlace } from '../../reading/use-place.ts'
import { useReadingSources } from '../../reading/use-reading-sources.ts'
import { useEarlyCount } from '../../reading/use-verses.ts'
import { useVerseInView } from '../../reading/use-verse-in-view.ts'
import { chapterOf, numberOf } from '../../reading/verse-name.ts'
import { partsOfChapter, partWith } from '../../reading/verse-parts.ts'
import { isHereOrComing, usePartTurns } from '../../reading/verse/use-part-turns.ts'
import { VerseList } from '../../reading/verse/VerseList.tsx'
import { useTitle } from '../../ui/hooks.ts'
import { ChapterHead } from './ChapterHead.tsx'
import { Neighbours } from './Neighbours.tsx'

/** The last verse of the range in this chapter. */
function lastOf(chapter: number, verse: number, to: string | undefined): number {
  if (to === undefined) return verse
  return chapterOf(to) === chapter ? numberOf(to) : Infinity
}

export function ChapterPage(props: {
  readonly chapter: number
  readonly verse: number | null
  /** The last verse that the address names, as `2:257`, where it names several. */
  readonly to?: string | undefined
}) {
  const { chapter, verse, to } = props
  const name = useChapterName()
  const entry = useChapters().get(chapter)
  const labelOf = useLabels()
  const sources = useReadingSources()
  const parts = useMemo(() => partsOfChapter(chapter), [chapter])
  const first = partWith(parts, chapter, verse)
  const turns = usePartTurns(parts.length, first, useEarlyCount(sources.of, parts[first]))
  const verseKey = verse === null ? null : `${chapter}:${verse}`
  useTitle(name(chapter))
  useVerseInView(verseKey, turns.verses)
  usePlace('chapter', chapter, verseKey)
  useFollowing()
  return (
    <ReadingFrame name="chapter" busy={!turns.complete}>
      <BackBar title={name(chapter)} />
      <ChapterHead chapter={chapter} entry={entry} />
      <Sources sources={sources} labelOf={labelOf} />
      <ReadingState {...turns} />
      {entry?.opensWithBismillah && sources.of && isHereOrComing(turns) && <Bismillah />}
      {sources.of && (
        <VerseList
          parts={parts}
          turns={turns}
          of={sources.of}
          arriving={sources.arriving}
          labelOf={labelOf}
          target={verse === null ? null : { chapter, verse, last: lastOf(chapter, verse, to) }}
          label={name}
        />
      )}
      {turns.verses > 0 && <Neighbours chapter={chapter} />}
    </ReadingFrame>
  )
}
