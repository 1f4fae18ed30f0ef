import type { collectionBookmarkSortings, collectionSortings } from '@waraq/protocol/user'
import type { KeptBookmark } from '../bookmarks/bookmarks.ts'
import type { Entry, KeptCollection } from './kept-collection.ts'

type Compare<Item> = (one: Item, other: Item) => number

const names = new Intl.Collator('en')
const alphabetical: Compare<KeptCollection> = (one, other) => names.compare(one.name, other.name)

const collectionOrders: Readonly<Record<(typeof collectionSortings)[number], Compare<KeptCollection>>> = {
  recentlyUpdated: (one, other) => other.changed - one.changed,
  alphabetical,
  alphabeticalDesc: (one, other) => alphabetical(other, one),
}

/** The document names no order to begin with: the latest first. */
export function sortedCollections(
  collections: readonly KeptCollection[],
  sortBy: keyof typeof collectionOrders = 'recentlyUpdated',
): KeptCollection[] {
  return [...collections].sort(collectionOrders[sortBy])
}

const bookmarkOrders: Readonly<Record<(typeof collectionBookmarkSortings)[number], Compare<Entry>>> = {
  recentlyAdded: (one, other) => other.added - one.added,
  // A juz, page or surah stands where its first verse does.
  verseKey: (one, other) =>
    one.bookmark.target.firstVerse - other.bookmark.target.firstVerse || one.added - other.added,
}

/** The document names no order to begin with: the latest first. */
export function sortedBookmarks(
  entries: readonly Entry[],
  sortBy: keyof typeof bookmarkOrders = 'recentlyAdded',
): KeptBookmark[] {
  return [...entries].sort(bookmarkOrders[sortBy]).map(({ bookmark }) => bookmark)
}
