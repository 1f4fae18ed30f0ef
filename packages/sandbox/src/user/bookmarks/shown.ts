import type { BookmarkType, BookmarkWithCollectionsCount, RawBookmark } from '@waraq/protocol/user'
import type { KeptBookmark } from './bookmarks.ts'

/** In which collections a bookmark is. */
export interface Membership {
  readonly isInDefaultCollection: boolean
  /** All of them, Favorites counted. */
  readonly collectionsCount: number
}

/** The document has no words for groups. Here bookmarks of one type are one. */
const groups: Readonly<Record<BookmarkType, string>> = {
  ayah: 'ayahs',
  juz: 'juzs',
  page: 'pages',
  surah: 'surahs',
}

export function shownBookmark(bookmark: KeptBookmark, membership: Membership): BookmarkWithCollectionsCount {
  const { type } = bookmark.target
  return { ...commonFields(bookmark, membership), type, group: groups[type] }
}

/**
 * The raw variant. The document does not say when a type or group is plain text and when an object. Each bookmark has
 * one as text and the other as an object, and the next bookmark has them the other way around.
 */
export function rawBookmark(bookmark: KeptBookmark, membership: Membership): RawBookmark {
  const { type } = bookmark.target
  const name = groups[type]
  const fields = commonFields(bookmark, membership)
  return bookmark.number % 2 === 1
    ? { ...fields, bookmarkType: type, bookmarkGroup: { name } }
    : { ...fields, bookmarkType: { type }, bookmarkGroup: name }
}

function commonFields({ id, createdAt, target, isReading }: KeptBookmark, membership: Membership) {
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
