import * as z from 'zod/mini'
import { Bookmark, BookmarkTypeWord, BookmarkWithCollectionsCount } from '../bookmarks/bookmark.ts'
import { confirmation, cursorListOf, dataOf } from '../parts/answers.ts'
import { cursorQuery, Pagination } from '../parts/cursor.ts'
import { list } from '../parts/list.ts'
import { anyObject, body, optionalFlag } from '../parts/objects.ts'
import { Collection } from './collection.ts'

/** How collections can be sorted. `recentlyUpdated` puts the latest first. */
export const collectionSortings = ['recentlyUpdated', 'alphabetical', 'alphabeticalDesc'] as const
/** How the bookmarks of collections can be sorted. */
export const collectionBookmarkSortings = ['recentlyAdded', 'verseKey'] as const
const bookmarkSorting = /* @__PURE__ */ z.optional(z.enum(collectionBookmarkSortings))
const bookmarkType = /* @__PURE__ */ z.optional(BookmarkTypeWord)

/** POST /v1/collections. No other keys are allowed. */
export const CreateCollectionBody = z.strictObject({ name: z.string() })
export type CreateCollectionBody = z.infer<typeof CreateCollectionBody>
export const CreateCollectionResponse = /* @__PURE__ */ dataOf(Collection)
export type CreateCollectionResponse = z.infer<typeof CreateCollectionResponse>

/** GET /v1/collections. `type` selects the collections that have bookmarks of that type. */
export const ListCollectionsQuery = /* @__PURE__ */ cursorQuery({
  sortBy: z.optional(z.enum(collectionSortings)),
  type: bookmarkType,
})
export type ListCollectionsQuery = z.infer<typeof ListCollectionsQuery>
export const ListCollectionsResponse = /* @__PURE__ */ cursorListOf(Collection)
export type ListCollectionsResponse = z.infer<typeof ListCollectionsResponse>

/** GET /v1/collections/{collectionId} */
export const GetCollectionQuery = /* @__PURE__ */ cursorQuery({ sortBy: bookmarkSorting })
export type GetCollectionQuery = z.infer<typeof GetCollectionQuery>
export const GetCollectionResponse = z.looseObject({
  success: optionalFlag,
  data: z.looseObject({
    collection: z.optional(Collection),
    bookmarks: z.optional(list(BookmarkWithCollectionsCount)),
  }),
  pagination: Pagination,
})
export type GetCollectionResponse = z.infer<typeof GetCollectionResponse>

/** POST /v1/collections/{collectionId} */
export const RenameCollectionBody = /* @__PURE__ */ body({ name: z.string() })
export type RenameCollectionBody = z.infer<typeof RenameCollectionBody>
export const RenameCollectionResponse = /* @__PURE__ */ confirmation(['collection renamed'])
export type RenameCollectionResponse = z.infer<typeof RenameCollectionResponse>

/** DELETE /v1/collections/{collectionId} */
export const DeleteCollectionResponse = /* @__PURE__ */ confirmation(['collection deleted'])
export type DeleteCollectionResponse = z.infer<typeof DeleteCollectionResponse>

/** GET /v1/collections/all: the bookmarks of all collections. */
export const ListCollectedBookmarksQuery = /* @__PURE__ */ cursorQuery({
  sortBy: bookmarkSorting,
  type: bookmarkType,
})
export type ListCollectedBookmarksQuery = z.infer<typeof ListCollectedBookmarksQuery>
export const ListCollectedBookmarksResponse = /* @__PURE__ */ cursorListOf(Bookmark)
export type ListCollectedBookmarksResponse = z.infer<typeof ListCollectedBookmarksResponse>

/** DELETE /v1/collections/{collectionId}/bookmarks/{bookmarkId} */
export const DeleteCollectionBookmarkResponse = /* @__PURE__ */ confirmation(['collection bookmark deleted'])
export type DeleteCollectionBookmarkResponse = z.infer<typeof DeleteCollectionBookmarkResponse>

/** DELETE /v1/collections/{collectionId}/bookmarks */
export const RemoveCollectionBookmarkResponse = /* @__PURE__ */ dataOf(anyObject)
export type RemoveCollectionBookmarkResponse = z.infer<typeof RemoveCollectionBookmarkResponse>
