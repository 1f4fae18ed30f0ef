import {
  AddCollectionBookmarkResponse,
  DeleteCollectionBookmarkResponse,
  ListCollectedBookmarksResponse,
  RemoveCollectionBookmarkResponse,
} from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import {
  add,
  contents,
  list as listBookmarks,
  places,
  put,
  type User,
  verse,
  whole,
} from '../bookmarks/bookmarks.test-support.ts'
import type { SandboxOptions } from '../../index.ts'
import { signedIn, userSandbox } from '../user-data.test-support.ts'

type Query = Parameters<User['get']>[1]
const inOne = '/v1/collections/collection-1/bookmarks'

/** A user with two collections, `collection-1` and `collection-2`. */
async function collector(options: SandboxOptions = {}): Promise<User> {
  const amina = await signedIn(userSandbox(options), 'amina')
  for (const name of ['One', 'Two']) await amina.post('/v1/collections', { name })
  return amina
}

/** What is in a collection. */
const inside = async (user: User, id: string, query: Query = {}) =>
  places((await contents(user, id, query)).bookmarks)

const collected = async (user: User, query: Query = {}) =>
  ListCollectedBookmarksResponse.parse(await user.get('/v1/collections/all', query))

describe('putting a bookmark in a collection', () => {
  it('makes the bookmark where there is none', async () => {
    const amina = await collector()
    const answer = AddCollectionBookmarkResponse.parse(await put(amina, 'collection-1', verse(2, 1)))
    expect(answer.data.message).toBe('collection bookmark added')
    expect(places((await listBookmarks(amina)).data)).toStrictEqual(['2:1'])
  })

  it('takes the bookmark that there is, and says in how many collections it is', async () => {
    const amina = await collector()
    const { id } = await add(amina, verse(2, 1))
    await put(amina, 'collection-1', verse(2, 1))
    await put(amina, 'collection-2', { key: 2, verseNumber: 1 })
    expect((await contents(amina, 'collection-1')).bookmarks).toMatchObject([
      { id, isInDefaultCollection: false, collectionsCount: 2 },
    ])
    await put(amina, '__default__', verse(2, 1))
    expect((await contents(amina, '__default__')).bookmarks).toMatchObject([
      { id, isInDefaultCollection: true, collectionsCount: 3 },
    ])
  })

  it('has to be told the type of what is no verse', async () => {
    const amina = await collector()
    const path = '/v1/collections/collection-1/bookmarks'
    expect(await amina.refused('POST', path, { body: { key: 2 } })).toBe('400 invalid_request')
    await put(amina, 'collection-1', { key: 2, type: 'surah' })
    expect(await inside(amina, 'collection-1')).toStrictEqual(['surah 2'])
  })

  it('puts it there once, and moves the time of the collection once', async () => {
    let now = Date.parse('2026-01-05T10:00:00Z')
    const amina = await collector({ now: () => now })
    now += 1000
    await put(amina, 'collection-1', verse(2, 1))
    now += 1000
    await put(amina, 'collection-1', verse(2, 1))
    const { collection } = await contents(amina, 'collection-1')
    expect(collection).toMatchObject({ bookmarksCount: 1, updatedAt: '2026-01-05T10:00:01.000Z' })
    expect((await contents(amina, 'collection-2')).collection.updatedAt).toBe('2026-01-05T10:00:00.000Z')
  })

  it('keeps Favorites for verses', async () => {
    const amina = await collector()
    const at = '/v1/collections/__default__/bookmarks'
    for (const body of [whole('juz', 1), whole('page', 1), whole('surah', 1), { key: 1 }])
      expect(await amina.refused('POST', at, { body })).toBe('400 invalid_request')
    expect((await listBookmarks(amina)).data).toStrictEqual([])
  })

  it('refuses what is nowhere, and two mushafs in one', async () => {
    const amina = await collector()
    for (const body of [verse(1, 8), whole('juz', 31), whole('page', 605), whole('surah', 115)])
      expect(await amina.refused('POST', inOne, { body })).toBe('422 unprocessable_entity')
    const body = { ...whole('page', 1), mushafId: 1, mushaf: 2 }
    expect(await amina.refused('POST', inOne, { body })).toBe('400 invalid_request')
    const elsewhere = { body: verse(1, 1) }
    expect(await amina.refused('POST', '/v1/collections/collection-9/bookmarks', elsewhere)).toBe(
      '404 not_found',
    )
    expect((await listBookmarks(amina)).data).toStrictEqual([])
  })
})

describe('taking a bookmark out of a collection', () => {
  it('goes by what it is set to, by its id in the body or in the path', async () => {
    const amina = await collector()
    for (const number of [1, 2, 3]) await put(amina, 'collection-1', verse(2, number))
    const removed = await amina.delete(inOne, verse(2, 1))
    expect(RemoveCollectionBookmarkResponse.parse(removed).data).toStrictEqual({})
    await amina.delete(inOne, { bookmarkId: 'bookmark-2' })
    const deleted = await amina.delete(`${inOne}/bookmark-3`)
    expect(DeleteCollectionBookmarkResponse.parse(deleted).data.message).toBe('collection bookmark deleted')
    expect(await inside(amina, 'collection-1')).toStrictEqual([])
  })

  it('moves the time of the collection', async () => {
    let now = Date.parse('2026-01-05T10:00:00Z')
    const amina = await collector({ now: () => now })
    await put(amina, 'collection-1', verse(2, 1))
    now += 1000
    await amina.delete(inOne, verse(2, 1))
    expect((await contents(amina, 'collection-1')).collection.updatedAt).toBe('2026-01-05T10:00:01.000Z')
  })

  it('leaves a bookmark that was set for its own sake', async () => {
    const amina = await collector()
    await add(amina, verse(2, 1))
    await put(amina, 'collection-1', verse(2, 1))
    await put(amina, 'collection-2', verse(2, 2))
    await add(amina, verse(2, 2))
    await amina.delete(inOne, verse(2, 1))
    await amina.delete('/v1/collections/collection-2')
    expect((await listBookmarks(amina)).data).toMatchObject([
      { verseNumber: 2, collectionsCount: 0 },
      { verseNumber: 1, collectionsCount: 0 },
    ])
  })

  it('deletes a bookmark that was made for collections, with the last of them', async () => {
    const amina = await collector()
    for (const id of ['collection-1', 'collection-2', '__default__']) await put(amina, id, verse(2, 1))
    await amina.delete(inOne, verse(2, 1))
    await amina.delete('/v1/collections/collection-2')
    expect((await listBookmarks(amina)).data).toMatchObject([
      { isInDefaultCollection: true, collectionsCount: 1 },
    ])
    await amina.delete('/v1/collections/__default__/bookmarks/bookmark-1')
    expect((await listBookmarks(amina)).data).toStrictEqual([])
    await put(amina, 'collection-1', verse(2, 2))
    await amina.delete('/v1/collections/collection-1')
    expect((await listBookmarks(amina)).data).toStrictEqual([])
  })

  it('needs a bookmark that is in the collection', async () => {
    const amina = await collector()
    await add(amina, verse(2, 1))
    const gone = '404 not_found'
    for (const body of [verse(2, 1), verse(2, 2), { bookmarkId: 'bookmark-1' }, { bookmarkId: 'bookmark-9' }])
      expect(await amina.refused('DELETE', inOne, { body })).toBe(gone)
    expect(await amina.refused('DELETE', `${inOne}/bookmark-1`)).toBe(gone)
    expect(await amina.refused('DELETE', '/v1/collections/collection-9/bookmarks/bookmark-1')).toBe(gone)
    const nowhere = { body: whole('juz', 31) }
    expect(await amina.refused('DELETE', inOne, nowhere)).toBe('422 unprocessable_entity')
    const both = { body: { ...verse(2, 1), bookmarkId: 'bookmark-1' } }
    expect(await amina.refused('DELETE', inOne, both)).toBe('400 invalid_request')
  })
})

describe('what is in collections', () => {
  it('is listed by when it was put in, or by its place in the text', async () => {
    const amina = await collector()
    for (const target of [verse(2, 255), whole('juz', 30), verse(2, 10), whole('surah', 2)])
      await put(amina, 'collection-1', target)
    expect(await inside(amina, 'collection-1')).toStrictEqual(['surah 2', '2:10', 'juz 30', '2:255'])
    expect(await inside(amina, 'collection-1', { sortBy: 'recentlyAdded', first: 1 })).toStrictEqual([
      'surah 2',
    ])
    const query = { sortBy: 'verseKey' }
    expect(await inside(amina, 'collection-1', query)).toStrictEqual(['surah 2', '2:10', '2:255', 'juz 30'])
  })

  it('comes in parts both ways', async () => {
    const amina = await collector()
    for (const number of [1, 2, 3]) await put(amina, 'collection-1', verse(2, number))
    const first = await contents(amina, 'collection-1', { first: 2 })
    expect(places(first.bookmarks)).toStrictEqual(['2:3', '2:2'])
    const after = String(first.pagination.endCursor)
    expect(await inside(amina, 'collection-1', { first: 2, after })).toStrictEqual(['2:1'])
    expect(await inside(amina, 'collection-1', { last: 1, before: after })).toStrictEqual(['2:3'])
    const query = { first: 1, after: 'bookmark-9' }
    expect(await amina.refused('GET', '/v1/collections/collection-1', { query })).toBe(
      '422 unprocessable_entity',
    )
  })

  it('is listed over all collections, each bookmark once', async () => {
    const amina = await collector()
    await add(amina, verse(3, 1))
    await put(amina, 'collection-2', verse(2, 2))
    await put(amina, 'collection-2', whole('page', 1))
    await put(amina, '__default__', verse(2, 1))
    await put(amina, 'collection-1', verse(2, 2))
    expect(places((await collected(amina)).data)).toStrictEqual(['2:2', '2:1', 'page 1'])
    expect(places((await collected(amina, { sortBy: 'verseKey' })).data)).toStrictEqual([
      'page 1',
      '2:1',
      '2:2',
    ])
    const verses = await collected(amina, { type: 'ayah', first: 1 })
    expect(places(verses.data)).toStrictEqual(['2:2'])
    const after = String(verses.pagination.endCursor)
    expect(places((await collected(amina, { type: 'ayah', first: 1, after })).data)).toStrictEqual(['2:1'])
    expect(places((await collected(amina, { type: 'page' })).data)).toStrictEqual(['page 1'])
  })
})
