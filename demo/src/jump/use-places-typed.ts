import { mushafInfo, type ParsedPlace } from 'waraq/quran'
import { useLiveQuery } from 'waraq/react'
import { useChapterEntries, useChapterName } from '../reading/use-chapter-name.ts'
import { pagesOf, useMushaf } from '../reading/use-mushaf.ts'
import { usePlaces } from '../reading/use-places.ts'
import { useRoute } from '../routes/use-route.ts'
import { useWords } from '../ui/hooks.ts'
import type { Words } from '../words/words.ts'
import { famousTyped } from './famous.ts'
import { useGoingWords } from './going-words.ts'
import { chapterLink, placeLink, type PlaceLink } from './place-link.ts'

export interface PlacesTyped {
  /** The places that the text names, most likely first. */
  readonly links: readonly PlaceLink[]
  /** Verses with a name that contains the text, such as Ayat al-Kursi. */
  readonly famous: readonly PlaceLink[]
  /** Chapters whose names start with the text, which is still being typed. */
  readonly chapters: readonly PlaceLink[]
  /** Why the named place does not exist. */
  readonly missing: string | null
  /** Whether the text has been parsed. */
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

/**
 * The places to offer before anything else, each once. Chapters whose names start with the text count only if it names no place:
 * a reader who typed "Al-Baqarah 255" means that verse.
 */
export function firstPlaces({ links, famous, chapters }: PlacesTyped, most: number): readonly PlaceLink[] {
  const all = [...links, ...famous, ...(links.length > 0 ? [] : chapters)]
  return [...new Map(all.map((link) => [link.href, link])).values()].slice(0, most)
}

/** The places that a person may mean. Empty until the parser is loaded. */
export function usePlacesTyped(text: string): PlacesTyped {
  const words = useWords()
  const { famous } = useGoingWords()
  const chapterName = useChapterName()
  const chapters = useChapterEntries()
  const pages = pagesOf(useLiveQuery(mushafInfo(useMushaf())).data)
  const places = usePlaces(text !== '')
  const route = useRoute()
  const chapter = route.page === 'chapter' ? route.chapter : undefined
  const parsed = text === '' ? null : places?.parsePlace(text, { chapters, pages, chapter })
  const typed = text === '' ? [] : (places?.chaptersTyped(text, { chapters }) ?? [])
  return {
    links:
      parsed?.status === 'ok'
        ? [parsed.place, ...parsed.others].map((place) => ({
            ...placeLink(place, words, chapterName),
            ...(place.kind === 'verses' && { known: famous[`${place.from}-${place.to}`]?.[0] }),
          }))
        : [],
    famous: famousTyped(text, famous, words, chapterName),
    chapters: typed.map((chapter) => chapterLink(chapter, chapterName)),
    missing: parsed?.status === 'out_of_range' ? missing(parsed, words, chapterName) : null,
    isRead: text === '' || places !== null,
  }
}
