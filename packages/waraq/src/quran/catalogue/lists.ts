import {
  isJsonObject,
  type CatalogueKind,
  type CatalogueList,
  type CatalogueListItems,
  type KnownResourceGroup,
} from '@waraq/protocol'

/** The group whose resources each list names. */
export const groupOfList = {
  translations: 'translations',
  tafsirs: 'tafsirs',
  recitations: 'recitations',
  chapter_reciters: 'chapter_recitations',
} as const satisfies Record<CatalogueKind, KnownResourceGroup>

export const resourceLists = Object.keys(groupOfList) as CatalogueKind[]
export const allLists: readonly CatalogueList[] = ['chapters', ...resourceLists]

/** A fetched list. */
export interface FetchedList {
  readonly items: CatalogueListItems
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number
}

/**
 * How long a list is kept, in milliseconds. The change feed tells nothing of names, and the service's terms let an
 * application keep content outside of the feed for seven days.
 */
export const listsKeptMs = 7 * 24 * 60 * 60 * 1000

/** Makes a list of a stored record; undefined where it is none. */
export type ReadList = (list: CatalogueList, stored: unknown) => FetchedList | undefined

/** The lists of a language among stored records, those that are younger than that. */
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

/** A stored list as it is: it was checked when it was fetched. */
export const listAsStored: ReadList = (_, stored) => {
  if (!isJsonObject(stored)) return undefined
  const { items, fetchedAt } = stored
  if (typeof fetchedAt !== 'number' || !Number.isFinite(fetchedAt) || !Array.isArray(items)) return undefined
  return { items: items as FetchedList['items'], fetchedAt }
}
