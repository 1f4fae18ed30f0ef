import * as z from 'zod/mini'
import { isJsonObject } from '../../json-object.ts'
import { NoteBody } from '../notes/note.ts'
import { choice } from '../parts/choice.ts'
import { dateTime, positive } from '../parts/formats.ts'
import { list } from '../parts/list.ts'
import { MushafId } from '../parts/mushaf.ts'
import { absent, body, optionalFlag } from '../parts/objects.ts'
import { VerseRange } from '../parts/verse-range.ts'
import { readingSlots, syncLimits } from './mutation.ts'

/**
 * The mutations that a client sends. `clientCreatedAt` and `clientUpdatedAt` are the client's own times, and come back in
 * pulls. After a lost response, the client recognises its own mutations by them.
 */
const updated = { clientUpdatedAt: z.optional(dateTime) }
const created = { clientCreatedAt: z.optional(dateTime), ...updated }

const verse = { type: z.literal('ayah'), key: z.int(), verseNumber: z.int(), mushaf: MushafId }
/** Picks one of two alternatives: that of a verse, or that of a page. */
const ofVerseOrPage = (value: unknown) => {
  // A value that is not an object is refused by either alternative.
  if (!isJsonObject(value)) return 0
  const { type } = value
  return type === 'ayah' ? 0 : type === 'page' ? 1 : 'type'
}
/** Newer applications send a READING_BOOKMARK, and no `isReading`. */
const bookmarkData = /* @__PURE__ */ choice(
  [
    body({ ...verse, isReading: optionalFlag, ...created }),
    body({
      type: z.literal('page'),
      key: z.int(),
      verseNumber: absent,
      mushaf: MushafId,
      isReading: optionalFlag,
      ...created,
    }),
  ],
  ofVerseOrPage,
)
const slot = { slot: z.literal([...readingSlots]), name: z.nullable(z.string()), mushafId: MushafId }
/** A slot without a place is refused: a DELETE empties it. */
const readingData = /* @__PURE__ */ choice(
  [
    body({ ...slot, type: z.literal('ayah'), key: z.int(), verseNumber: z.int(), ...created }),
    body({ ...slot, type: z.literal('page'), key: z.int(), verseNumber: absent, ...created }),
  ],
  ofVerseOrPage,
)
const collectionName = { name: z.string() }
/** A person's own collection has neither flag. The highlights of a colour are a system collection with that colour's name. */
const collectionFlags = { isDefault: optionalFlag, isSystem: optionalFlag }
const noteFields = { body: NoteBody, ranges: list(VerseRange) }
const sessionFields = { chapterNumber: positive, verseNumber: positive }

const creates = {
  BOOKMARK: bookmarkData,
  COLLECTION: body({ ...collectionName, ...collectionFlags, ...created }),
  /** In Favorites if the collection is `__default__`. The service creates the bookmark, so a bookmark id is refused. */
  COLLECTION_BOOKMARK: body({ collectionId: z.string(), bookmarkId: absent, ...verse, ...created }),
  NOTE: body({ ...noteFields, ...created }),
  READING_SESSION: body({ ...sessionFields, ...created }),
  READING_BOOKMARK: readingData,
}
const updates = {
  BOOKMARK: bookmarkData,
  COLLECTION: body({ ...collectionName, ...updated }),
  NOTE: body({ ...noteFields, ...updated }),
  READING_SESSION: body({ ...sessionFields, ...updated }),
  READING_BOOKMARK: readingData,
}

/* @__NO_SIDE_EFFECTS__ */
const made = <const Resource extends keyof typeof creates>(resource: Resource) =>
  z.strictObject({
    type: z.literal('CREATE'),
    resource: z.literal(resource),
    resourceId: absent,
    data: creates[resource],
  })

/* @__NO_SIDE_EFFECTS__ */
const changed = <const Resource extends keyof typeof updates>(resource: Resource) =>
  z.strictObject({
    type: z.literal('UPDATE'),
    resource: z.literal(resource),
    resourceId: z.string(),
    data: updates[resource],
  })

/** Memberships are identified by their two ends, all other resources by their id. */
/* @__NO_SIDE_EFFECTS__ */
const removed = <const Resource extends string>(resource: Resource) =>
  z.strictObject({
    type: z.literal('DELETE'),
    resource: z.literal(resource),
    resourceId: z.string(),
    data: absent,
  })
/** By its bookmark's id, or by its place if that id is not known. */
const removedMembershipData = /* @__PURE__ */ choice(
  [
    body({ collectionId: z.string(), bookmarkId: z.string() }),
    body({ collectionId: z.string(), bookmarkId: absent, ...verse }),
  ],
  (value) => (isJsonObject(value) && value['bookmarkId'] === undefined && 'key' in value ? 1 : 0),
)
const removedMembership = /* @__PURE__ */ z.strictObject({
  type: z.literal('DELETE'),
  resource: z.literal('COLLECTION_BOOKMARK'),
  resourceId: z.optional(z.string()),
  data: removedMembershipData,
})

/** Type and resource of each alternative of `PushedMutation`, in the same order. */
const forms = [
  'CREATE BOOKMARK',
  'CREATE COLLECTION',
  'CREATE COLLECTION_BOOKMARK',
  'CREATE NOTE',
  'CREATE READING_SESSION',
  'CREATE READING_BOOKMARK',
  'UPDATE BOOKMARK',
  'UPDATE COLLECTION',
  'UPDATE NOTE',
  'UPDATE READING_SESSION',
  'UPDATE READING_BOOKMARK',
  'DELETE BOOKMARK',
  'DELETE COLLECTION',
  'DELETE NOTE',
  'DELETE READING_SESSION',
  'DELETE READING_BOOKMARK',
  'DELETE COLLECTION_BOOKMARK',
]

/** One change that a client pushes. */
export const PushedMutation = /* @__PURE__ */ choice(
  [
    made('BOOKMARK'),
    made('COLLECTION'),
    made('COLLECTION_BOOKMARK'),
    made('NOTE'),
    made('READING_SESSION'),
    made('READING_BOOKMARK'),
    changed('BOOKMARK'),
    changed('COLLECTION'),
    changed('NOTE'),
    changed('READING_SESSION'),
    changed('READING_BOOKMARK'),
    removed('BOOKMARK'),
    removed('COLLECTION'),
    removed('NOTE'),
    removed('READING_SESSION'),
    removed('READING_BOOKMARK'),
    removedMembership,
  ],
  (value) => {
    if (!isJsonObject(value)) return 0
    const { type, resource } = value
    const form = forms.indexOf(`${String(type)} ${String(resource)}`)
    if (form >= 0) return form
    return forms.some((known) => known.startsWith(`${String(type)} `)) ? 'resource' : 'type'
  },
)
export type PushedMutation = z.infer<typeof PushedMutation>

/** POST /v1/sync: changes in the order in which they have to be applied. */
export const PushSyncBody = /* @__PURE__ */ z.strictObject({
  mutations: list(PushedMutation).check(z.maxLength(syncLimits.mutations)),
})
export type PushSyncBody = z.infer<typeof PushSyncBody>
