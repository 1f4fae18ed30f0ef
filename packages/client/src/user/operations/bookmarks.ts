import {
  AddBookmarkBody,
  AddBookmarkResponse,
  DeleteBookmarkResponse,
  FindBookmarkQuery,
  FindBookmarkResponse,
  ListBookmarkCollectionsQuery,
  ListBookmarkCollectionsResponse,
  ListBookmarksQuery,
  ListBookmarksResponse,
  ListRangeBookmarksQuery,
  ListRangeBookmarksResponse,
} from '@waraq/contract/user'
import { operation } from '../operation.ts'

export const bookmarks = {
  /**
   * Adds or updates: `isReading: true` marks where the user reads, false and null take the mark away, and without it the mark
   * stays. It is no star: that is a bookmark in the favorites, by `collections.addBookmark`.
   */
  add: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'POST',
    path: '/v1/bookmarks',
    body: AddBookmarkBody,
    answer: AddBookmarkResponse,
    scope: 'bookmark.create',
    repeat: 'unsafe',
  }),
  list: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'GET',
    path: '/v1/bookmarks',
    query: ListBookmarksQuery,
    answer: ListBookmarksResponse,
    scope: 'bookmark.read',
    repeat: 'safe',
    paging: 'cursor',
  }),
  /** Deletes what is in no collection. What is in one, the favorites included, stays there and only loses the mark. */
  delete: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'DELETE',
    path: '/v1/bookmarks/{bookmarkId}',
    answer: DeleteBookmarkResponse,
    scope: 'bookmark.delete',
    repeat: 'safe',
  }),
  /** The bookmarks of a stretch of one chapter, in the form in which the service stores them: see `normalizeRawBookmark`. */
  listInRange: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'GET',
    path: '/v1/bookmarks/ayahs-range',
    query: ListRangeBookmarksQuery,
    answer: ListRangeBookmarksResponse,
    scope: 'bookmark.read',
    repeat: 'safe',
  }),
  find: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'GET',
    path: '/v1/bookmarks/bookmark',
    query: FindBookmarkQuery,
    answer: FindBookmarkResponse,
    scope: 'bookmark.read',
    repeat: 'safe',
  }),
  /** Ids of the collections that a bookmark is in. */
  listCollections: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'GET',
    path: '/v1/bookmarks/collections',
    query: ListBookmarkCollectionsQuery,
    answer: ListBookmarkCollectionsResponse,
    scope: 'bookmark.read',
    repeat: 'safe',
  }),
}
