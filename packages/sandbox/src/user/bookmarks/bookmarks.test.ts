import { DeleteBookmarkResponse } from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import { signedIn, userSandbox } from '../user-data.test-support.ts'
import { add, bookmark, contents, list, places, put, verse, whole } from './bookmarks.test-support.ts'

const signIn = () => signedIn(userSandbox(), 'amina')

describe('setting a bookmark', () => {
  it('takes a verse, a juz, a page or a surah', async () => {
    const amina = await signIn()
    const shared = {
      createdAt: '2026-01-01T00:00:00.000Z',
      isInDefaultCollection: false,
      isReading: null,
      collectionsCount: 0,
    }
    expect(await add(amina, verse(2, 255))).toStrictEqual({
      ...shared,
      id: 'bookmark-1',
      type: 'ayah',
      group: 'ayahs',
      key: 2,
      verseNumber: 255,
    })
    for (const [type, key] of [
      ['juz', 30],
      ['page', 604],
      ['surah', 114],
    ] as const) {
      const expected = { ...shared, type, group: `${type}s`, key, verseNumber: null }
      expect(await add(amina, whole(type, key))).toStrictEqual({ ...expected, id: expect.any(String) })
    }
  })

  it('sets one for each place', async () => {
    const amina = await signIn()
    const first = await add(amina, verse(1, 1))
    expect(await add(amina, verse(1, 1))).toStrictEqual(first)
    expect((await add(amina, whole('surah', 1))).id).not.toBe(first.id)
    expect((await list(amina)).data).toHaveLength(1)
    expect((await list(amina, { type: 'surah' })).data).toHaveLength(1)
  })

  it('tells pages apart by their mushaf, and nothing else', async () => {
    const amina = await signIn()
    const page = await add(amina, { ...whole('page', 3), mushafId: 2 })
    expect((await add(amina, { ...whole('page', 3), mushaf: 2 })).id).toBe(page.id)
    expect((await add(amina, whole('page', 3))).id).not.toBe(page.id)
    const juz = await add(amina, { ...whole('juz', 3), mushafId: 2 })
    expect((await add(amina, whole('juz', 3))).id).toBe(juz.id)
    const ayah = await add(amina, { ...verse(3, 3), mushafId: 2 })
    expect((await add(amina, verse(3, 3))).id).toBe(ayah.id)
  })

  it('takes a page without a mushaf for one of the first', async () => {
    const amina = await signIn()
    const { id } = await add(amina, whole('page', 3))
    expect((await add(amina, { ...whole('page', 3), mushafId: 1, mushaf: 1 })).id).toBe(id)
  })

  it('refuses places that are nowhere', async () => {
    const amina = await signIn()
    const nowhere = [
      verse(2, 287),
      verse(2, 0),
      verse(115, 1),
      whole('juz', 31),
      whole('juz', 0),
      whole('page', 605),
      whole('surah', 115),
    ]
    for (const body of nowhere)
      expect(await amina.refused('POST', '/v1/bookmarks', { body })).toBe('422 unprocessable_entity')
    expect((await list(amina)).data).toStrictEqual([])
  })

  it('refuses bodies that do not make sense', async () => {
    const amina = await signIn()
    const senseless = [
      { type: 'ayah', key: 2 },
      { ...whole('page', 2), verseNumber: 1 },
      { type: 'hizb', key: 2 },
      { ...whole('page', 2), mushafId: 1, mushaf: 2 },
    ]
    for (const body of senseless)
      expect(await amina.refused('POST', '/v1/bookmarks', { body })).toBe('400 invalid_request')
  })
})

describe('where a user reads', () => {
  it('is at most one bookmark', async () => {
    const amina = await signIn()
    const first = await add(amina, { ...verse(2, 1), isReading: true })
    expect(first.isReading).toBe(true)
    expect((await add(amina, { ...whole('page', 9), isReading: true })).isReading).toBe(true)
    expect(places((await list(amina, { isReading: true, type: 'page' })).data)).toStrictEqual(['page 9'])
    expect((await list(amina, { isReading: false })).data).toStrictEqual([{ ...first, isReading: false }])
  })

  it('stays where it is when its bookmark is set again', async () => {
    const amina = await signIn()
    await add(amina, { ...verse(2, 1), isReading: true })
    expect((await add(amina, verse(2, 1))).isReading).toBe(true)
  })

  it.each([false, null])(
    'is taken away by %s, which sets no bookmark where there is none',
    async (isReading) => {
      const amina = await signIn()
      expect(await bookmark(amina, { ...verse(2, 1), isReading })).toBeNull()
      expect((await list(amina)).data).toStrictEqual([])
      const { id } = await add(amina, { ...verse(2, 1), isReading: true })
      expect(await add(amina, { ...verse(2, 1), isReading })).toMatchObject({ id, isReading: false })
      expect((await list(amina, { isReading: true })).data).toStrictEqual([])
    },
  )

  it.each(['elsewhere', 'nowhere'])(
    'holds a bookmark that was made for a collection and left it, until the user reads %s',
    async (place) => {
      const amina = await signIn()
      await put(amina, '__default__', verse(2, 1))
      const { id } = await add(amina, { ...verse(2, 1), isReading: true })
      await amina.delete('/v1/collections/__default__/bookmarks', verse(2, 1))
      expect((await list(amina)).data).toMatchObject([{ id, isReading: true, collectionsCount: 0 }])
      if (place === 'elsewhere') await add(amina, { ...whole('page', 9), isReading: true })
      else expect(await bookmark(amina, { ...verse(2, 1), isReading: null })).toBeNull()
      expect((await list(amina)).data).toStrictEqual([])
    },
  )

  it('leaves no bookmark behind that was made for a collection, once both are gone', async () => {
    const amina = await signIn()
    await put(amina, '__default__', verse(2, 1))
    for (const number of [1, 2]) await add(amina, { ...verse(2, number), isReading: true })
    expect(places((await list(amina)).data)).toStrictEqual(['2:2', '2:1'])
    await amina.delete('/v1/collections/__default__/bookmarks', verse(2, 1))
    expect(places((await list(amina)).data)).toStrictEqual(['2:2'])
  })
})

describe('deleting a bookmark', () => {
  it('deletes one that is in no collection, and the mark with it', async () => {
    const amina = await signIn()
    const { id } = await add(amina, { ...verse(2, 1), isReading: true })
    const answer = DeleteBookmarkResponse.parse(await amina.delete(`/v1/bookmarks/${id}`))
    expect(answer.data.message).toBe('bookmark deleted')
    expect((await list(amina)).data).toStrictEqual([])
    const reading = { query: { isReading: true } }
    expect(await amina.refused('GET', '/v1/bookmarks/bookmark', reading)).toBe('404 not_found')
    expect(await amina.refused('DELETE', `/v1/bookmarks/${id}`)).toBe('404 not_found')
  })

  it.each(['__default__', 'collection-1'])('leaves one in %s, which it only unmarks', async (collection) => {
    const amina = await signIn()
    await amina.post('/v1/collections', { name: 'One' })
    const { id } = await add(amina, { ...verse(2, 1), isReading: true })
    await put(amina, collection, verse(2, 1))
    for (const _again of [1, 2]) {
      await amina.delete(`/v1/bookmarks/${id}`)
      const { bookmarks } = await contents(amina, collection)
      expect(bookmarks).toMatchObject([{ id, isReading: false, collectionsCount: 1 }])
    }
    expect((await list(amina)).data).toMatchObject([{ id, isReading: false }])
    // The user took back that it stands by itself, so it goes with the last collection.
    await amina.delete(`/v1/collections/${collection}/bookmarks/${id}`)
    expect((await list(amina)).data).toStrictEqual([])
  })

  it('leaves nothing behind for the next one', async () => {
    const amina = await signIn()
    const { id } = await add(amina, { ...verse(2, 1), isReading: true })
    await amina.delete(`/v1/bookmarks/${id}`)
    const next = await add(amina, verse(2, 1))
    expect(next).toMatchObject({ isReading: null, isInDefaultCollection: false })
    expect(next.id).not.toBe(id)
  })
})

describe('bookmarks', () => {
  it('are their user’s alone', async () => {
    const sandbox = userSandbox()
    const [amina, idris] = [await signedIn(sandbox, 'amina'), await signedIn(sandbox, 'idris')]
    const hers = await add(amina, { ...verse(2, 1), isReading: true })
    const his = await add(idris, { ...verse(2, 1), isReading: true })
    expect(his.id).not.toBe(hers.id)
    expect(await idris.refused('DELETE', `/v1/bookmarks/${hers.id}`)).toBe('404 not_found')
    expect((await list(amina)).data).toStrictEqual([hers])
    expect((await list(idris)).data).toStrictEqual([his])
  })

  it('ask for the scope of what is done', async () => {
    const sandbox = userSandbox()
    const reader = await signedIn(sandbox, 'amina', 'bookmark.read')
    const setter = await signedIn(sandbox, 'amina', 'bookmark.create')
    const { id } = await add(setter, verse(2, 1))
    const refused = '403 insufficient_scope'
    expect(await reader.refused('POST', '/v1/bookmarks', { body: verse(2, 1) })).toBe(refused)
    expect(await reader.refused('DELETE', `/v1/bookmarks/${id}`)).toBe(refused)
    expect(await setter.refused('GET', '/v1/bookmarks', { query: { mushafId: 1 } })).toBe(refused)
    expect((await list(reader)).data).toHaveLength(1)
  })
})
