import { isOutOfSync, type PushedMutation } from '@waraq/contract/user'
import { describe, expect, it } from 'vitest'
import { contents, list, places } from '../bookmarks/bookmarks.test-support.ts'
import { feedOf, verse } from './on-feed.test-support.ts'

const times = { clientCreatedAt: '2026-01-01T00:00:00.001Z', clientUpdatedAt: '2026-01-01T00:00:00.002Z' }
const note: PushedMutation = {
  type: 'CREATE',
  resource: 'NOTE',
  data: { body: 'Read slowly.', ranges: ['2:255-2:255'], ...times },
}
const collection = (name: string): PushedMutation => ({
  type: 'CREATE',
  resource: 'COLLECTION',
  data: { name },
})
const member = (collectionId: string, key: number, verseNumber: number): PushedMutation => ({
  type: 'CREATE',
  resource: 'COLLECTION_BOOKMARK',
  data: { collectionId, ...verse(key, verseNumber) },
})
const names = async (amina: { get(path: string): Promise<unknown> }) =>
  ((await amina.get('/v1/collections')) as { data: { name: string; isSystem?: boolean }[] }).data

describe('a push', () => {
  it('does what operations do, and is seen by them', async () => {
    const { amina, push, pull } = await feedOf()
    const { mutations, lastMutationAt } = await push(collection('One'), note, member('__default__', 2, 255))
    expect(mutations.map(({ type, resource, resourceId }) => [type, resource, resourceId])).toEqual([
      ['CREATE', 'COLLECTION', 'collection-1'],
      ['CREATE', 'NOTE', 'note-1'],
      ['CREATE', 'COLLECTION_BOOKMARK', '__default__-bookmark-1'],
    ])
    expect(lastMutationAt).toBe((await pull()).lastMutationAt)
    expect(await amina.get('/v1/notes/note-1')).toMatchObject({ data: { body: 'Read slowly.' } })
    expect(places((await contents(amina, '__default__')).bookmarks)).toEqual(['2:255'])
    await push(
      { type: 'UPDATE', resource: 'COLLECTION', resourceId: 'collection-1', data: { name: 'First' } },
      member('collection-1', 2, 255),
      {
        type: 'UPDATE',
        resource: 'NOTE',
        resourceId: 'note-1',
        data: { body: 'Read again.', ranges: ['1:1-1:7'] },
      },
    )
    expect(await names(amina)).toMatchObject([{ name: 'First', bookmarksCount: 1 }])
    const changed = { data: { body: 'Read again.', ranges: ['1:1-1:7'] } }
    expect(await amina.get('/v1/notes/note-1')).toMatchObject(changed)
    const remove = { type: 'DELETE', resource: 'COLLECTION_BOOKMARK' } as const
    await push(
      { ...remove, data: { collectionId: '__default__', bookmarkId: 'bookmark-1' } },
      { type: 'DELETE', resource: 'COLLECTION', resourceId: 'collection-1' },
      { type: 'DELETE', resource: 'NOTE', resourceId: 'note-1' },
    )
    expect([await names(amina), (await list(amina)).data]).toEqual([[], []])
  })

  it('gives its own times back, also where another device changes it later', async () => {
    const { amina, push, pull } = await feedOf()
    await push(note)
    const data = async () => (await pull()).mutations![0]!.data
    expect(await data()).toMatchObject(times)
    await amina.patch('/v1/notes/note-1', { body: 'Changed elsewhere.' })
    expect(await data()).toMatchObject({ clientCreatedAt: times.clientCreatedAt })
    expect(await data()).not.toHaveProperty('clientUpdatedAt')
  })

  it('marks where the user reads, and keeps what a collection has', async () => {
    const { amina, push } = await feedOf()
    const bookmark = (number: number, isReading: boolean): PushedMutation => ({
      type: 'CREATE',
      resource: 'BOOKMARK',
      data: { ...verse(2, number), isReading },
    })
    await push(bookmark(1, true), bookmark(2, false), member('__default__', 2, 1))
    const reading = async () => places((await list(amina, { isReading: true })).data)
    expect([await reading(), places((await list(amina)).data)]).toEqual([['2:1'], ['2:2', '2:1']])
    await push({
      type: 'UPDATE',
      resource: 'BOOKMARK',
      resourceId: 'bookmark-2',
      data: { ...verse(2, 2), isReading: true },
    })
    expect(await reading()).toEqual(['2:2'])
    for (const resourceId of ['bookmark-1', 'bookmark-2'])
      await push({ type: 'DELETE', resource: 'BOOKMARK', resourceId })
    expect(places((await list(amina)).data)).toEqual(['2:1'])
  })

  it('moves the place, and makes highlights', async () => {
    const { amina, push, pull } = await feedOf()
    const session = { chapterNumber: 18, verseNumber: 60 }
    await push({ type: 'CREATE', resource: 'READING_SESSION', data: session })
    const place = async () => (await amina.get('/v1/reading-sessions')) as { data: unknown[] }
    expect((await place()).data).toMatchObject([session])
    const resourceId = 'reading-session-1'
    const moved = { chapterNumber: 18, verseNumber: 65 }
    await push({ type: 'UPDATE', resource: 'READING_SESSION', resourceId, data: moved })
    expect((await place()).data).toMatchObject([{ id: resourceId, ...moved }])
    await push({ type: 'DELETE', resource: 'READING_SESSION', resourceId })
    expect((await place()).data).toEqual([])

    await push(member('system:highlights:blue', 2, 255))
    expect(await names(amina)).toMatchObject([{ id: 'system:highlights:blue', isSystem: true }])
    expect((await list(amina)).data).toMatchObject([{ collectionsCount: 0 }])
    const { mutations = [] } = await pull(0, { resources: 'COLLECTION' })
    expect(mutations).toMatchObject([{ data: { isSystem: true } }])
    expect(await amina.refused('DELETE', '/v1/collections/system:highlights:blue')).toBe('403 forbidden')
    await push({
      type: 'DELETE',
      resource: 'COLLECTION_BOOKMARK',
      data: { collectionId: 'system:highlights:blue', bookmarkId: 'bookmark-1' },
    })
    expect((await list(amina)).data).toEqual([])
  })

  it('puts in Favorites by either of their ids', async () => {
    const { amina, push, pull } = await feedOf({ favoritesInFeed: 'memberships' })
    await push(member('__default__', 2, 1))
    const { mutations = [] } = await pull(0, { resources: 'COLLECTION' })
    await push(member(mutations[0]!.resourceId!, 2, 2))
    expect(places((await contents(amina, '__default__')).bookmarks)).toEqual(['2:2', '2:1'])
  })

  it('takes a hundred mutations, and no more', async () => {
    const { push, refused } = await feedOf()
    const many = (count: number) => Array.from({ length: count }, () => note)
    expect((await push(...many(100))).mutations).toHaveLength(100)
    expect(await refused(...many(101))).toBe('422 Not as this operation takes it: mutations.')
    expect((await push()).mutations).toEqual([])
  })
})

describe('a push on top of another head', () => {
  it('changes nothing, and is told so in the one form or the other', async () => {
    const { amina, head } = await feedOf()
    const stale = await head()
    await amina.post('/v1/collections', { name: 'From elsewhere' })
    const bodies: unknown[] = []
    for (const lastMutationAt of [stale, stale - 1]) {
      const answer = await amina.send('POST', '/v1/sync', {
        body: { mutations: [note] },
        query: { lastMutationAt },
      })
      expect(answer.status).toBe(409)
      bodies.push(await answer.json())
    }
    const code = 'OutOfSyncError'
    expect(bodies).toMatchObject([
      { success: false, error: { code } },
      { type: 'Conflict', success: false, details: { error: { code } } },
    ])
    expect(bodies.map(isOutOfSync)).toEqual([true, true])
    expect(await amina.get('/v1/notes')).toMatchObject({ data: [] })
  })

  it('can be had at will, in either form', async () => {
    const { sandbox, amina, head } = await feedOf()
    for (const outOfSync of ['error', 'details'] as const) {
      sandbox.fault({ match: { path: '/auth/v1/sync', method: 'POST' }, effect: { userFeed: { outOfSync } } })
      const query = { lastMutationAt: await head() }
      const answer = await amina.send('POST', '/v1/sync', { body: { mutations: [note] }, query })
      const body = (await answer.json()) as object
      expect([answer.status, outOfSync in body, isOutOfSync(body)]).toEqual([409, true, true])
    }
  })
})

describe('a mutation that is refused', () => {
  it('is named, and those before it stay', async () => {
    const { amina, refused } = await feedOf()
    expect(await refused(collection('One'), member('collection-9', 2, 255), note)).toBe(
      '422 mutations[1]: There is no such collection.',
    )
    expect(await names(amina)).toMatchObject([{ name: 'One' }])
    expect(await refused(note, member('collection-1', 2, 287))).toBe(
      '422 mutations[1]: There is no verse 2:287.',
    )
  })

  it('of a form that the service does not take is named, and nothing is done', async () => {
    const { amina, refused } = await feedOf()
    const withId = { ...member('collection-1', 2, 255).data, bookmarkId: 'bookmark-1' }
    expect(
      await refused(collection('One'), { type: 'CREATE', resource: 'COLLECTION_BOOKMARK', data: withId }),
    ).toBe('422 Not as this operation takes it: mutations[1].data.bookmarkId.')
    expect(await names(amina)).toEqual([])
  })

  it('needs the scope of its area', async () => {
    const { refused } = await feedOf({}, 'sync collection')
    expect(await refused(collection('One'), note)).toMatch(/^422 mutations\[1\]: .*scope/)
  })

  it('can be had at will, wherever it stands, and without its name', async () => {
    const { sandbox, amina, refused, push } = await feedOf()
    const refuse = { resource: 'NOTE', data: { body: 'Read slowly.' } }
    const fault = (unnamed: boolean) =>
      sandbox.fault({
        match: { path: '/auth/v1/sync', method: 'POST' },
        times: Infinity,
        effect: { userFeed: { refuse, unnamed } },
      })
    const named = fault(false)
    expect(await refused(collection('One'), note)).toBe('422 mutations[1]: It is not taken.')
    expect(await refused(note)).toBe('422 mutations[0]: It is not taken.')
    named.remove()
    fault(true)
    expect(await refused(collection('Two'), note)).toBe('422 One of the mutations is not taken.')
    await push(collection('Three'))
    expect((await names(amina)).map(({ name }) => name)).toEqual(['Three', 'Two', 'One'])
  })
})

it('a push can be applied in part, and answered as if that were all, or not at all', async () => {
  const { sandbox, amina, push, head } = await feedOf()
  const match = { path: '/auth/v1/sync', method: 'POST' }
  sandbox.fault({ match, effect: { userFeed: { appliedOnly: 1 } } })
  expect((await push(collection('One'), collection('Two'))).mutations).toHaveLength(1)
  expect((await names(amina)).map(({ name }) => name)).toEqual(['One'])
  sandbox.fault({ match, effect: { userFeed: { appliedOnly: 2 }, status: 504, carriedOut: 'before' } })
  const body = { mutations: [collection('Three'), collection('Four'), collection('Five')] }
  const answer = await amina.send('POST', '/v1/sync', { body, query: { lastMutationAt: await head() } })
  expect(answer.status).toBe(504)
  expect((await names(amina)).map(({ name }) => name)).toEqual(['Four', 'Three', 'One'])
})

it('a push that is carried out late meets a head that has moved', async () => {
  const { sandbox, amina, head, push } = await feedOf()
  const late = sandbox.fault({
    match: { path: '/auth/v1/sync', method: 'POST' },
    effect: { networkError: true, carriedOut: 'later' },
  })
  const sent = { body: { mutations: [note] }, query: { lastMutationAt: await head() } }
  await expect(amina.send('POST', '/v1/sync', sent)).rejects.toBeInstanceOf(TypeError)
  await push(note)
  await late.release()
  expect(((await amina.get('/v1/notes')) as { data: unknown[] }).data).toHaveLength(1)
})

it('pre-production says with each write when the user’s data last changed', async () => {
  const told = async (environment: string) => {
    const { amina, head } = await feedOf({ environment })
    const answer = await amina.send('POST', '/v1/collections', { body: { name: 'One' } })
    return [answer.headers.get('x-mutation-at'), String(await head())]
  }
  const [mutationAt, present] = await told('prelive')
  expect(mutationAt).toBe(present)
  expect((await told('production'))[0]).toBeNull()
})
