import {
  AddCollectionBookmarkBody,
  AddCollectionBookmarkResponse,
  CreateCollectionBody,
  CreateCollectionResponse,
  DeleteCollectionBookmarkResponse,
  DeleteCollectionResponse,
  GetCollectionQuery,
  GetCollectionResponse,
  ListCollectedBookmarksQuery,
  ListCollectedBookmarksResponse,
  ListCollectionsQuery,
  ListCollectionsResponse,
  RemoveCollectionBookmarkBody,
  RemoveCollectionBookmarkResponse,
  RenameCollectionBody,
  RenameCollectionResponse,
} from '@waraq/protocol/user'
import { auth } from '../operation.ts'

export const collections = {
  create: /* @__PURE__ */ auth('POST /v1/collections', 'collection.create', CreateCollectionResponse, {
    body: CreateCollectionBody,
  }),
  list: /* @__PURE__ */ auth('GET /v1/collections', 'collection.read', ListCollectionsResponse, {
    query: ListCollectionsQuery,
    paging: 'cursor',
  }),
  /** A collection and part of its bookmarks. `favoritesCollectionId` is the id of the favorites. */
  get: /* @__PURE__ */ auth('GET /v1/collections/{collectionId}', 'collection.read', GetCollectionResponse, {
    query: GetCollectionQuery,
    paging: 'cursor',
  }),
  rename: /* @__PURE__ */ auth(
    'POST /v1/collections/{collectionId}',
    'collection.update',
    RenameCollectionResponse,
    { body: RenameCollectionBody, repeat: 'safe' },
  ),
  delete: /* @__PURE__ */ auth(
    'DELETE /v1/collections/{collectionId}',
    'collection.delete',
    DeleteCollectionResponse,
  ),
  /** With `favoritesCollectionId`, adds a verse to the favorites. */
  addBookmark: /* @__PURE__ */ auth(
    'POST /v1/collections/{collectionId}/bookmarks',
    'collection.create',
    AddCollectionBookmarkResponse,
    { body: AddCollectionBookmarkBody },
  ),
  /** The bookmark is named by the place that it marks, or by its id. */
  removeBookmark: /* @__PURE__ */ auth(
    'DELETE /v1/collections/{collectionId}/bookmarks',
    'collection.delete',
    RemoveCollectionBookmarkResponse,
    { body: RemoveCollectionBookmarkBody },
  ),
  deleteBookmark: /* @__PURE__ */ auth(
    'DELETE /v1/collections/{collectionId}/bookmarks/{bookmarkId}',
    'collection.delete',
    DeleteCollectionBookmarkResponse,
  ),
  /** The bookmarks of all collections. */
  listBookmarks: /* @__PURE__ */ auth(
    'GET /v1/collections/all',
    'collection.read',
    ListCollectedBookmarksResponse,
    { query: ListCollectedBookmarksQuery, paging: 'cursor' },
  ),
}
