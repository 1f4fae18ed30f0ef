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
} from '@waraq/protocol/user'
import { auth } from '../operation.ts'

export const bookmarks = {
  /**
   * Adds or updates a bookmark. `isReading: true` marks the place where the user reads, false and null remove that mark, and
   * without it the mark stays. This does not add a favorite: that is a bookmark in the favorites, added with
   * `collections.addBookmark`.
   */
  add: /* @__PURE__ */ auth('POST /v1/bookmarks', 'bookmark.create', AddBookmarkResponse, {
    body: AddBookmarkBody,
  }),
  list: /* @__PURE__ */ auth('GET /v1/bookmarks', 'bookmark.read', ListBookmarksResponse, {
    query: ListBookmarksQuery,
    paging: 'cursor',
  }),
  /**
   * Deletes a bookmark that is in no collection. A bookmark in a collection, the favorites included, stays there and only
   * loses the mark.
   */
  delete: /* @__PURE__ */ auth(
    'DELETE /v1/bookmarks/{bookmarkId}',
    'bookmark.delete',
    DeleteBookmarkResponse,
  ),
  /** The bookmarks in a range of one chapter, in the form in which the service stores them: see `normalizeRawBookmark`. */
  listInRange: /* @__PURE__ */ auth(
    'GET /v1/bookmarks/ayahs-range',
    'bookmark.read',
    ListRangeBookmarksResponse,
    { query: ListRangeBookmarksQuery },
  ),
  find: /* @__PURE__ */ auth('GET /v1/bookmarks/bookmark', 'bookmark.read', FindBookmarkResponse, {
    query: FindBookmarkQuery,
  }),
  /** Ids of the collections that a bookmark is in. */
  listCollections: /* @__PURE__ */ auth(
    'GET /v1/bookmarks/collections',
    'bookmark.read',
    ListBookmarkCollectionsResponse,
    { query: ListBookmarkCollectionsQuery },
  ),
}
