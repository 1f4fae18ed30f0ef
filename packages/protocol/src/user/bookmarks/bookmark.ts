import * as z from 'zod/mini'
import { nullish } from '../../json.ts'
import { dateTime } from '../parts/formats.ts'
import { openWord } from '../parts/objects.ts'

/** The types by which lists can be filtered; without one, lists use `ayah`. A bookmark's own `type` may be another. */
export const bookmarkTypes = ['page', 'juz', 'surah', 'ayah'] as const
export type BookmarkType = (typeof bookmarkTypes)[number]
export const BookmarkTypeWord = /* @__PURE__ */ z.enum(bookmarkTypes)

/** The fields that a bookmark has in every variant. */
export const bookmarkFields = {
  id: z.string(),
  createdAt: dateTime,
  /** A surah number for bookmarks of verses. */
  key: z.int(),
  verseNumber: nullish(z.int()),
  /** Whether it is in the virtual Favorites collection. */
  isInDefaultCollection: z.boolean(),
  isReading: z.nullable(z.boolean()),
}

/** Number of the user's collections that contain it, including Favorites if `isInDefaultCollection` is true. */
const collectionsCount = z.int()

const fields = { ...bookmarkFields, type: /* @__PURE__ */ openWord(bookmarkTypes), group: z.string() }

/** A marked verse, page, juz or surah. */
export const Bookmark = /* @__PURE__ */ z.looseObject({
  ...fields,
  collectionsCount: /* @__PURE__ */ z.optional(collectionsCount),
})
export type Bookmark = z.infer<typeof Bookmark>

/** A bookmark, or null if there is none. */
export const NullableBookmark = /* @__PURE__ */ z.nullable(Bookmark)
export type NullableBookmark = z.infer<typeof NullableBookmark>

/** A bookmark with the number of collections that contain it. */
export const BookmarkWithCollectionsCount = z.looseObject({ ...fields, collectionsCount })
export type BookmarkWithCollectionsCount = z.infer<typeof BookmarkWithCollectionsCount>
