import type { BookmarkType, BookmarkWithCollectionsCount, RawBookmark } from '@waraq/protocol/user'
import type { StoredBookmark } from './bookmarks.ts'

/** The collections that contain a bookmark. */
export interface Membership {
  readonly isInDefaultCollection: boolean
  /** All of them, including Favorites. */
  readonly collectionsCount: number
}

/** The API documentation does not define the values of groups. Here all bookmarks of one type are a group. */
const groups: Readonly<Record<BookmarkType, string>> = {
  ayah: 'ayahs',
  juz: 'juzs',
  page: 'pages',
  surah: 'surahs',
}

export function shownBookmark(
  bookmark: StoredBookmark,
  membership: Membership,
): BookmarkWithCollectionsCount {
  const { type } = bookmark.target
  return { ...commonFields(bookmark, membership), type, group: groups[type] }
}

/**
 * The raw variant. The API documentation does not define when a type or group is plain text and when an object. Here each
 * bookmark has one as text and the other as an object, alternating from one bookmark to the next.
 */
export function rawBookmark(bookmark: StoredBookmark, membership: Membership): RawBookmark {
  const { type } = bookmark.target
  const name = groups[type]
  const fields = commonFields(bookmark, membership)
  return bookmark.number % 2 === 1
    ? { ...fields, bookmarkType: type, bookmarkGroup: { name } }
    : { ...fields, bookmarkType: { type }, bookmarkGroup: name }
}

function commonFields({ id, createdAt, target, isReading }: StoredBookmark, membership: Membership) {
  const { isInDefaultCollection, collectionsCount } = membership
  return {
    id,
    createdAt,
    key: target.key,
    verseNumber: target.verseNumber ?? null,
    isInDefaultCollection,
    isReading,
    collectionsCount,
  }
}
