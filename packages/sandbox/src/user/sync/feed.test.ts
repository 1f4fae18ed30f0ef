import { SyncBookmark, SyncCollection, SyncMembership, SyncNote } from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import { add, put, verse as target } from '../bookmarks/bookmarks.test-support.ts'
import { signedIn } from '../user-data.test-support.ts'
import { began, feedOf } from './on-feed.test-support.ts'

const note = { body: 'Read slowly.', saveToQR: false, ranges: ['2:255-2:255'] }

describe('a pull', () => {
  it('of a user who has nothing is empty', async () => {
    const { pull } = await feedOf()
    expect(await pull()).toEqual({
      mutations: [],
      lastMutationAt: 0,
      page: 1,
      limit: 100,
      total: 0,
      hasMore: false,
    })
    expect(await pull(0, { metadataOnly: true })).toEqual({ lastMutationAt: 0 })
  })

  it('tells what operations did: the latest state of each, the oldest change first', async () => {
    const { amina, pull, reported, head } = await feedOf()
    await amina.post('/v1/collections', { name: 'One' })
    await amina.post('/v1/notes', note)
    await put(amina, 'collection-1', target(2, 255))
    await amina.post('/v1/reading-sessions', { chapterNumber: 18, verseNumber: 60 })
    await amina.post('/v1/collections/collection-1', { name: 'First' })
    const { mutations = [], lastMutationAt } = await pull()
    expect(mutations.map(({ type, resource, data }) => [type, resource, data])).toEqual([
      ['CREATE', 'NOTE', { body: note.body, ranges: note.ranges }],
      [
        'CREATE',
        'BOOKMARK',
        {
          type: 'ayah',
          bookmarkType: 'ayah',
          key: 2,
          verseNumber: 255,
          mushaf: 1,
          isReading: false,
          isInDefaultCollection: false,
        },
      ],
      [
        'CREATE',
        'COLLECTION_BOOKMARK',
        expect.objectContaining({
          collectionId: 'collection-1',
          bookmarkId: 'bookmark-1',
          key: 2,
        }) as unknown,
      ],
      ['CREATE', 'READING_SESSION', { chapterNumber: 18, verseNumber: 60 }],
      ['UPDATE', 'COLLECTION', { name: 'First', isDefault: false, isSystem: false }],
    ])
    const shapes = {
      NOTE: SyncNote,
      BOOKMARK: SyncBookmark,
      COLLECTION: SyncCollection,
      COLLECTION_BOOKMARK: SyncMembership,
    }
    for (const { resource, data } of mutations) shapes[resource as 'NOTE']?.parse(data)
    const stamps = mutations.map(({ timestamp }) => timestamp)
    expect(stamps).toEqual([...new Set(stamps)].sort((one, other) => one - other))
    expect([stamps.at(-1), lastMutationAt]).toEqual([lastMutationAt, await head()])
    expect(lastMutationAt).toBeGreaterThan(began)
    expect(await reported(stamps[3])).toEqual(['UPDATE COLLECTION collection-1'])
    expect(await reported(lastMutationAt)).toEqual([])
  })

  it('tells of deletions without data, of memberships with their two ends', async () => {
    const { amina, pull, reported, head } = await feedOf()
    await amina.post('/v1/collections', { name: 'One' })
    await put(amina, 'collection-1', target(2, 255))
    await amina.post('/v1/notes', note)
    const before = await head()
    await amina.delete('/v1/notes/note-1')
    await amina.delete('/v1/collections/collection-1')
    const { mutations = [] } = await pull(before)
    expect(mutations.map(({ type, resource, data }) => [type, resource, data])).toEqual([
      ['DELETE', 'NOTE', undefined],
      ['DELETE', 'COLLECTION_BOOKMARK', { collectionId: 'collection-1', bookmarkId: 'bookmark-1' }],
      ['DELETE', 'BOOKMARK', undefined],
      ['DELETE', 'COLLECTION', undefined],
    ])
    expect(await reported()).toHaveLength(4)
  })

  it('has pages over a set that moves', async () => {
    const { amina, pull } = await feedOf()
    for (const name of ['One', 'Two', 'Three']) await amina.post('/v1/collections', { name })
    const ids = ({ mutations }: Awaited<ReturnType<typeof pull>>) =>
      mutations!.map(({ resourceId }) => resourceId)
    const first = await pull(0, { limit: 2 })
    expect([ids(first), first.total, first.hasMore]).toEqual([['collection-1', 'collection-2'], 3, true])
    await amina.post('/v1/collections/collection-1', { name: 'First' })
    const second = await pull(0, { limit: 2, page: 2 })
    // The third is on neither page: only the time of the latest change tells that they do not belong together.
    expect([ids(second), second.total, second.hasMore]).toEqual([['collection-1'], 3, false])
    expect(second.lastMutationAt).toBeGreaterThan(first.lastMutationAt)
  })

  it('tells of the resources that were asked for, and that the token may see', async () => {
    const { sandbox, amina, reported } = await feedOf()
    await amina.post('/v1/notes', note)
    await put(amina, '__default__', target(2, 255))
    expect(await reported(0, { resources: 'NOTE,COLLECTION' })).toEqual(['CREATE NOTE note-1'])
    const reader = await signedIn(sandbox, 'amina', 'sync bookmark.read')
    expect(await reader.get('/v1/sync', { mutationsSince: 0 })).toMatchObject({
      data: { mutations: [{ resource: 'BOOKMARK' }] },
    })
    const other = await signedIn(sandbox, 'idris')
    expect(await other.get('/v1/sync', { mutationsSince: 0 })).toMatchObject({ data: { total: 0 } })
    const without = await signedIn(sandbox, 'amina', 'bookmark note')
    const query = { mutationsSince: 0 }
    expect(await without.refused('GET', '/v1/sync', { query })).toBe('403 insufficient_scope')
    for (const wrong of [
      {},
      { ...query, limit: 1001 },
      { ...query, resources: 'GOAL' },
      { ...query, page: 0 },
    ])
      expect(await amina.refused('GET', '/v1/sync', { query: wrong })).toBe('422 unprocessable_entity')
  })
})

describe('Favorites', () => {
  it('are a flag of the bookmark', async () => {
    const { amina, pull, reported, head } = await feedOf()
    await add(amina, target(2, 255))
    const before = await head()
    await put(amina, '__default__', target(2, 255))
    expect(await reported(before)).toEqual(['UPDATE BOOKMARK bookmark-1'])
    expect((await pull()).mutations![0]!.data).toMatchObject({ isInDefaultCollection: true })
    const starred = await head()
    await amina.delete('/v1/collections/__default__/bookmarks/bookmark-1')
    expect(await reported(starred)).toEqual(['UPDATE BOOKMARK bookmark-1'])
    expect((await pull()).mutations![0]!.data).toMatchObject({ isInDefaultCollection: false })
  })

  it('or a collection with its memberships, for a sandbox that says so', async () => {
    const { amina, pull } = await feedOf({ favoritesInFeed: 'memberships' })
    await put(amina, '__default__', target(2, 255))
    const { mutations = [] } = await pull()
    const favorites = mutations.find(({ resource }) => resource === 'COLLECTION')!
    expect(favorites.data).toMatchObject({ name: 'Favorites', isDefault: true })
    expect(favorites.resourceId).not.toBe('__default__')
    const membership = { resource: 'COLLECTION_BOOKMARK', data: { collectionId: favorites.resourceId } }
    expect(mutations).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining(membership.data) as unknown }),
    )
    expect(mutations.find(({ resource }) => resource === 'BOOKMARK')!.data).not.toHaveProperty(
      'isInDefaultCollection',
    )
  })
})

it('the ids of memberships are there for some, and absent for others', async () => {
  const { amina, pull } = await feedOf()
  for (const number of [1, 2, 3, 4]) await put(amina, '__default__', target(2, number))
  await amina.post('/v1/collections', { name: 'One' })
  for (const number of [1, 2, 3, 4]) await put(amina, 'collection-1', target(2, number))
  const { mutations = [] } = await pull(0, { resources: 'COLLECTION_BOOKMARK' })
  const ids = mutations.map(({ resourceId }) => resourceId !== undefined)
  expect([mutations.length, new Set(ids).size]).toEqual([4, 2])
})

it('memberships tell their bookmark under two names, or by the end of their id alone', async () => {
  const { amina, pull, head } = await feedOf()
  await amina.post('/v1/collections', { name: 'One' })
  for (let number = 1; number <= 7; number++) await put(amina, 'collection-1', target(2, number))
  const forms = async (since?: number) =>
    (await pull(since, { resources: 'COLLECTION_BOOKMARK' })).mutations!.map(
      ({ data }) => data && Object.keys(data).filter((name) => /bookmark_?id/i.test(name)),
    )
  const [one, other] = [['bookmarkId'], ['bookmark_id']]
  expect(await forms()).toEqual([one, one, other, one, one, other, []])
  const before = await head()
  for (const number of [6, 7]) await amina.delete(`/v1/collections/collection-1/bookmarks/bookmark-${number}`)
  expect(await forms(before)).toEqual([other, undefined])
})

it('a deletion can be forgotten, and the beginning told twice', async () => {
  const { sandbox, amina, pull, reported, head } = await feedOf()
  await amina.post('/v1/notes', note)
  await amina.delete('/v1/notes/note-1')
  const match = { path: '/auth/v1/sync', method: 'GET' }
  sandbox.fault({ match, effect: { userFeed: { forgetDeletions: true } } })
  const forgotten = await pull()
  expect([forgotten.mutations, forgotten.total]).toEqual([[], 0])
  expect(await reported()).toEqual(['DELETE NOTE note-1'])
  const since = await head()
  expect(await reported(since)).toEqual([])
  sandbox.fault({ match, effect: { userFeed: { inclusive: true } } })
  expect(await reported(since)).toEqual(['DELETE NOTE note-1'])
})

it('rows and fields of a page can be as no document has them', async () => {
  const { sandbox, amina } = await feedOf()
  const match = { path: '/auth/v1/sync', method: 'GET' }
  sandbox.fault({
    match,
    effect: { userFeed: { addRows: [null, { type: 7 }], page: { lastMutationAt: -1 } } },
  })
  expect(await amina.get('/v1/sync', { mutationsSince: 0 })).toMatchObject({
    data: { mutations: [null, { type: 7 }], lastMutationAt: -1 },
  })
  sandbox.fault({ match, effect: { userFeed: { page: { lastMutationAt: null } } } })
  const head = await amina.get('/v1/sync', { mutationsSince: 0, metadataOnly: true })
  expect(head).toMatchObject({ data: { lastMutationAt: null } })
})

it('a replica that is behind has the head of then', async () => {
  const { sandbox, amina, pull, clock, head } = await feedOf()
  await amina.post('/v1/notes', note)
  const before = await head()
  clock.now += 60_000
  await amina.post('/v1/notes', note)
  sandbox.fault({ match: { path: '/auth/v1/sync' }, effect: { staleReads: { seconds: 30 } } })
  const stale = await pull()
  expect([stale.lastMutationAt, stale.total]).toEqual([before, 1])
  expect((await pull()).total).toBe(2)
})
