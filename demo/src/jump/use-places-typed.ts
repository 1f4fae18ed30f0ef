import { mushafInfo, type ParsedPlace } from 'waraq/quran'
import { useLiveQuery } from 'waraq/react'
import { useChapterName, useChapters } from '../reading/use-chapter-name.ts'
import { pagesOf, useMushaf } from '../reading/use-mushaf.ts'
import { usePlaces } from '../reading/use-places.ts'
import { chapterHref } from '../routes/route.ts'
import { useWords } from '../ui/hooks.ts'
import type { Words } from '../words/words.ts'
import { placeLink, type PlaceLink } from './place-link.ts'

export interface PlacesTyped {
  /** The places that the text names, the likeliest first. */
  readonly links: readonly PlaceLink[]
  /** Chapters whose names begin with the text, which is still being typed. */
  readonly chapters: readonly PlaceLink[]
  /** Why the place that it names does not exist. */
  readonly missing: string | null
  /** Whether the text has been read. */
  readonly isRead: boolean
}

function missing(
  { part, max, chapter }: Extract<ParsedPlace, { status: 'out_of_range' }>,
  words: Words,
  chapterName: (chapter: number) => string,
): string | null {
  const says = words.reading.search
  if (part === 'verse') return chapter === undefined ? null : says.noVerse(chapterName(chapter), max)
  if (part === 'chapter') return says.noChapter(max)
  return part === 'page' ? words.reading.noPage : null
}

/** The places that a person may mean. Nothing until what reads them is here. */
export function usePlacesTyped(text: string): PlacesTyped {
  const words = useWords()
  const chapterName = useChapterName()
  const chapters = [...useChapters().values()]
  const pages = pagesOf(useLiveQuery(mushafInfo(useMushaf())).data)
  const places = usePlaces(text !== '')
  const parsed = text === '' ? null : places?.parsePlace(text, { chapters, pages })
  const typed = text === '' ? [] : (places?.chaptersTyped(text, { chapters }) ?? [])
  return {
    links:
      parsed?.status === 'ok'
        ? [parsed.place, ...parsed.others].map((place) => placeLink(place, words, chapterName))
        : [],
    chapters: typed.map((chapter) => ({ href: chapterHref(chapter), name: chapterName(chapter) })),
    missing: parsed?.status === 'out_of_range' ? missing(parsed, words, chapterName) : null,
    isRead: text === '' || places !== null,
  }
}
