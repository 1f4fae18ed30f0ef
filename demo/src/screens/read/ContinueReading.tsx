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

interface PlaceProps {
  readonly kind: PlaceKind
  readonly place: Place
  /** Whether it is the last place, where reading continues. */
  readonly isLast: boolean
}

function Card({ kind, place, isLast }: PlaceProps) {
  const words = useWords()
  // `useNow` ticks rarely: a place that another tab has just noted may be newer than its last tick.
  const now = Math.max(useNow(), Date.now())
  const chapterName = useChapterName()
  const name = nameOfPlace(kind, place, words, chapterName)
  const href = placeHref(kind, place)
  if (!isLast) {
    return (
      <a className="button" href={href} data-testid="recent-place">
        {name}
      </a>
    )
  }
  return (
    <a className="card continue" href={href} data-testid="continue">
      <span className="continue-words">
        <span className="continue-title">{words.read.continue}</span>
        <span>{name}</span>
        <span className="hint">{words.figures.relativeTime(place.at, now)}</span>
      </span>
      <ForwardIcon />
    </a>
  )
}

/** The place's page in the mushaf that is shown now. */
function PageCard({ place, isLast }: PlaceProps) {
  return <Card kind="page" place={{ ...place, number: usePageOfPlace(place) }} isLast={isLast} />
}

function PlaceCard(props: PlaceProps) {
  return props.kind === 'page' ? <PageCard {...props} /> : <Card {...props} />
}

/** A link to the reader's last place. */
export function ContinueReading() {
  const latest = latestPlace(useSettings().places)
  return latest && <PlaceCard {...latest} isLast />
}

/** One line of a desk, two of a phone. */
const mostShown = 4

/** Links to the places before the last one. */
export function RecentPlaces() {
  const words = useWords()
  const { places, recent } = useSettings()
  const latest = latestPlace(places)
  const others = recent
    .filter(({ kind, number }) => kind !== latest?.kind || number !== latest.place.number)
    .slice(0, mostShown)
  if (others.length === 0) return null
  return (
    <section className="home-section" aria-labelledby="recent-title">
      <h2 id="recent-title">{words.read.recent}</h2>
      <ul className="recent-places">
        {others.map((place) => (
          <li key={`${place.kind} ${place.number}`}>
            <PlaceCard kind={place.kind} place={place} isLast={false} />
          </li>
        ))}
      </ul>
    </section>
  )
}
