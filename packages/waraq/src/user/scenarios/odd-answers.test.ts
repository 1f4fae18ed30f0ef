import { isWaraqError, type JsonObject } from '@waraq/protocol'
import { isDeep, shareOf } from '@waraq/test-support/runs'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { UserDatabase } from '../store/database.ts'
import { deliveryEpoch, Outbox } from '../store/outbox.ts'
import { storePull } from '../store/pulls.ts'
import { bookmarkOf } from '../model/entity.ts'
import type { Pulled } from '../model/reported.ts'
import { feedAnswering } from '../transports/feed.test-support.ts'
import { readRow } from '../transports/feed-rows.ts'

/**
 * Every field of every answer of the feed, absent, null, of another type, with unknown words, in another case: one odd row keeps
 * no other from being read, and no odd field ends in anything but a problem. `pnpm test` takes every third odd row.
 */
const odd: readonly unknown[] = [
  undefined,
  null,
  '',
  'of another kind',
  '12',
  -1,
  3.5,
  1e308,
  true,
  [null],
  {},
]

const created = { clientCreatedAt: '2026-01-01T00:00:00.007Z', clientUpdatedAt: '2026-01-01T00:00:00.007Z' }
const verse = { type: 'ayah', bookmarkType: 'ayah', key: 2, verseNumber: 255, mushaf: 1 }
const rows: readonly JsonObject[] = [
  {
    type: 'CREATE',
    resource: 'BOOKMARK',
    resourceId: 'b',
    data: { ...verse, isReading: true, isInDefaultCollection: true, ...created },
    timestamp: 10,
  },
  {
    type: 'UPDATE',
    resource: 'COLLECTION',
    resourceId: 'c',
    data: { name: 'Ramadan', isDefault: false, isSystem: false, ...created },
    timestamp: 11,
  },
  {
    type: 'CREATE',
    resource: 'COLLECTION_BOOKMARK',
    resourceId: 'c-b',
    data: { collectionId: 'c', bookmarkId: 'b', ...verse, ...created },
    timestamp: 12,
  },
  {
    type: 'CREATE',
    resource: 'NOTE',
    resourceId: 'n',
    data: { body: 'To think about.', ranges: ['2:255-2:255'], ...created },
    timestamp: 13,
  },
  {
    type: 'CREATE',
    resource: 'READING_SESSION',
    resourceId: 's',
    data: { chapterNumber: 18, verseNumber: 60, ...created },
    timestamp: 14,
  },
  {
    type: 'CREATE',
    resource: 'READING_BOOKMARK',
    resourceId: 'r',
    data: { slot: 1, name: 'Night', type: 'ayah', key: 2, verseNumber: 7, mushafId: 1, ...created },
    timestamp: 20,
  },
  {
    type: 'UPDATE',
    resource: 'READING_BOOKMARK',
    resourceId: 'p',
    data: { slot: 2, name: null, type: 'page', key: 3, verseNumber: null, mushafId: 5, ...created },
    timestamp: 21,
  },
  { type: 'DELETE', resource: 'READING_BOOKMARK', resourceId: 'gone', timestamp: 22 },
  { type: 'DELETE', resource: 'NOTE', resourceId: 'gone', timestamp: 15 },
  { type: 'DELETE', resource: 'BOOKMARK', resourceId: 'gone', timestamp: 16 },
  { type: 'DELETE', resource: 'COLLECTION', resourceId: 'gone', timestamp: 17 },
  { type: 'DELETE', resource: 'READING_SESSION', resourceId: 'gone', timestamp: 18 },
  {
    type: 'DELETE',
    resource: 'COLLECTION_BOOKMARK',
    resourceId: 'c-gone',
    data: { collectionId: 'c', bookmarkId: 'gone' },
    timestamp: 19,
  },
]
const page = {
  mutations: rows,
  lastMutationAt: 100,
  page: 1,
  limit: 1000,
  total: rows.length,
  hasMore: false,
}

/** The same with one field, of it or of its `data`, as each odd value. */
function* oddly(value: JsonObject): Generator<JsonObject> {
  for (const field of Object.keys(value)) {
    const own = value[field]
    const cased = typeof own === 'string' ? [own.toLowerCase()] : typeof own === 'number' ? [String(own)] : []
    for (const each of [...odd, ...cased]) yield { ...value, [field]: each }
    if (field === 'data') for (const data of oddly(own as JsonObject)) yield { ...value, data }
  }
}

const { first, every } = shareOf(1, 3)

let db: UserDatabase
let outbox: Outbox
beforeAll(async () => {
  db = new UserDatabase('odd', { indexedDB: new IDBFactory(), IDBKeyRange })
  outbox = new Outbox(db, await deliveryEpoch(db).claim())
})
afterAll(() => db.close())

/** What is answered first; after that, what ends a list. */
let answer: unknown
let asked = 0
const feed = feedAnswering(
  () => (asked++ === 0 ? answer : { ...page, mutations: [] }),
  () => undefined,
)
const pull = async (of: unknown) => {
  ;[answer, asked] = [of, 0]
  return feed.pull(0, call)
}
const call = { signal: new AbortController().signal }
const all = async () => (await db.rows.toArray()).map(({ key, value, id }) => [key, value, id])

/** The same code makes those that are compared. With `toContainEqual` comparing takes as long as all else. */
const asTexts = (list: readonly unknown[]) => list.map((each) => JSON.stringify(each))

it('one odd row keeps no other from being read, and takes nothing of what is known', async () => {
  const store = (pulled: Pulled) => storePull(outbox, pulled, 0, () => true, 0)
  await store(await pull(page))
  const before = await db.rows.toArray()
  const known = await all()
  const counts = { read: 0, unreadable: 0, ofNothing: 0 }
  for (const [index, row] of rows.entries()) {
    const others = asTexts(
      rows.flatMap((each, at) => (at === index ? [] : (readRow(each, 100).reported ?? []))),
    )
    for (const [turn, one] of [...oddly(row)].entries()) {
      if (turn % every !== first) continue
      await db.transaction('rw', db.rows, async () => {
        await db.rows.clear()
        await db.rows.bulkPut(before)
      })
      // Later than what is known, so that it is news.
      const isTimed = typeof one['timestamp'] === 'number' && one['timestamp'] > 0
      const mutations = rows.map((each, at) =>
        at === index ? { ...one, ...(isTimed && { timestamp: 50 }) } : each,
      )
      const pulled = await pull({ ...page, mutations })
      // Only what two of them do not tell is gone.
      await store(pulled)
      await store(pulled)
      const { reported, unreadable, agrees, head } = pulled
      expect([agrees, head]).toEqual([true, 100])
      const texts = new Set(asTexts(reported))
      expect(others.filter((each) => !texts.has(each))).toEqual([])
      expect((await db.feed())!.unreadable ?? []).toEqual(unreadable)
      if (unreadable.length > 0) expect([one, await all()]).toEqual([one, known])
      counts[unreadable.length > 0 ? 'unreadable' : reported.length > others.length ? 'read' : 'ofNothing']++
    }
  }
  expect(counts).toEqual(
    isDeep ? { read: 446, unreadable: 808, ofNothing: 39 } : { read: 140, unreadable: 280, ofNothing: 13 },
  )
})

it('one odd field of an answer is read, or ends in a problem', async () => {
  const change = { entity: bookmarkOf({ type: 'page', key: 3 }), desired: true, at: 7, mutatedAt: 7 } as const
  const pushed = { ...change, id: undefined, ownerId: undefined, bookmarkId: undefined }
  const asks = [() => feed.head(call), () => feed.pull(0, call), () => feed.push([pushed], 100, call)]
  const counts = { read: 0, problem: 0 }
  for (const ask of asks)
    for (const one of [...oddly(page), ...odd]) {
      ;[answer, asked] = [one, 0]
      const error = await ask().then(
        () => undefined,
        (problem: unknown) => problem,
      )
      if (error) expect([one, isWaraqError(error) && error.code]).toEqual([one, 'invalid_response'])
      counts[error ? 'problem' : 'read']++
    }
  expect(counts).toEqual({ read: 197, problem: 46 })
})
