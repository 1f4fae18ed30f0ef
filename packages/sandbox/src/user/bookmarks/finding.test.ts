import {
  FindBookmarkResponse,
  ListBookmarkCollectionsResponse,
  ListRangeBookmarksResponse,
  normalizeRawBookmark,
} from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import { signedIn, userSandbox } from '../user-data.test-support.ts'
import { add, list, places, put, type User, verse, whole } from './bookmarks.test-support.ts'

const signIn = () => signedIn(userSandbox(), 'amina')
const unprocessable = '422 unprocessable_entity'
type Query = NonNullable<Parameters<User['get']>[1]>

describe('the list of bookmarks', () => {
  it('has the newest first, in parts both ways', async () => {
    const amina = await signIn()
    for (const number of [1, 2, 3, 4, 5]) await add(amina, verse(2, number))
    const first = await list(amina, { first: 2 })
    expect(places(first.data)).toStrictEqual(['2:5', '2:4'])
    expect(first.pagination).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    const next = await list(amina, { first: 2, after: String(first.pagination.endCursor) })
    expect(places(next.data)).toStrictEqual(['2:3', '2:2'])
    const last = await list(amina, { last: 2 })
    expect(places(last.data)).toStrictEqual(['2:2', '2:1'])
    const before = await list(amina, { last: 2, before: String(last.pagination.startCursor) })
    expect(places(before.data)).toStrictEqual(['2:4', '2:3'])
    expect(before.pagination).toMatchObject({ hasNextPage: true, hasPreviousPage: true })
  })

  it('can be narrowed', async () => {
    const amina = await signIn()
    await add(amina, verse(2, 1))
    await add(amina, verse(3, 1))
    await add(amina, whole('juz', 2))
    expect(places((await list(amina, { key: 2 })).data)).toStrictEqual(['2:1'])
    expect(places((await list(amina, { key: 2, type: 'juz' })).data)).toStrictEqual(['juz 2'])
    expect(places((await list(amina, { type: 'ayah' })).data)).toStrictEqual(['3:1', '2:1'])
    expect(places((await list(amina, { type: 'ayah', key: 3 })).data)).toStrictEqual(['3:1'])
  })

  it('leaves out the pages of other mushafs', async () => {
    const amina = await signIn()
    await add(amina, { ...whole('page', 2), mushafId: 2 })
    await add(amina, { ...verse(2, 1), mushafId: 2 })
    const pagesOf = async (mushafId: number) => places((await list(amina, { mushafId, type: 'page' })).data)
    expect([await pagesOf(1), await pagesOf(2)]).toStrictEqual([[], ['page 2']])
    expect(places((await list(amina, { mushafId: 1 })).data)).toStrictEqual(['2:1'])
  })

  it('refuses what is no cursor, and a query without a mushaf', async () => {
    const amina = await signIn()
    const query = { mushafId: 1, first: 2, after: 'bookmark-9' }
    expect(await amina.refused('GET', '/v1/bookmarks', { query })).toBe(unprocessable)
    expect(await amina.refused('GET', '/v1/bookmarks')).toBe(unprocessable)
  })
})

describe('the bookmarks of a range', () => {
  const path = '/v1/bookmarks/ayahs-range'
  const range = (chapterNumber: number, rangeStartAyahNumber: number, rangeEndAyahNumber: number) => ({
    chapterNumber,
    rangeStartAyahNumber,
    rangeEndAyahNumber,
    mushafId: 1,
  })

  it('are those of its verses, in their order and in both raw forms', async () => {
    const amina = await signIn()
    for (const number of [1, 2, 3]) await add(amina, verse(2, number))
    await add(amina, verse(3, 2))
    await add(amina, whole('surah', 2))
    const { data, pagination } = ListRangeBookmarksResponse.parse(await amina.get(path, range(2, 1, 2)))
    expect(places(data.map(normalizeRawBookmark))).toStrictEqual(['2:1', '2:2'])
    expect(data.map(({ bookmarkType, bookmarkGroup }) => [bookmarkType, bookmarkGroup])).toStrictEqual([
      ['ayah', { name: 'ayahs' }],
      [{ type: 'ayah' }, 'ayahs'],
    ])
    expect(pagination).toMatchObject({ hasNextPage: false, hasPreviousPage: false })
    const listed = (await list(amina, { type: 'ayah', key: 2 })).data
    expect(listed).toContainEqual(normalizeRawBookmark(data[0]!))
  })

  it('have to be of a range that there is', async () => {
    const amina = await signIn()
    for (const query of [range(2, 3, 2), range(2, 0, 2), range(2, 280, 287), range(115, 1, 1)])
      expect(await amina.refused('GET', path, { query })).toBe(unprocessable)
  })
})

describe('one bookmark', () => {
  const path = '/v1/bookmarks/bookmark'
  const found = async (user: User, query: Query) =>
    places([FindBookmarkResponse.parse(await user.get(path, query)).data])

  it('is found by what it is set to', async () => {
    const amina = await signIn()
    await add(amina, verse(2, 1))
    await add(amina, { ...whole('page', 2), mushafId: 2 })
    await add(amina, whole('surah', 2))
    expect(await found(amina, { ...verse(2, 1), mushafId: 5 })).toStrictEqual(['2:1'])
    expect(await found(amina, { key: 2, verseNumber: 1 })).toStrictEqual(['2:1'])
    expect(await found(amina, { key: 2 })).toStrictEqual(['surah 2'])
    expect(await found(amina, { ...whole('page', 2), mushaf: 2 })).toStrictEqual(['page 2'])
    const query = whole('page', 2)
    expect(await amina.refused('GET', path, { query })).toBe('404 not_found')
  })

  it('is found where the user reads', async () => {
    const amina = await signIn()
    expect(await amina.refused('GET', path, { query: { isReading: true } })).toBe('404 not_found')
    await add(amina, { ...whole('page', 2), mushafId: 2, isReading: true })
    await add(amina, verse(2, 1))
    expect(await found(amina, { isReading: true })).toStrictEqual(['page 2'])
    expect(await found(amina, { isReading: true, mushafId: 2, type: 'page' })).toStrictEqual(['page 2'])
    for (const query of [{ mushafId: 1 }, { type: 'ayah' }, verse(2, 1)])
      expect(await amina.refused('GET', path, { query: { isReading: true, ...query } })).toBe('404 not_found')
    expect(await found(amina, { isReading: false, ...verse(2, 1) })).toStrictEqual(['2:1'])
  })

  it('has to be asked for', async () => {
    const amina = await signIn()
    const senseless: Query[] = [
      {},
      { isReading: false },
      { type: 'ayah' },
      { isReading: true, verseNumber: 1 },
      { key: 2, type: 'ayah' },
      { key: 2, type: 'page', verseNumber: 1 },
      { key: 115 },
      { key: 2, verseNumber: 287 },
      { key: 2, mushafId: 1, mushaf: 2 },
    ]
    for (const query of senseless) expect(await amina.refused('GET', path, { query })).toBe(unprocessable)
  })
})

describe('the collections of a bookmark', () => {
  const path = '/v1/bookmarks/collections'
  const holding = async (user: User, query: Query) =>
    ListBookmarkCollectionsResponse.parse(await user.get(path, { mushafId: 1, ...query })).data

  /** A user with two collections, `collection-1` and `collection-2`. */
  async function collector(): Promise<User> {
    const amina = await signIn()
    for (const name of ['One', 'Two']) await amina.post('/v1/collections', { name })
    return amina
  }

  it('are told by their ids, Favorites where asked for', async () => {
    const amina = await collector()
    await put(amina, 'collection-2', verse(2, 1))
    await put(amina, '__default__', verse(2, 7))
    await put(amina, 'collection-1', whole('juz', 2))
    expect(await holding(amina, { key: 2, type: 'ayah' })).toStrictEqual(['collection-2'])
    expect(await holding(amina, { key: 2, type: 'ayah', includeDefault: true })).toStrictEqual([
      '__default__',
      'collection-2',
    ])
    expect(await holding(amina, { key: 2 })).toStrictEqual(['collection-1', 'collection-2'])
    expect(await holding(amina, { key: 3 })).toStrictEqual([])
  })

  it('can be asked for in parts', async () => {
    const amina = await collector()
    for (const id of ['collection-2', 'collection-1']) await put(amina, id, verse(2, 1))
    expect(await holding(amina, { key: 2, first: 1 })).toStrictEqual(['collection-1'])
    expect(await holding(amina, { key: 2, first: 1, after: 'collection-1' })).toStrictEqual(['collection-2'])
    const query = { mushafId: 1, key: 2, first: 1, after: 'collection-9' }
    expect(await amina.refused('GET', path, { query })).toBe(unprocessable)
  })

  it('come whole unless a part is asked for', async () => {
    const amina = await signIn()
    for (let number = 1; number <= 21; number++) {
      await amina.post('/v1/collections', { name: `Number ${number}` })
      await put(amina, `collection-${number}`, verse(2, 1))
    }
    expect(await holding(amina, { key: 2 })).toHaveLength(21)
  })

  it('leave out pages of other mushafs', async () => {
    const amina = await collector()
    await put(amina, 'collection-1', { ...whole('page', 2), mushafId: 2 })
    expect(await holding(amina, { key: 2, mushafId: 2 })).toStrictEqual(['collection-1'])
    expect(await holding(amina, { key: 2, mushafId: 1 })).toStrictEqual([])
  })

  it('have to be of something that there is', async () => {
    const amina = await signIn()
    for (const query of [
      { key: 0 },
      { key: 605 },
      { key: 1.5 },
      { key: 31, type: 'juz' },
      { key: 115, type: 'ayah' },
    ])
      expect(await amina.refused('GET', path, { query: { mushafId: 1, ...query } })).toBe(unprocessable)
  })
})
