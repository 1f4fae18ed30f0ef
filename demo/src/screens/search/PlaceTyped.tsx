import { mushafInfo, type ParsedPlace, type Place } from 'waraq/quran'
import { useLiveQuery } from 'waraq/react'
import { useChapterName, useChapters } from '../../reading/use-chapter-name.ts'
import { pagesOf, useMushaf } from '../../reading/use-mushaf.ts'
import { usePlaces } from '../../reading/use-places.ts'
import { displayRange } from '../../reading/verse-name.ts'
import { chapterHref, juzHref, pageHref, versesHref } from '../../routes/route.ts'
import { useWords } from '../../ui/hooks.ts'
import { ForwardIcon } from '../../ui/Icons.tsx'
import type { Words } from '../../words/words.ts'

const mostCandidates = 3

/** Where a place is read, and what it is called; null for parts that have no page here. */
function linkTo(
  place: Place,
  words: Words,
  chapterName: (chapter: number) => string,
): { readonly href: string; readonly name: string } | null {
  switch (place.kind) {
    case 'verses':
      return { href: versesHref(place.from, place.to), name: displayRange(place, chapterName, words) }
    case 'chapter':
      return { href: chapterHref(place.chapter), name: chapterName(place.chapter) }
    case 'page':
      return { href: pageHref(place.number), name: words.read.page(place.number) }
    case 'juz':
      return { href: juzHref(place.number), name: words.read.juz(place.number) }
    default:
      return null
  }
}

function missing(
  parsed: Extract<ParsedPlace, { status: 'out_of_range' }>,
  words: Words,
  chapterName: (chapter: number) => string,
): string | null {
  const says = words.reading.search
  const { part, max, chapter } = parsed
  if (part === 'verse') return chapter === undefined ? null : says.noVerse(chapterName(chapter), max)
  if (part === 'chapter') return says.noChapter(max)
  return part === 'page' ? words.reading.noPage : null
}

/** The place that a person typed instead of words, before all hits. */
export function PlaceTyped({ text }: { readonly text: string }) {
  const words = useWords()
  const chapterName = useChapterName()
  const chapters = [...useChapters().values()]
  const pages = pagesOf(useLiveQuery(mushafInfo(useMushaf())).data)
  const parsed = usePlaces(text !== '')?.parsePlace(text, { chapters, pages })
  if (!parsed) return null
  if (parsed.status === 'out_of_range') {
    const says = missing(parsed, words, chapterName)
    return says === null ? null : <p className="hint">{says}</p>
  }
  const links = [parsed.place, ...parsed.others]
    .flatMap((place) => linkTo(place, words, chapterName) ?? [])
    .slice(0, mostCandidates)
  return (
    <ul className="places-typed" aria-label={words.reading.search.places}>
      {links.map(({ href, name }) => (
        <li key={href}>
          <a className="card continue" href={href} data-testid="place-typed">
            <bdi className="continue-title">{name}</bdi>
            <ForwardIcon />
          </a>
        </li>
      ))}
    </ul>
  )
}
