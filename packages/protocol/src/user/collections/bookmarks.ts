import * as z from 'zod/mini'
import { isJsonObject } from '../../json-object.ts'
import { pickTarget, verseTarget, verseType, wholeTarget, wholeType } from '../bookmarks/target.ts'
import { confirmation } from '../parts/answers.ts'
import { choice } from '../parts/choice.ts'
import { absent, body } from '../parts/objects.ts'

const verse = { type: z.optional(verseType), ...verseTarget }
const whole = { type: wholeType, ...wholeTarget }

/** POST /v1/collections/{collectionId}/bookmarks */
export const AddCollectionBookmarkBody = /* @__PURE__ */ choice([body(verse), body(whole)], pickTarget)
export type AddCollectionBookmarkBody = z.infer<typeof AddCollectionBookmarkBody>
export const AddCollectionBookmarkResponse = /* @__PURE__ */ confirmation(['collection bookmark added'])
export type AddCollectionBookmarkResponse = z.infer<typeof AddCollectionBookmarkResponse>

/**
 * DELETE /v1/collections/{collectionId}/bookmarks: names the bookmark by its target, or by its id without any field of the
 * target.
 */
export const RemoveCollectionBookmarkBody = /* @__PURE__ */ choice(
  [
    body({ ...verse, bookmarkId: absent }),
    body({ ...whole, bookmarkId: absent }),
    body({ bookmarkId: z.string(), key: absent, type: absent, verseNumber: absent }),
  ],
  (value) => (isJsonObject(value) && saysWhichById(value) ? 2 : pickTarget(value)),
)
export type RemoveCollectionBookmarkBody = z.infer<typeof RemoveCollectionBookmarkBody>

const saysWhichById = ({ bookmarkId, key }: { readonly bookmarkId?: unknown; readonly key?: unknown }) =>
  bookmarkId !== undefined && key === undefined
