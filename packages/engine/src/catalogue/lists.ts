import {
  CatalogueItem,
  Chapter,
  isJsonObject,
  type CatalogueKind,
  type KnownResourceGroup,
} from '@waraq/contract'
import type { CatalogueList } from './content.ts'

/** Whose names a list of the catalogue has. */
export const groupOfList = {
  translations: 'translations',
  tafsirs: 'tafsirs',
  recitations: 'recitations',
  chapter_reciters: 'chapter_recitations',
} as const satisfies Record<CatalogueKind, KnownResourceGroup>

export const resourceLists = Object.keys(groupOfList) as CatalogueKind[]
export const allLists: readonly CatalogueList[] = ['chapters', ...resourceLists]

export type ListItems = readonly Chapter[] | readonly CatalogueItem[]

/** A list as it was fetched. */
export interface FetchedList {
  readonly items: ListItems
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number
}

/**
 * How long a list is kept, in milliseconds. Names are not under the change feed, which tells of what is withdrawn, and the
 * service's terms let content outside of it be kept for seven days.
 */
export const listsKeptMs = 7 * 24 * 60 * 60 * 1000

/** What a store gave back as a list, or undefined where it is none: a stored copy is no better than an answer. */
export function storedList(list: CatalogueList, stored: unknown): FetchedList | undefined {
  if (!isJsonObject(stored)) return undefined
  const { items, fetchedAt } = stored
  if (typeof fetchedAt !== 'number' || !Number.isFinite(fetchedAt) || !Array.isArray(items)) return undefined
  const schema = list === 'chapters' ? Chapter : CatalogueItem
  const whole = items.every((item) => schema.safeParse(item).success)
  return whole ? { items: items as FetchedList['items'], fetchedAt } : undefined
}
