import * as z from 'zod/mini'
import { choice } from '../parts/choice.ts'
import { bookmarkFields, type Bookmark } from './bookmark.ts'

const byForm = (value: unknown) => (typeof value === 'object' ? 1 : 0)

/**
 * A bookmark as listed for a range of verses: `bookmarkType` and `bookmarkGroup` replace `type` and `group`. Each is plain text
 * or an object with one field.
 */
export const RawBookmark = z.looseObject({
  ...bookmarkFields,
  collectionsCount: /* @__PURE__ */ z.optional(z.int()),
  bookmarkType: /* @__PURE__ */ choice([z.string(), z.looseObject({ type: z.string() })], byForm),
  bookmarkGroup: /* @__PURE__ */ choice([z.string(), z.looseObject({ name: z.string() })], byForm),
})
export type RawBookmark = z.infer<typeof RawBookmark>

/** Returns the same bookmark in the form that all other operations use. */
export function normalizeRawBookmark({ bookmarkType, bookmarkGroup, ...rest }: RawBookmark): Bookmark {
  return {
    ...rest,
    type: typeof bookmarkType === 'string' ? bookmarkType : bookmarkType.type,
    group: typeof bookmarkGroup === 'string' ? bookmarkGroup : bookmarkGroup.name,
  }
}
