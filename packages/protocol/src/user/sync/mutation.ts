import * as z from 'zod/mini'
import { nullish } from '../../json.ts'
import { list } from '../parts/list.ts'
import {
  anyObject,
  openWord,
  optionalFlag,
  optionalNullableText,
  optionalNumber,
  optionalText,
} from '../parts/objects.ts'

/** The resources of the feed of user data. */
export const syncResources = [
  'BOOKMARK',
  'COLLECTION',
  'COLLECTION_BOOKMARK',
  'NOTE',
  'READING_SESSION',
  'READING_BOOKMARK',
] as const
export type SyncResource = (typeof syncResources)[number]

export const syncMutationTypes = ['CREATE', 'UPDATE', 'DELETE'] as const
export type SyncMutationType = (typeof syncMutationTypes)[number]

/** Limits: `mutations` of one push, `rows` of one page of a pull, and `usualRows` of a page if a pull requests no number. */
export const syncLimits = { mutations: 100, rows: 1000, usualRows: 100 } as const

const mutationFields = {
  type: openWord(syncMutationTypes),
  resource: openWord(syncResources),
  /** For a membership: absent, or `<collectionId>-<bookmarkId>`. */
  resourceId: optionalText,
  /** The latest version. Deletions have it only for memberships, whose id may be absent. */
  data: z.optional(anyObject),
}

/** A row of the feed: the latest state of one entity, and when it last changed. Includes deleted entities. */
export const SyncMutation = z.looseObject({ ...mutationFields, timestamp: z.number() })
export type SyncMutation = z.infer<typeof SyncMutation>

/** A mutation that a push has applied. */
export const AppliedSyncMutation = z.looseObject({ ...mutationFields, timestamp: optionalNumber })
export type AppliedSyncMutation = z.infer<typeof AppliedSyncMutation>

/** The times that a client sent with its mutation, exactly as it wrote them. */
const clientTimes = { clientCreatedAt: optionalText, clientUpdatedAt: optionalText }

/** The type is in `type`, in `bookmarkType`, or in both. */
const place = {
  type: optionalText,
  bookmarkType: optionalText,
  key: z.int(),
  verseNumber: nullish(z.int()),
}

/**
 * `data` of a BOOKMARK. If `isInDefaultCollection` is absent, the feed reports Favorites as a collection with `isDefault`.
 * `isReading` is the old form of a reading bookmark; newer services may not send it.
 */
export const SyncBookmark = z.looseObject({
  ...place,
  isReading: nullish(z.boolean()),
  isInDefaultCollection: optionalFlag,
  ...clientTimes,
})
export type SyncBookmark = z.infer<typeof SyncBookmark>

/** `data` of a COLLECTION. */
export const SyncCollection = z.looseObject({
  name: z.string(),
  isDefault: optionalFlag,
  isSystem: optionalFlag,
  ...clientTimes,
})
export type SyncCollection = z.infer<typeof SyncCollection>

/**
 * `data` of a COLLECTION_BOOKMARK. Its place may be known only from the row of its bookmark. The id of the bookmark is in
 * `bookmarkId`, in `bookmark_id`, or at the end of `resourceId`. A deletion may have nothing but `resourceId`.
 */
export const SyncMembership = z.looseObject({
  ...place,
  collectionId: optionalText,
  bookmarkId: optionalText,
  bookmark_id: optionalText,
  key: z.optional(z.int()),
  ...clientTimes,
})
export type SyncMembership = z.infer<typeof SyncMembership>

/** `data` of a NOTE. */
export const SyncNote = z.looseObject({
  body: z.string(),
  ranges: z.optional(list(z.string())),
  ...clientTimes,
})
export type SyncNote = z.infer<typeof SyncNote>

/** `data` of a READING_SESSION. */
export const SyncReadingSession = z.looseObject({
  chapterNumber: z.int(),
  verseNumber: z.int(),
  ...clientTimes,
})
export type SyncReadingSession = z.infer<typeof SyncReadingSession>

/** The slots of a person's reading bookmarks. */
export const readingSlots = [1, 2, 3] as const
export type ReadingSlot = (typeof readingSlots)[number]

/** `data` of a READING_BOOKMARK: a verse, or a page of a mushaf. A slot without `type` and `key` is empty. */
export const SyncReadingBookmark = z.looseObject({
  slot: z.literal([...readingSlots]),
  name: optionalNullableText,
  type: optionalText,
  key: z.optional(z.int()),
  verseNumber: nullish(z.int()),
  mushafId: optionalNumber,
  ...clientTimes,
})
export type SyncReadingBookmark = z.infer<typeof SyncReadingBookmark>
