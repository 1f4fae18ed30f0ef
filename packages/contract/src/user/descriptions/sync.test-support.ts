import { data, optionalFlags, optionalNumbers, optionalTexts, someObject } from './common.test-support.ts'
import {
  andBreaks,
  anyInteger,
  breaking,
  closed,
  eitherOf,
  flag,
  inside,
  integer,
  listOf,
  mistaken,
  mushafId,
  nullable,
  number,
  object,
  openWords,
  text,
  textOfLength,
  time,
  verseRange,
  words,
  type Description,
} from './describe.test-support.ts'

/** What the document says of the feed of user data. */

const resources = ['BOOKMARK', 'COLLECTION', 'COLLECTION_BOOKMARK', 'NOTE', 'READING_SESSION']
const mutation = {
  type: openWords('CREATE', 'UPDATE', 'DELETE'),
  resource: openWords(...resources),
  'resourceId?': text,
  'data?': someObject,
}
const SyncMutation = object({ ...mutation, timestamp: number() })
const AppliedSyncMutation = object({ ...mutation, 'timestamp?': number() })
const clientTimes = optionalTexts('clientCreatedAt', 'clientUpdatedAt')
const place = { ...optionalTexts('type', 'bookmarkType'), 'verseNumber?': nullable(anyInteger) }

const updated = { 'clientUpdatedAt?': time }
const created = { 'clientCreatedAt?': time, ...updated }
const verse = { type: words('ayah'), key: anyInteger, verseNumber: anyInteger, mushaf: mushafId }
const bookmark = eitherOf(
  object({ ...verse, isReading: flag, ...created }),
  andBreaks(
    object({ type: words('page'), key: anyInteger, mushaf: mushafId, isReading: flag, ...created }),
    mistaken('only of verses', 'verseNumber', {
      type: 'page',
      key: 1,
      mushaf: 1,
      isReading: true,
      verseNumber: 1,
    }),
  ),
)
const membership = andBreaks(
  object({ collectionId: text, ...verse, ...created }),
  mistaken('is the service’s to make', 'bookmarkId', {
    collectionId: '__default__',
    bookmarkId: 'b',
    type: 'ayah',
    key: 1,
    verseNumber: 1,
    mushaf: 1,
  }),
)
const name = { name: text }
const note = { body: textOfLength(6, 10_000), ranges: listOf(verseRange) }
const session = { chapterNumber: integer({ least: 1 }), verseNumber: integer({ least: 1 }) }

const creates: Readonly<Record<string, Description>> = {
  BOOKMARK: bookmark,
  COLLECTION: object({ ...name, ...created }),
  COLLECTION_BOOKMARK: membership,
  NOTE: object({ ...note, ...created }),
  READING_SESSION: object({ ...session, ...created }),
}
const updates: Readonly<Record<string, Description>> = {
  BOOKMARK: bookmark,
  COLLECTION: object({ ...name, ...updated }),
  NOTE: object({ ...note, ...updated }),
  READING_SESSION: object({ ...session, ...updated }),
}

/** What says which form is meant, and is at fault where it means none. */
const head = (type: string, resource: string) => ({ type: words(type), resource: words(resource) })
const formsOf = (type: string, data: Readonly<Record<string, Description>>, id: object) =>
  Object.entries(data).map(([resource, of]) => closed({ ...head(type, resource), ...id, data: inside(of) }))

const PushedMutation = eitherOf(
  ...formsOf('CREATE', creates, {}),
  ...formsOf('UPDATE', updates, { resourceId: text }),
  ...['BOOKMARK', 'COLLECTION', 'NOTE', 'READING_SESSION'].map((resource) =>
    closed({ ...head('DELETE', resource), resourceId: text }),
  ),
  closed({
    ...head('DELETE', 'COLLECTION_BOOKMARK'),
    'resourceId?': text,
    data: object({ collectionId: text, bookmarkId: text }),
  }),
)

export const sync: Readonly<Record<string, Description>> = {
  SyncMutation,
  AppliedSyncMutation,
  SyncBookmark: object({
    ...place,
    key: anyInteger,
    'isReading?': nullable(flag),
    'isInDefaultCollection?': flag,
    ...clientTimes,
  }),
  SyncCollection: object({ ...name, ...optionalFlags('isDefault', 'isSystem'), ...clientTimes }),
  SyncMembership: object({
    ...place,
    'key?': anyInteger,
    collectionId: text,
    'bookmarkId?': text,
    ...clientTimes,
  }),
  SyncNote: object({ body: text, 'ranges?': listOf(text), ...clientTimes }),
  SyncReadingSession: object({ chapterNumber: anyInteger, verseNumber: anyInteger, ...clientTimes }),
  PushedMutation,
  PushSyncBody: andBreaks(closed({ mutations: listOf(inside(PushedMutation)) }), {
    rule: 'mutations: at most',
    broken: breaking('at most', {
      mutations: Array.from({ length: 101 }, () => ({
        type: 'DELETE',
        resource: 'NOTE',
        resourceId: 'note-1',
      })),
    }).broken.map(({ value }) => ({ value, path: ['mutations'] })),
  }),
  PullSyncQuery: closed({
    mutationsSince: number(),
    'resources?': listOf(words(...resources)),
    'metadataOnly?': flag,
    'limit?': integer({ least: 1, most: 1000 }),
    'page?': integer({ least: 1 }),
  }),
  PullSyncResponse: data(
    object({
      'mutations?': listOf(inside(SyncMutation)),
      lastMutationAt: number(),
      ...optionalNumbers('page', 'limit', 'total'),
      'hasMore?': flag,
    }),
  ),
  PushSyncQuery: closed({ lastMutationAt: number() }),
  PushSyncResponse: data(
    object({ mutations: listOf(inside(AppliedSyncMutation)), lastMutationAt: number() }),
  ),
}
