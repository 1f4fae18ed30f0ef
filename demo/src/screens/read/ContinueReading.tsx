import { useChapterName } from '../../reading/use-chapter-name.ts'
import { usePageOfPlace } from '../../reading/use-page-of-place.ts'
import { numberOf } from '../../reading/verse-name.ts'
import { placeHref } from '../../settings/place-href.ts'
import { latestPlace, type Place, type PlaceKind } from '../../settings/settings.ts'
import { useNow, useSettings, useWords } from '../../ui/hooks.ts'
import { ForwardIcon } from '../../ui/Icons.tsx'
import type { Words } from '../../words/words.ts'

function nameOfPlace(
  kind: PlaceKind,
  { number, verseKey }: Place,
  words: Words,
  chapterName: (chapter: number) => string,
): string {
  if (kind !== 'chapter') return words.read[kind](number)
  const chapter = chapterName(number)
  return verseKey === null ? chapter : words.read.verse(chapter, numberOf(verseKey))
}

function Card(props: { readonly kind: PlaceKind; readonly place: Place }) {
  const { kind, place } = props
  const words = useWords()
  // `useNow` ticks rarely: a place that another tab has just noted is newer than its last tick.
  const now = Math.max(useNow(), Date.now())
  const chapterName = useChapterName()
  return (
    <a className="card continue" href={placeHref(kind, place)} data-testid="continue">
      <span className="continue-words">
        <span className="continue-title">{words.read.continue}</span>
        <span>{nameOfPlace(kind, place, words, chapterName)}</span>
        <span className="hint">{words.figures.relativeTime(place.at, now)}</span>
      </span>
      <ForwardIcon />
    </a>
  )
}

/** The page of the mushaf that is shown now. */
function PageCard({ place }: { readonly place: Place }) {
  return <Card kind="page" place={{ ...place, number: usePageOfPlace(place) }} />
}

/** The way back to the reader's last place. */
export function ContinueReading() {
  const latest = latestPlace(useSettings().places)
  if (!latest) return null
  return latest.kind === 'page' ? <PageCard place={latest.place} /> : <Card {...latest} />
}
