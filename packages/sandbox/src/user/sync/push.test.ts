import { isOutOfSync, type PushedMutation, type ReadingSlot } from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import { contents, list, places } from '../bookmarks/bookmarks.test-support.ts'
import { began, feedOf, verse } from './on-feed.test-support.ts'

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

  describe('READING_BOOKMARK', () => {
    const slotsAndFlag = { readingBookmarksInFeed: 'both' } as const
    const at = (second: number) => new Date(began + second * 1_000).toISOString()
    const place = (
      slot: ReadingSlot,
      verseNumber: number,
      second: number,
      name: string | null = null,
    ): PushedMutation => ({
      type: 'CREATE',
      resource: 'READING_BOOKMARK',
      data: { slot, name, ...reported(verseNumber), clientCreatedAt: at(0), clientUpdatedAt: at(second) },
    })
    const reported = (verseNumber: number) => ({ type: 'ayah', key: 2, verseNumber, mushafId: 1 }) as const
    const page = { slot: 3, name: 'Night', type: 'page', key: 1, mushafId: 5 } as const
    const slots = async ({ pull }: Pick<Awaited<ReturnType<typeof feedOf>>, 'pull'>) =>
      (await pull(0, { resources: 'READING_BOOKMARK' })).mutations!.map(
        ({ type, resourceId, data }) =>
          `${type} ${resourceId}${data ? ` ${data['slot'] as number} ${data['name'] as string} ${data['type'] as string} ${data['key'] as number}:${data['verseNumber'] as number} ${data['mushafId'] as number}` : ''}`,
      )

    it('has three slots, each at a verse or a page', async () => {
      const feed = await feedOf(slotsAndFlag)
      await feed.push(place(1, 255, 1), place(2, 7, 1, 'Morning'), {
        type: 'CREATE',
        resource: 'READING_BOOKMARK',
        data: page,
      })
      const [one, two, three] = [
        'CREATE reading-bookmark-1 1 null ayah 2:255 1',
        'CREATE reading-bookmark-2 2 Morning ayah 2:7 1',
        'CREATE reading-bookmark-3 3 Night page 1:null 5',
      ]
      expect(await slots(feed)).toEqual([one, two, three])
      // The bookmarks know nothing of them.
      expect((await list(feed.amina)).data).toEqual([])
      await feed.push({ type: 'DELETE', resource: 'READING_BOOKMARK', resourceId: 'reading-bookmark-2' })
      expect(await slots(feed)).toEqual([one, three, 'DELETE reading-bookmark-2'])
      await feed.push(place(2, 8, 2))
      expect(await slots(feed)).toEqual([
        one,
        three,
        'DELETE reading-bookmark-2',
        'CREATE reading-bookmark-4 2 null ayah 2:8 1',
      ])
    })

    it.each([
      [1, 2, 256],
      [2, 1, 255],
    ])('of acts %i and %i on one slot the later counts', async (first, second, verseNumber) => {
      const feed = await feedOf(slotsAndFlag)
      const acts = { 1: place(1, 255, 2), 2: place(1, 256, first < second ? 3 : 1) }
      const { mutations } = await feed.push(acts[1], acts[2])
      expect(mutations).toHaveLength(2)
      expect(await slots(feed)).toEqual([
        `${first < second ? 'UPDATE' : 'CREATE'} reading-bookmark-1 1 null ayah 2:${verseNumber} 1`,
      ])
    })

    it.each<[string, PushedMutation, RegExp]>([
      ['of a verse that is not there', place(1, 287, 1), /^422 mutations\[1\]/],
      [
        'of a slot that is another',
        {
          type: 'UPDATE',
          resource: 'READING_BOOKMARK',
          resourceId: 'reading-bookmark-1',
          data: { ...page, slot: 2 },
        },
        /^422 mutations\[1\]: A reading bookmark keeps its slot/,
      ],
      [
        'of none that is there',
        { type: 'DELETE', resource: 'READING_BOOKMARK', resourceId: 'other' },
        /^422 mutations\[1\]/,
      ],
    ])('%s it is refused', async (_, mutation, message) => {
      const feed = await feedOf(slotsAndFlag)
      await feed.push(place(1, 255, 1))
      expect(await feed.refused(note, mutation)).toMatch(message)
    })

    it('that is nowhere is refused', async () => {
      const nowhere = { slot: 1, name: 'Night', type: null, key: null, verseNumber: null, mushafId: null }
      expect(
        await (
          await feedOf(slotsAndFlag)
        ).refused({ type: 'CREATE', resource: 'READING_BOOKMARK', data: nowhere }),
      ).toMatch(/^422/)
    })

    it('is no resource of a feed that has the flag alone', async () => {
      const { refused, amina, pull, push } = await feedOf()
      expect(await refused(place(1, 255, 1))).toMatch(/^422 mutations\[0\]: There is no resource/)
      const query = { mutationsSince: 0, resources: 'NOTE,READING_BOOKMARK' }
      expect(await amina.refused('GET', '/v1/sync', { query })).toBe('422 unprocessable_entity')
      await push({ type: 'CREATE', resource: 'BOOKMARK', data: { ...verse(2, 255), isReading: true } })
      expect((await pull()).mutations).toMatchObject([{ data: { isReading: true } }])
    })

    it('has the place of the flag where a feed has slots alone, from one answer to the next', async () => {
      const feed = await feedOf()
      const flagged: PushedMutation = {
        type: 'CREATE',
        resource: 'BOOKMARK',
        data: { ...verse(2, 255), isReading: true },
      }
      await feed.push(flagged)
      const match = { path: '/auth/v1/sync' }
      feed.sandbox.fault({ match, times: Infinity, effect: { userFeed: { readingBookmarks: 'slots' } } })
      const other = { ...flagged, data: { ...verse(2, 7), isReading: true } }
      await feed.push(other, place(1, 8, 1))
      const { mutations = [] } = await feed.pull()
      expect(mutations.map(({ resource, data }) => [resource, data!['isReading']])).toEqual([
        ['BOOKMARK', undefined],
        ['BOOKMARK', undefined],
        ['READING_BOOKMARK', undefined],
      ])
      expect(places((await list(feed.amina, { isReading: true })).data)).toEqual(['2:255'])
    })
  })

  it('moves the place', async () => {
    const { amina, push } = await feedOf()
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
  })

  it('makes a session of each that is made, and tells the times of each', async () => {
    const { push, pull } = await feedOf()
    const at = (second: number) => new Date(began + second * 1_000).toISOString()
    const make = (verseNumber: number, second: number): PushedMutation => ({
      type: 'CREATE',
      resource: 'READING_SESSION',
      data: { chapterNumber: 2, verseNumber, clientCreatedAt: at(second), clientUpdatedAt: at(second) },
    })
    await push(make(1, 20), make(2, 10))
    const data = { chapterNumber: 2, verseNumber: 3, clientUpdatedAt: at(30) }
    await push({ type: 'UPDATE', resource: 'READING_SESSION', resourceId: 'reading-session-1', data })
    const { mutations = [] } = await pull()
    expect(mutations.map(({ type, resourceId, data: reported }) => [type, resourceId, reported])).toEqual([
      ['CREATE', 'reading-session-2', make(2, 10).data],
      ['UPDATE', 'reading-session-1', { ...data, clientCreatedAt: at(20) }],
    ])
  })

  it('makes highlights: members of a system collection, by the id that it got', async () => {
    const { amina, push, pull, refused } = await feedOf()
    const name = 'system:highlights:blue'
    const blue: PushedMutation = {
      type: 'CREATE',
      resource: 'COLLECTION',
      data: { name, isDefault: false, isSystem: true },
    }
    expect(await refused(member(name, 2, 255))).toBe('422 mutations[0]: There is no such collection.')
    const { mutations } = await push(blue)
    const id = mutations[0]!.resourceId!
    expect(id).not.toBe(name)
    // One of a name is enough.
    expect((await push(blue)).mutations).toMatchObject([{ resourceId: id }])
    await push(member(id, 2, 255))
    expect(await names(amina)).toMatchObject([{ id, name, isSystem: true }])
    expect((await list(amina)).data).toMatchObject([{ collectionsCount: 0 }])
    const reported = await pull(0, { resources: 'COLLECTION' })
    expect(reported.mutations).toMatchObject([
      { resourceId: id, data: { name, isDefault: false, isSystem: true } },
    ])
    expect(await amina.refused('DELETE', `/v1/collections/${id}`)).toBe('403 forbidden')
    await push({
      type: 'DELETE',
      resource: 'COLLECTION_BOOKMARK',
      data: { collectionId: id, bookmarkId: 'bookmark-1' },
    })
    expect((await list(amina)).data).toEqual([])
    expect(await refused({ ...blue, data: { name: 'Mine', isDefault: true } })).toMatch(/^422/)
  })

  it('puts in Favorites by either of their ids', async () => {
    const { amina, push, pull } = await feedOf({ favoritesInFeed: 'memberships' })
    await push(member('__default__', 2, 1))
    const { mutations = [] } = await pull(0, { resources: 'COLLECTION' })
    await push(member(mutations[0]!.resourceId!, 2, 2))
    expect(places((await contents(amina, '__default__')).bookmarks)).toEqual(['2:2', '2:1'])
  })

  it('takes a member away by its place, and a bookmark without a word of reading', async () => {
    const { amina, push, refused } = await feedOf()
    await push(member('__default__', 2, 255))
    const gone: PushedMutation = {
      type: 'DELETE',
      resource: 'COLLECTION_BOOKMARK',
      data: { collectionId: '__default__', ...verse(2, 255) },
    }
    expect((await push(gone)).mutations).toHaveLength(1)
    expect((await list(amina)).data).toEqual([])
    expect(await refused(gone)).toMatch(/^422 mutations\[0\]: There is no such bookmark/)
    await push({ type: 'CREATE', resource: 'BOOKMARK', data: verse(2, 7) })
    expect((await list(amina)).data).toMatchObject([{ key: 2, verseNumber: 7 }])
    expect((await list(amina, { isReading: true })).data).toEqual([])
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
  const reported = async (environment: string) => {
    const { amina, head } = await feedOf({ environment })
    const answer = await amina.send('POST', '/v1/collections', { body: { name: 'One' } })
    return [answer.headers.get('x-mutation-at'), String(await head())]
  }
  const [mutationAt, present] = await reported('prelive')
  expect(mutationAt).toBe(present)
  expect((await reported('production'))[0]).toBeNull()
})
