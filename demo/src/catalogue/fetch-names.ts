import type { ContentClient } from '@waraq/client'
import { resourceKey, type CatalogueItem, type CatalogueKind, type Chapter } from '@waraq/contract'
import type { Language } from '../words/language.ts'
import type { Catalogue, ChapterEntry, ResourceEntry } from './catalogue.ts'

/** The catalogue's lists, and the groups of the feed whose names they hold. */
const lists: readonly (readonly [CatalogueKind, group: string])[] = [
  ['translations', 'translations'],
  ['tafsirs', 'tafsirs'],
  ['recitations', 'recitations'],
  ['chapter_reciters', 'chapter_recitations'],
]

function resourceEntry(group: string, item: CatalogueItem): ResourceEntry {
  const ref = { group, id: item.id }
  return {
    key: resourceKey(ref),
    ref,
    name: item.translated_name?.name ?? item.name ?? item.reciter_name ?? null,
    author: item.author_name ?? null,
    language: item.language_name ?? '',
  }
}

function chapterEntry(chapter: Chapter): ChapterEntry {
  const { revelation_place: place } = chapter
  return {
    id: chapter.id,
    name: chapter.name_simple,
    arabicName: chapter.name_arabic ?? '',
    meaning: chapter.translated_name?.name ?? '',
    verses: chapter.verses_count,
    place: place === 'makkah' || place === 'madinah' ? place : null,
    opensWithBismillah: chapter.bismillah_pre ?? false,
    firstPage: chapter.pages?.[0] ?? null,
  }
}

export async function fetchNames(
  client: Pick<ContentClient, 'catalogue' | 'chapters'>,
  language: Language,
): Promise<Catalogue> {
  const [chapters, ...items] = await Promise.all([
    client.chapters({ language }),
    ...lists.map(([kind]) => client.catalogue(kind, { language })),
  ])
  const resources = lists.flatMap(([, group], index) =>
    (items[index] ?? []).map((item) => resourceEntry(group, item)).sort((a, b) => a.ref.id - b.ref.id),
  )
  return { language, resources, chapters: chapters.map(chapterEntry) }
}
