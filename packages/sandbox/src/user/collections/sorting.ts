import type { collectionBookmarkSortings, collectionSortings } from '@waraq/protocol/user'
import type { StoredBookmark } from '../bookmarks/bookmarks.ts'
import type { Entry, StoredCollection } from './stored-collection.ts'

type Compare<Item> = (one: Item, other: Item) => number

const names = new Intl.Collator('en')
const alphabetical: Compare<StoredCollection> = (one, other) => names.compare(one.name, other.name)

const collectionOrders: Readonly<Record<(typeof collectionSortings)[number], Compare<StoredCollection>>> = {
  recentlyUpdated: (one, other) => other.changed - one.changed,
  alphabetical,
  alphabeticalDesc: (one, other) => alphabetical(other, one),
}

/** The API documentation names no default order. Here the latest come first. */
export function sortedCollections(
  collections: readonly StoredCollection[],
  sortBy: keyof typeof collectionOrders = 'recentlyUpdated',
): StoredCollection[] {
  return [...collections].sort(collectionOrders[sortBy])
}

const bookmarkOrders: Readonly<Record<(typeof collectionBookmarkSortings)[number], Compare<Entry>>> = {
  recentlyAdded: (one, other) => other.added - one.added,
  // A juz, page or surah is sorted by its first verse.
  verseKey: (one, other) =>
    one.bookmark.target.firstVerse - other.bookmark.target.firstVerse || one.added - other.added,
}

/** The API documentation names no default order. Here the latest come first. */
export function sortedBookmarks(
  entries: readonly Entry[],
  sortBy: keyof typeof bookmarkOrders = 'recentlyAdded',
): StoredBookmark[] {
  return [...entries].sort(bookmarkOrders[sortBy]).map(({ bookmark }) => bookmark)
}
