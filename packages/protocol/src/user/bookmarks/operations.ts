import * as z from 'zod/mini'
import { nullish } from '../../json.ts'
import { choice } from '../parts/choice.ts'
import { confirmation, cursorListOf, dataOf } from '../parts/answers.ts'
import { cursorQuery } from '../parts/cursor.ts'
import { positive } from '../parts/formats.ts'
import { list } from '../parts/list.ts'
import { MushafId } from '../parts/mushaf.ts'
import { body, optionalFlag, query } from '../parts/objects.ts'
import { Bookmark, BookmarkTypeWord, BookmarkWithCollectionsCount, NullableBookmark } from './bookmark.ts'
import { RawBookmark } from './raw-bookmark.ts'
import { pickTarget, verseTarget, verseType, wholeTarget, wholeType } from './target.ts'

/** Null is the same as false. */
const isReading = /* @__PURE__ */ nullish(z.boolean())

/** POST /v1/bookmarks */
export const AddBookmarkBody = /* @__PURE__ */ choice(
  [
    body({ type: verseType, ...verseTarget, isReading }),
    body({ type: wholeType, ...wholeTarget, isReading }),
  ],
  pickTarget,
)
export type AddBookmarkBody = z.infer<typeof AddBookmarkBody>
export const AddBookmarkResponse = /* @__PURE__ */ dataOf(NullableBookmark)
export type AddBookmarkResponse = z.infer<typeof AddBookmarkResponse>

/** GET /v1/bookmarks. Without a `type` it lists bookmarks of verses. */
export const ListBookmarksQuery = /* @__PURE__ */ cursorQuery({
  type: z.optional(BookmarkTypeWord),
  isReading: optionalFlag,
  key: z.optional(z.int()),
  mushafId: MushafId,
})
export type ListBookmarksQuery = z.infer<typeof ListBookmarksQuery>
export const ListBookmarksResponse = /* @__PURE__ */ cursorListOf(BookmarkWithCollectionsCount)
export type ListBookmarksResponse = z.infer<typeof ListBookmarksResponse>

/** DELETE /v1/bookmarks/{bookmarkId} */
export const DeleteBookmarkResponse = /* @__PURE__ */ confirmation(['bookmark deleted'])
export type DeleteBookmarkResponse = z.infer<typeof DeleteBookmarkResponse>

/** GET /v1/bookmarks/ayahs-range: the bookmarks of some verses of a surah. */
export const ListRangeBookmarksQuery = /* @__PURE__ */ query({
  chapterNumber: z.int(),
  rangeStartAyahNumber: z.int(),
  rangeEndAyahNumber: z.int(),
  mushafId: MushafId,
})
export type ListRangeBookmarksQuery = z.infer<typeof ListRangeBookmarksQuery>
/** Raw bookmarks: see `normalizeRawBookmark`. */
export const ListRangeBookmarksResponse = /* @__PURE__ */ cursorListOf(RawBookmark)
export type ListRangeBookmarksResponse = z.infer<typeof ListRangeBookmarksResponse>

/** GET /v1/bookmarks/bookmark: finds a bookmark by its target, or the reading bookmark. */
export const FindBookmarkQuery = /* @__PURE__ */ query({
  isReading: optionalFlag,
  key: z.optional(z.int()),
  type: z.optional(BookmarkTypeWord),
  verseNumber: z.optional(positive),
  mushafId: z.optional(MushafId),
  mushaf: z.optional(MushafId),
})
export type FindBookmarkQuery = z.infer<typeof FindBookmarkQuery>
export const FindBookmarkResponse = /* @__PURE__ */ dataOf(Bookmark)
export type FindBookmarkResponse = z.infer<typeof FindBookmarkResponse>

/**
 * GET /v1/bookmarks/collections: the ids of the collections that contain a bookmark. Without a `type` it is a bookmark of a
 * verse.
 */
export const ListBookmarkCollectionsQuery = /* @__PURE__ */ cursorQuery({
  key: z.number(),
  type: z.optional(BookmarkTypeWord),
  includeDefault: optionalFlag,
  mushafId: MushafId,
})
export type ListBookmarkCollectionsQuery = z.infer<typeof ListBookmarkCollectionsQuery>
export const ListBookmarkCollectionsResponse = /* @__PURE__ */ dataOf(list(z.string()))
export type ListBookmarkCollectionsResponse = z.infer<typeof ListBookmarkCollectionsResponse>
