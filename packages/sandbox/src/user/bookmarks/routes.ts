import {
  AddBookmarkBody,
  FindBookmarkQuery,
  ListBookmarkCollectionsQuery,
  ListBookmarksQuery,
  ListRangeBookmarksQuery,
} from '@waraq/protocol/user'
import type { Collections } from '../collections/collections.ts'
import { cursorData, cursorPart, wholePart } from '../parts/lists.ts'
import { done, route, type UserRoute } from '../parts/route.ts'
import type { Bookmarks, StoredBookmark } from './bookmarks.ts'
import { bookmarksInRange, bookmarksOfKey, findBookmark, listBookmarks } from './finding.ts'
import { rawBookmark, shownBookmark } from './shown.ts'
import { targetOf } from './target.ts'

interface Areas {
  readonly bookmarks: Bookmarks
  readonly collections: Collections
}

/** The operations on bookmarks. */
export function bookmarkRoutes(areas: Areas): UserRoute[] {
  return [...settingRoutes(areas), ...readingRoutes(areas)]
}

function settingRoutes({ bookmarks, collections }: Areas): UserRoute[] {
  return [
    // A bookmark that is set here is not in a collection. Bookmarks become Favorites through the collection of that name.
    route(
      'POST',
      '/v1/bookmarks',
      { scope: 'bookmark.create', body: AddBookmarkBody },
      ({ userId, body }) => {
        const target = targetOf(body)
        const former = bookmarks.reading(userId)
        bookmarks.set(userId, target, body.isReading)
        if (former) collections.releaseOrphan(former)
        const bookmark = bookmarks.find(userId, target)
        return done(bookmark ? shownBookmark(bookmark, collections.membershipOf(bookmark)) : null)
      },
    ),
    // A bookmark in a collection, including Favorites, is deleted by removing it from the collection.
    route(
      'DELETE',
      '/v1/bookmarks/{bookmarkId}',
      { scope: 'bookmark.delete' },
      ({ userId, params: { bookmarkId } }) => {
        const bookmark = bookmarks.need(userId, bookmarkId)
        bookmarks.unset(bookmark)
        collections.releaseOrphan(bookmark)
        return done({ message: 'bookmark deleted' })
      },
    ),
  ]
}

function readingRoutes({ bookmarks, collections }: Areas): UserRoute[] {
  const scope = 'bookmark.read'
  const show = (bookmark: StoredBookmark) => shownBookmark(bookmark, collections.membershipOf(bookmark))
  return [
    route('GET', '/v1/bookmarks', { scope, query: ListBookmarksQuery }, ({ userId, query }) => {
      return cursorData(cursorPart(listBookmarks(bookmarks, userId, query), query), show)
    }),
    route(
      'GET',
      '/v1/bookmarks/ayahs-range',
      { scope, query: ListRangeBookmarksQuery },
      ({ userId, query }) => {
        return cursorData(wholePart(bookmarksInRange(bookmarks, userId, query)), (bookmark) =>
          rawBookmark(bookmark, collections.membershipOf(bookmark)),
        )
      },
    ),
    route('GET', '/v1/bookmarks/bookmark', { scope, query: FindBookmarkQuery }, ({ userId, query }) =>
      done(show(findBookmark(bookmarks, userId, query))),
    ),
    route(
      'GET',
      '/v1/bookmarks/collections',
      { scope, query: ListBookmarkCollectionsQuery },
      ({ userId, query }) => {
        const meant = bookmarksOfKey(bookmarks, userId, query)
        const holding = collections.holding(userId, meant, query.includeDefault)
        return done(partOfIds(holding, query).map(({ id }) => id))
      },
    ),
  ]
}

/** The answer has no pagination that could announce more items. So all of them are returned, unless a part is requested. */
function partOfIds(collections: readonly { readonly id: string }[], query: ListBookmarkCollectionsQuery) {
  const asksForPart = query.first !== undefined || query.last !== undefined
  return asksForPart ? cursorPart(collections, query).items : collections
}
