import { directDoor } from '@waraq/client/user'
import { userRootsBelow } from '@waraq/contract/user'
import { failure } from '@waraq/test-support/failure'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  bookmarkOf,
  collectionKeyed,
  favoritesKey,
  memberOf,
  noteKeyed,
  place,
  readingAt,
  settingOf,
  type Entity,
  type Target,
} from '../model/entity.ts'
import { feedOf } from './feed.ts'
import type { Feed, FeedChange } from './way.ts'

/** What the service answers, one after another; the last again and again. */
let answers: unknown[]
let asked: { method: string; query: Record<string, string>; body: unknown }[]
const call = { signal: new AbortController().signal }

function feed(scope?: string): Feed {
  return feedOf({
    account: 'amina',
    mushafId: 1,
    onAnswer: undefined,
    onUnexpected: () => undefined,
    scope,
    door: directDoor({
      root: userRootsBelow('http://localhost'),
      tokens: { get: async () => ({ token: 't', clientId: 'c', expiresAt: Number.MAX_SAFE_INTEGER }) },
    }),
    fetch: (async (input, init) => {
      const request = new Request(input, init)
      const query = Object.fromEntries(new URL(request.url).searchParams)
      const body: unknown = request.method === 'POST' ? await request.json() : undefined
      asked.push({ method: request.method, query, body })
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      return answer instanceof Response ? answer : Response.json({ success: true, data: answer })
    }) as typeof fetch,
  })
}

beforeEach(() => {
  answers = []
  asked = []
})

const verse: Target = { type: 'ayah', key: 2, verseNumber: 255 }
const row = (
  resource: string,
  resourceId: string | undefined,
  data: unknown,
  timestamp = 10,
  type = 'CREATE',
) => ({
  type,
  resource,
  ...(resourceId !== undefined && { resourceId }),
  ...(data !== undefined && { data }),
  timestamp,
})
const note = (id: string, timestamp: number) => row('NOTE', id, { body: id, ranges: [] }, timestamp)
const page = (mutations: unknown, more: object = {}) => ({
  mutations,
  lastMutationAt: 100,
  total: 1,
  hasMore: false,
  ...more,
})

describe('a pull', () => {
  it('asks for what the person allowed, a thousand at a time, and tells in the order of time', async () => {
    answers = [
      page([note('b', 20)], { total: 3, hasMore: true }),
      page([note('c', 30), note('a', 10)], { total: 3 }),
    ]
    const { told, head, agrees } = await feed('sync note.read openid').pull(7, call)
    expect(told.map((each) => 'id' in each && each.id)).toEqual(['a', 'b', 'c'])
    expect([head, agrees]).toEqual([100, true])
    const query = { mutationsSince: '7', resources: 'NOTE', limit: '1000' }
    expect(asked.map((each) => each.query)).toEqual([
      { ...query, page: '1' },
      { ...query, page: '2' },
    ])
  })

  it('begins again where pages do not belong together, three times, and says so then', async () => {
    const first = page([note('a', 10)], { total: 2, hasMore: true })
    const moved = page([note('c', 30)], { total: 2, lastMutationAt: 101 })
    const grown = page([note('b', 20)], { total: 3 })
    answers = [first, moved, first, grown, first, page([note('b', 20)], { total: 2 })]
    expect(await feed().pull(0, call)).toMatchObject({ head: 100, agrees: true })
    expect(asked).toHaveLength(6)
    answers = [first, moved, first, moved, first, moved]
    const pulled = await feed().pull(0, call)
    expect([pulled.agrees, pulled.told.length]).toEqual([false, 2])
  })

  it('reads Favorites both ways, places under either name, and deletions', async () => {
    const named = { bookmarkType: 'ayah', key: 2, verseNumber: 255 }
    answers = [
      page([
        row('BOOKMARK', 'b1', { ...named, type: 'ayah', isReading: true, isInDefaultCollection: true }, 1),
        row('BOOKMARK', 'b2', { type: 'page', key: 3, verseNumber: null }, 2),
        row('BOOKMARK', 'b3', undefined, 3, 'DELETE'),
        row('COLLECTION', 'f', { name: 'Favorites', isDefault: true }, 4),
        row('COLLECTION', 'system:highlights:blue', { name: 'x', isSystem: true }, 5),
        row('COLLECTION', 'c', { name: 'One', clientCreatedAt: '1970-01-01T00:00:00.007Z' }, 6, 'UPDATE'),
        row('COLLECTION_BOOKMARK', 'f-b1', { collectionId: 'f', bookmarkId: 'b1' }, 7),
        row('COLLECTION_BOOKMARK', undefined, { collectionId: 'c', bookmarkId: 'b1', ...named }, 8),
        row('COLLECTION_BOOKMARK', 'c-b3', { collectionId: 'c', bookmarkId: 'b3' }, 9, 'DELETE'),
        row('READING_SESSION', 's', { chapterNumber: 18, verseNumber: 60 }, 10),
        row('READING_SESSION', 's2', undefined, 11, 'DELETE'),
        row('NOTE', 'n', undefined, 12, 'DELETE'),
      ]),
    ]
    expect((await feed().pull(0, call)).told).toEqual([
      { what: 'bookmark', at: 1, id: 'b1', is: { target: verse, isReading: true, isStarred: true } },
      {
        what: 'bookmark',
        at: 2,
        id: 'b2',
        is: { target: { type: 'page', key: 3 }, isReading: false, isStarred: undefined },
      },
      { what: 'bookmark', at: 3, id: 'b3', is: null },
      {
        what: 'collection',
        at: 4,
        id: 'f',
        is: { name: 'Favorites', of: 'favorites' },
        made: { at: undefined, isChanged: false },
      },
      {
        what: 'collection',
        at: 5,
        id: 'system:highlights:blue',
        is: { name: 'x', of: 'system' },
        made: { at: undefined, isChanged: false },
      },
      {
        what: 'collection',
        at: 6,
        id: 'c',
        is: { name: 'One', of: 'person' },
        made: { at: 7, isChanged: true },
      },
      { what: 'member', at: 7, collectionId: 'f', bookmarkId: 'b1', target: undefined, is: true },
      { what: 'member', at: 8, collectionId: 'c', bookmarkId: 'b1', target: verse, is: true },
      { what: 'member', at: 9, collectionId: 'c', bookmarkId: 'b3', target: undefined, is: false },
      { what: 'place', at: 10, is: { chapter: 18, verse: 60 } },
      { what: 'note', at: 12, id: 'n', is: null },
    ])
  })

  it('ignores what this version does not know', async () => {
    answers = [
      page([
        row('GOAL', 'g', { anything: true }),
        row('NOTE', 'n', { body: 'Moved.' }, 10, 'MOVE'),
        row('BOOKMARK', 'b', { type: 'word', key: 1 }),
        row('BOOKMARK', 'b', { type: 'ayah', key: 2, verseNumber: 999 }),
        { ...note('n', 10), more: 1, data: { body: 'n', ranges: [], more: [] } },
      ]),
    ]
    expect((await feed().pull(0, call)).told).toMatchObject([{ what: 'note', id: 'n' }])
  })

  it('takes no time of a row that is after the latest change', async () => {
    answers = [page([note('n', Number.MAX_VALUE)])]
    expect((await feed().pull(0, call)).told).toMatchObject([{ at: 100 }])
  })

  it.each<[string, unknown, string]>([
    ['a latest change of 1e308', page([], { lastMutationAt: 1e308 }), 'invalid_response'],
    ['a latest change before time', page([], { lastMutationAt: -1 }), 'invalid_response'],
    ['no latest change', page([], { lastMutationAt: null }), 'invalid_response'],
    ['rows that are no list', page({ length: 3 }), 'invalid_response'],
    ['a row that is none', page([null]), 'invalid_response'],
    ['a note without text', page([row('NOTE', 'n', {})]), 'invalid_response'],
    ['a note without an id', page([row('NOTE', undefined, { body: 'x' })]), 'invalid_response'],
    ['a membership without its collection', page([row('COLLECTION_BOOKMARK', 'x', {})]), 'invalid_response'],
    [
      'a page of the network',
      new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      'not_json',
    ],
  ])('%s is a problem', async (_, answer, code) => {
    answers = [answer]
    expect(await failure(feed().pull(0, call))).toMatchObject({ code })
  })

  it('that does not end is given up before it fills the memory', async () => {
    const mutations = Array.from({ length: 1000 }, (_, index) => row('GOAL', `g${index}`, {}))
    answers = [page(mutations, { hasMore: true })]
    expect(await failure(feed().pull(0, call))).toMatchObject({ code: 'endless_list' })
    expect(asked).toHaveLength(101)
  })

  it('ends with a page without rows, whatever that says of more', async () => {
    answers = [page([], { hasMore: true })]
    expect(await feed().pull(0, call)).toMatchObject({ agrees: true, told: [] })
    expect(asked).toHaveLength(1)
  })

  it('of the latest change alone', async () => {
    answers = [{ lastMutationAt: 42 }]
    expect(await feed().head(call)).toBe(42)
    expect(asked[0]!.query).toEqual({ mutationsSince: '0', metadataOnly: 'true' })
  })
})

const juz: Target = { type: 'juz', key: 30 }
describe('the feed', () => {
  it.each<[string, Entity, boolean]>([
    ['a star', memberOf(favoritesKey, verse), true],
    ['a page in a collection', memberOf('collection|c', { type: 'page', key: 1 }), false],
    ['a bookmark of a page', bookmarkOf({ type: 'page', key: 1 }), true],
    ['a bookmark of a juz', bookmarkOf(juz), false],
    ['a reading mark', readingAt(verse), true],
    ['a reading mark of a juz', readingAt(juz), false],
    ['a collection', collectionKeyed('collection|c'), true],
    ['a note', noteKeyed('note|n', []), true],
    ['the place', place, true],
    ['a setting', settingOf({ group: 'theme', key: 'type' }), false],
  ])('has %s: %s', (_, entity, has) => {
    expect(feed().covers(entity)).toBe(has)
    expect(feed('sync').covers(entity)).toBe(false)
    expect(feed('sync bookmark collection note.read reading_session').covers(entity)).toBe(has)
  })

  it('of an account without one of its scopes leaves that to the operations', () => {
    const { covers } = feed('sync bookmark note')
    expect([covers(memberOf(favoritesKey, verse)), covers(readingAt(verse))]).toEqual([false, true])
  })

  it('tells what these lists tell', () => {
    const { lists } = feed()
    const all = ['chapter|2', 'members|collection|c', 'favorites', 'collections', 'notes', 'place'] as const
    expect(all.map(lists)).toEqual(all.map(() => true))
    expect((['bookmarks', 'settings'] as const).map(lists)).toEqual([false, false])
  })
})

describe('a push', () => {
  const at = Date.parse('2026-03-02T12:00:00.123Z')
  const change = (entity: Entity, want: FeedChange['want'], more: Partial<FeedChange> = {}): FeedChange => ({
    entity,
    want,
    at,
    id: undefined,
    ownerId: undefined,
    bookmarkId: undefined,
    ...more,
  })
  const star = memberOf(favoritesKey, verse)
  const changed = { clientUpdatedAt: '2026-03-02T12:00:00.123Z' }
  const created = { clientCreatedAt: '2026-03-02T12:00:00.123Z', ...changed }
  const where = { type: 'ayah', key: 2, verseNumber: 255, mushaf: 1 }
  const text = { body: 'To think about.', ranges: ['2:255-2:255'] }

  it.each<[string, FeedChange, unknown]>([
    [
      'a star',
      change(star, true),
      {
        type: 'CREATE',
        resource: 'COLLECTION_BOOKMARK',
        data: { collectionId: '__default__', ...where, ...created },
      },
    ],
    [
      'no star',
      change(star, null, { bookmarkId: 'b' }),
      {
        type: 'DELETE',
        resource: 'COLLECTION_BOOKMARK',
        data: { collectionId: '__default__', bookmarkId: 'b' },
      },
    ],
    [
      'a bookmark of a page',
      change(bookmarkOf({ type: 'page', key: 3 }), true),
      {
        type: 'CREATE',
        resource: 'BOOKMARK',
        data: { type: 'page', key: 3, mushaf: 1, isReading: false, ...created },
      },
    ],
    [
      'none',
      change(bookmarkOf({ type: 'page', key: 3 }), null, { id: 'b' }),
      { type: 'DELETE', resource: 'BOOKMARK', resourceId: 'b' },
    ],
    [
      'a reading mark',
      change(readingAt(verse), true),
      { type: 'CREATE', resource: 'BOOKMARK', data: { ...where, isReading: true, ...created } },
    ],
    [
      'one on a bookmark, and none',
      change(readingAt(verse), null, { bookmarkId: 'b' }),
      {
        type: 'UPDATE',
        resource: 'BOOKMARK',
        resourceId: 'b',
        data: { ...where, isReading: false, ...changed },
      },
    ],
    [
      'a collection',
      change(collectionKeyed('collection|new:1'), { name: 'One' }),
      { type: 'CREATE', resource: 'COLLECTION', data: { name: 'One', ...created } },
    ],
    [
      'its name',
      change(collectionKeyed('collection|new:1'), { name: 'One' }, { id: 'c' }),
      { type: 'UPDATE', resource: 'COLLECTION', resourceId: 'c', data: { name: 'One', ...changed } },
    ],
    [
      'none of it',
      change(collectionKeyed('collection|new:1'), null, { id: 'c' }),
      { type: 'DELETE', resource: 'COLLECTION', resourceId: 'c' },
    ],
    [
      'a note',
      change(noteKeyed('note|new:1', []), text),
      { type: 'CREATE', resource: 'NOTE', data: { ...text, ...created } },
    ],
    [
      'its text',
      change(noteKeyed('note|new:1', []), text, { id: 'n' }),
      { type: 'UPDATE', resource: 'NOTE', resourceId: 'n', data: { ...text, ...changed } },
    ],
    [
      'the place',
      change(place, { chapter: 18, verse: 60 }),
      {
        type: 'CREATE',
        resource: 'READING_SESSION',
        data: { chapterNumber: 18, verseNumber: 60, ...created },
      },
    ],
  ])('of %s', async (_, one, mutation) => {
    answers = [{ mutations: [{}], lastMutationAt: 101 }]
    expect(await feed().push([one], 100, call)).toEqual({ applied: 1, head: 101 })
    expect(asked).toEqual([
      { method: 'POST', query: { lastMutationAt: '100' }, body: { mutations: [mutation] } },
    ])
  })

  it('has the service’s order', () => {
    const { rank } = feed()
    const ordered = [
      change(star, null),
      change(collectionKeyed('c'), { name: 'One' }),
      change(star, true),
      change(noteKeyed('n', []), text),
    ]
    expect(ordered.map(rank)).toEqual([0, 1, 2, 3])
    expect([bookmarkOf(verse), readingAt(verse)].map((each) => rank(change(each, null)))).toEqual([1, 1])
    expect(rank(change(place, { chapter: 1, verse: 1 }))).toBe(3)
  })

  it('whose form is at fault names the change before anything is sent', async () => {
    const bad = change(noteKeyed('n', []), { body: 'x', ranges: [] })
    const refusal = await failure(feed().push([change(star, true), bad], 100, call))
    expect([feed().refusedAt(refusal), asked.length]).toEqual([1, 0])
  })

  it.each([
    ['mutations[12]: It is not taken.', 12],
    ['mutations.3.data.body must be longer', 3],
    ['One of the mutations is not taken.', undefined],
  ])('is refused with %j', async (message, index) => {
    answers = [Response.json({ message, type: 'unprocessable_entity', success: false }, { status: 422 })]
    expect(feed().refusedAt(await failure(feed().push([change(star, true)], 100, call)))).toBe(index)
  })
})
