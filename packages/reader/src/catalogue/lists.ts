import {
  CatalogueItem,
  Chapter,
  isJsonObject,
  type CatalogueKind,
  type CatalogueList,
  type CatalogueListItems,
  type KnownResourceGroup,
} from '@waraq/contract'

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

/** Checks a stored list as strictly as a fetched one. Undefined where it is no list. */
export function storedList(list: CatalogueList, stored: unknown): FetchedList | undefined {
  if (!isJsonObject(stored)) return undefined
  const { items, fetchedAt } = stored
  if (typeof fetchedAt !== 'number' || !Number.isFinite(fetchedAt) || !Array.isArray(items)) return undefined
  const schema = list === 'chapters' ? Chapter : CatalogueItem
  const whole = items.every((item) => schema.safeParse(item).success)
  return whole ? { items: items as FetchedList['items'], fetchedAt } : undefined
}
