import {
  allCollections,
  collectionMembers,
  readingBookmarks,
  setting,
  favorites,
  type KeptCollection,
  type KeptMember,
  type KeptReadingBookmark,
} from '../../../user/view/queries.ts'
import { outbox, type Outbox } from '../../../user/view/outbox-query.ts'
import { readingPlace, type ReadingPlace } from '../../../user/view/place-queries.ts'
import type { Kept, MemberOrder } from '../../../user/view/answered.ts'
import type { SettingField } from '../../../user/model/entity.ts'
import type { LiveResult } from '../../../app/live-result.ts'
import { useUserQuery } from './use-user-query.ts'

/** All favorited verses, in the order of the text or the latest first. */
export function useFavorites(order?: MemberOrder): LiveResult<readonly KeptMember[]> {
  return useUserQuery(favorites(order))
}

/** The person's own collections, by name or the latest first. */
export function useCollections(order?: MemberOrder): LiveResult<readonly KeptCollection[]> {
  return useUserQuery(allCollections(order))
}

/** What is in a collection, by its key, in the order of the text or the latest first. */
export function useCollection(key: string | null, order?: MemberOrder): LiveResult<readonly KeptMember[]> {
  return useUserQuery(key === null ? null : collectionMembers(key, order))
}

/** The place where the person read last, on any device. Its value is null where there is none. */
export function usePlace(): LiveResult<ReadingPlace | null> {
  return useUserQuery(readingPlace())
}

/** The reading bookmarks that are somewhere, by their slots: three at most. */
export function useReadingBookmarks(): LiveResult<readonly KeptReadingBookmark[]> {
  return useUserQuery(readingBookmarks())
}

/** One setting. Its value is null where it was never set. */
export function useSetting(field: SettingField): LiveResult<(Kept & { readonly value: unknown }) | null> {
  return useUserQuery(setting(field))
}

/** What has not arrived yet, and what waits for the person's decision. */
export function useOutbox(): LiveResult<Outbox> {
  return useUserQuery(outbox())
}
