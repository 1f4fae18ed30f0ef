import { failure } from '@waraq/test-support/failure'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  bookmarkOf,
  collectionKeyed,
  favoritesKey,
  memberOf,
  noteKeyed,
  place,
  readingIn,
  settingOf,
  type Entity,
  type Target,
} from '../model/entity.ts'
import { feedAnswering, type Asked } from './feed.test-support.ts'
import type { Feed, FeedChange } from './transport.ts'

/** What the service answers, one after another; the last again and again. */
let answers: unknown[]
let asked: Asked[]
const call = { signal: new AbortController().signal }

const feed = (scope?: string): Feed =>
  feedAnswering(
    () => (answers.length > 1 ? answers.shift() : answers[0]),
    (each) => asked.push(each),
    scope,
  )

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
    const { reported, head, agrees } = await feed('sync note.read openid').pull(7, call)
    expect(reported.map((each) => 'id' in each && each.id)).toEqual(['a', 'b', 'c'])
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
    expect([pulled.agrees, pulled.reported.length]).toEqual([false, 2])
  })

  it('takes no time of a row that is after the latest change', async () => {
    answers = [page([note('n', Number.MAX_VALUE)])]
    expect((await feed().pull(0, call)).reported).toMatchObject([{ at: 100 }])
  })

  it.each<[string, unknown, string]>([
    ['a latest change of 1e308', page([], { lastMutationAt: 1e308 }), 'invalid_response'],
    ['no latest change', page([], { lastMutationAt: null }), 'invalid_response'],
    ['rows that are no list', page({ length: 3 }), 'invalid_response'],
    ['nothing', null, 'invalid_response'],
    ['a list', [], 'invalid_response'],
    [
      'a page of the network',
      new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      'not_json',
    ],
  ])('%s is a problem', async (_, answer, code) => {
    answers = [answer]
    expect(await failure(feed().pull(0, call))).toMatchObject({ code })
  })

  it('leaves out what cannot be read, and names it', async () => {
    answers = [page([null, note('a', 10), row('NOTE', 'n', {}), { ...note('b', 20), timestamp: '20' }])]
    const { reported, read, unreadable, agrees } = await feed().pull(0, call)
    expect(reported).toMatchObject([{ id: 'a' }, { id: 'b', at: 20 }])
    expect([[...read], unreadable, agrees]).toEqual([['NOTE a', 'NOTE b'], ['a row', 'NOTE n'], true])
  })

  it.each([-1, 1_700_000_000_000.5, '1700000000000'])('has the head %j as it is told', async (reported) => {
    answers = [page([], { lastMutationAt: reported })]
    expect(await feed().pull(0, call)).toMatchObject({ head: Number(reported) })
    answers = [{ mutations: [], lastMutationAt: reported }]
    expect(await feed().push([], Number(reported), call)).toEqual({ applied: 0, head: Number(reported) })
    expect(asked.at(-1)!.query).toEqual({ lastMutationAt: String(reported) })
  })

  it.each([
    ['by full pages', {}],
    ['by the total', { total: 1001 }],
    ['although that is no yes or no', { hasMore: 'yes' }],
  ])('goes on %s where it is not said whether there is more', async (_, more) => {
    const full = Array.from({ length: 1000 }, (_, index) => note(`n${index}`, 10))
    const said = { total: undefined, hasMore: undefined, ...more }
    answers = [page(full, said), page([note('last', 20)], said)]
    expect((await feed().pull(0, call)).reported).toHaveLength(1001)
    expect(asked).toHaveLength(2)
  })

  it('that does not end is given up before it fills the memory', async () => {
    const mutations = Array.from({ length: 1000 }, (_, index) => row('GOAL', `g${index}`, {}))
    answers = [page(mutations, { hasMore: true })]
    expect(await failure(feed().pull(0, call))).toMatchObject({ code: 'endless_list' })
    expect(asked).toHaveLength(101)
  })

  it('ends with a page without rows, whatever that says of more', async () => {
    answers = [page([], { hasMore: true })]
    expect(await feed().pull(0, call)).toMatchObject({ agrees: true, reported: [] })
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
    ['a favorite', memberOf(favoritesKey, verse), true],
    ['a page in a collection', memberOf('collection|c', { type: 'page', key: 1 }), false],
    ['a bookmark of a page', bookmarkOf({ type: 'page', key: 1 }), true],
    ['a bookmark of a juz', bookmarkOf(juz), false],
    ['a reading bookmark', readingIn(2), true],
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
    expect([covers(memberOf(favoritesKey, verse)), covers(readingIn(1))]).toEqual([false, true])
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
  const change = (
    entity: Entity,
    desired: FeedChange['desired'],
    more: Partial<FeedChange> = {},
  ): FeedChange => ({
    entity,
    desired,
    at,
    mutatedAt: at,
    id: undefined,
    ownerId: undefined,
    bookmarkId: undefined,
    ...more,
  })
  const favorite = memberOf(favoritesKey, verse)
  const changed = { clientUpdatedAt: '2026-03-02T12:00:00.123Z' }
  const created = { clientCreatedAt: '2026-03-02T12:00:00.123Z', ...changed }
  const where = { type: 'ayah', key: 2, verseNumber: 255, mushaf: 1 }
  const text = { body: 'To think about.', ranges: ['2:255-2:255'] }

  it.each<[string, FeedChange, unknown]>([
    [
      'a favorite',
      change(favorite, true),
      {
        type: 'CREATE',
        resource: 'COLLECTION_BOOKMARK',
        data: { collectionId: '__default__', ...where, ...created },
      },
    ],
    [
      'no favorite',
      change(favorite, null, { bookmarkId: 'b' }),
      {
        type: 'DELETE',
        resource: 'COLLECTION_BOOKMARK',
        data: { collectionId: '__default__', bookmarkId: 'b' },
      },
    ],
    [
      'no favorite, whose bookmark has no known id',
      change(favorite, null),
      {
        type: 'DELETE',
        resource: 'COLLECTION_BOOKMARK',
        data: { collectionId: '__default__', ...where },
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
      'a collection',
      change(collectionKeyed('collection|new:1'), { name: 'One' }),
      { type: 'CREATE', resource: 'COLLECTION', data: { name: 'One', ...created } },
    ],
    [
      'the highlights of a colour',
      change(collectionKeyed('system:highlights:blue'), { name: 'system:highlights:blue' }),
      {
        type: 'CREATE',
        resource: 'COLLECTION',
        data: { name: 'system:highlights:blue', isDefault: false, isSystem: true, ...created },
      },
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
    [
      'the place, in a session that goes on, when the clock of the device is known to be wrong',
      change(place, { chapter: 18, verse: 60 }, { id: 's', mutatedAt: at - 1_000 }),
      {
        type: 'UPDATE',
        resource: 'READING_SESSION',
        resourceId: 's',
        data: { chapterNumber: 18, verseNumber: 60, clientUpdatedAt: '2026-03-02T11:59:59.123Z' },
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
      change(favorite, null),
      change(collectionKeyed('c'), { name: 'One' }),
      change(favorite, true),
      change(noteKeyed('n', []), text),
    ]
    expect(ordered.map(rank)).toEqual([0, 1, 2, 3])
    expect([bookmarkOf(verse), readingIn(1)].map((each) => rank(change(each, null)))).toEqual([1, 1])
    expect(rank(change(place, { chapter: 1, verse: 1 }))).toBe(3)
  })

  it('whose form is at fault names the change before anything is sent', async () => {
    const bad = change(noteKeyed('n', []), { body: 'x', ranges: [] })
    const refusal = await failure(feed().push([change(favorite, true), bad], 100, call))
    const named = feed().refusedAt(refusal, [change(favorite, true), bad])
    expect([named, asked.length]).toEqual([{ index: 1, resource: 'NOTE' }, 0])
  })

  it.each([
    ['mutations[12]: It is not taken.', 12],
    ['mutations.3.data.body must be longer', 3],
    ['One of the mutations is not taken.', undefined],
  ])('is refused with %j', async (message, index) => {
    answers = [Response.json({ message, type: 'unprocessable_entity', success: false }, { status: 422 })]
    const many = Array.from({ length: 20 }, () => change(favorite, true))
    const named = feed().refusedAt(await failure(feed().push(many, 100, call)), many)
    expect(named).toEqual(index === undefined ? undefined : { index, resource: 'COLLECTION_BOOKMARK' })
  })
})
