import {
  allCollections,
  collectionMembers,
  readingBookmarks,
  setting,
  favorites,
  type StoredCollection,
  type StoredMember,
  type StoredReadingBookmark,
} from '../../../user/view/queries.ts'
import { outbox, type Outbox } from '../../../user/view/outbox-query.ts'
import { readingPlace, type ReadingPlace } from '../../../user/view/place-queries.ts'
import type { StoredItem, MemberOrder } from '../../../user/view/answered.ts'
import type { SettingField } from '../../../user/model/entity.ts'
import type { LiveResult } from '../../../app/live-result.ts'
import { useUserQuery } from './use-user-query.ts'

/** All favorited verses, in the order of the text or the latest first. */
export function useFavorites(order?: MemberOrder): LiveResult<readonly StoredMember[]> {
  return useUserQuery(favorites(order))
}

/** The person's own collections, by name or the latest first. */
export function useCollections(order?: MemberOrder): LiveResult<readonly StoredCollection[]> {
  return useUserQuery(allCollections(order))
}

/** The members of a collection, by its key, in the order of the text or the latest first. */
export function useCollection(key: string | null, order?: MemberOrder): LiveResult<readonly StoredMember[]> {
  return useUserQuery(key === null ? null : collectionMembers(key, order))
}

/** The place where the person read last, on any device. Its data is null if there is none. */
export function usePlace(): LiveResult<ReadingPlace | null> {
  return useUserQuery(readingPlace())
}

/** The reading bookmarks that are set, sorted by slot: three at most. */
export function useReadingBookmarks(): LiveResult<readonly StoredReadingBookmark[]> {
  return useUserQuery(readingBookmarks())
}

/** One setting. Its data is null if it was never set. */
export function useSetting(
  field: SettingField,
): LiveResult<(StoredItem & { readonly value: unknown }) | null> {
  return useUserQuery(setting(field))
}

/** The changes that have not arrived yet, and those that wait for the person's decision. */
export function useOutbox(): LiveResult<Outbox> {
  return useUserQuery(outbox())
}
