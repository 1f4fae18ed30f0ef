import {
  isJsonObject,
  type CatalogueKind,
  type CatalogueList,
  type CatalogueListItems,
  type KnownResourceGroup,
  type ResourceGroup,
} from '@waraq/protocol'

/** The group of the resources that each list names. */
export const groupOfList = {
  translations: 'translations',
  tafsirs: 'tafsirs',
  recitations: 'recitations',
  chapter_reciters: 'chapter_recitations',
} as const satisfies Record<CatalogueKind, KnownResourceGroup>

/** The list that names the resources of a group; undefined for a group without names. */
export function listOfGroup(group: ResourceGroup): CatalogueKind | undefined {
  return resourceLists.find((list) => groupOfList[list] === group)
}

export const resourceLists = Object.keys(groupOfList) as CatalogueKind[]
export const allLists: readonly CatalogueList[] = ['chapters', ...resourceLists]

/** A fetched list. */
export interface FetchedList {
  readonly items: CatalogueListItems
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number
}

/**
 * How long a list is kept, in milliseconds. The change feed does not report changes of names. The service's terms allow an
 * application to keep content outside the feed for seven days.
 */
export const listsKeptMs = 7 * 24 * 60 * 60 * 1000

/** Reads a list from a stored record. Returns undefined if the record is not a list. */
export type ReadList = (list: CatalogueList, stored: unknown) => FetchedList | undefined

/** Returns the stored lists of a language that were fetched at `oldest` or later. */
export function keptLists(
  records: readonly unknown[],
  language: string,
  oldest: number,
  read: ReadList,
): Map<CatalogueList, FetchedList> {
  const own = records.filter(isJsonObject).filter((record) => record['language'] === language)
  return new Map(
    allLists.flatMap((list) => {
      const found = read(
        list,
        own.find((record) => record['list'] === list),
      )
      return found && found.fetchedAt >= oldest ? [[list, found] as const] : []
    }),
  )
}

/** Returns a stored list without checking its items, which were checked when they were fetched. */
export const listAsStored: ReadList = (_, stored) => {
  if (!isJsonObject(stored)) return undefined
  const { items, fetchedAt } = stored
  if (typeof fetchedAt !== 'number' || !Number.isFinite(fetchedAt) || !Array.isArray(items)) return undefined
  return { items: items as FetchedList['items'], fetchedAt }
}
