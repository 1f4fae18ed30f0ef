import {
  type CatalogueItem,
  type CatalogueList,
  type Chapter,
  resourceKey,
  type WaraqError,
} from '@waraq/protocol'
import type { CatalogueContent, ChapterEntry } from './content.ts'
import { chapterEntry, describeItem } from './describe.ts'
import { allLists, groupOfList, listsKeptMs, resourceLists, type FetchedList } from './lists.ts'

export type KnownLists = ReadonlyMap<CatalogueList, FetchedList>
export type ListProblems = ReadonlyMap<CatalogueList, WaraqError>

function itemsOf<Item extends Chapter | CatalogueItem>(
  lists: KnownLists,
  list: CatalogueList,
): readonly Item[] {
  return (lists.get(list)?.items ?? []) as readonly Item[]
}

function chapters(lists: KnownLists): ChapterEntry[] {
  const byId = new Map(
    itemsOf<Chapter>(lists, 'chapters').map((chapter) => [chapter.id, chapterEntry(chapter)]),
  )
  return [...byId.values()].sort((a, b) => a.id - b.id)
}

function resources(lists: KnownLists): CatalogueContent['resources'] {
  return new Map(
    resourceLists.flatMap((list) =>
      itemsOf<CatalogueItem>(lists, list).map((item) => {
        const description = describeItem(groupOfList[list], item)
        return [resourceKey(description.ref), description] as const
      }),
    ),
  )
}

/** Assembles a catalogue from the lists. */
export function assemble(language: string, lists: KnownLists, problems: ListProblems): CatalogueContent {
  const fetched = [...lists.values()].map(({ fetchedAt }) => fetchedAt)
  const fetchedAt = fetched.length === 0 ? null : Math.min(...fetched)
  return {
    language,
    chapters: chapters(lists),
    resources: resources(lists),
    fetchedAt,
    keptUntil: fetchedAt === null ? null : fetchedAt + listsKeptMs,
    problems: allLists.flatMap((list) => {
      const error = problems.get(list)
      return error ? [{ list, error }] : []
    }),
  }
}
