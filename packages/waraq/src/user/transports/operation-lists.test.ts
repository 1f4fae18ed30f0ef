import { createUserClient, type UserClient } from '../../client/user/user-client.ts'
import { directConnection } from '../../client/user/user-connection.ts'
import { favoritesCollectionId, userRootsBelow } from '@waraq/protocol/user'
import { createSandbox } from '@waraq/sandbox'
import { beforeEach, describe, expect, it } from 'vitest'
import { bookmarkOf, favoritesKey, memberOf, noteKeyed, readingIn } from '../model/entity.ts'
import { operationsTransport } from './operations.ts'
import type { ListName } from '../model/listing.ts'
import type { UserTransport } from './transport.ts'

let transport: UserTransport
let user: UserClient

beforeEach(() => {
  let now = Date.parse('2026-03-02T12:00:00Z')
  const sandbox = createSandbox({ content: 'small', now: () => (now += 1_000) })
  const options = {
    connection: directConnection({
      root: userRootsBelow('http://localhost'),
      tokens: { get: () => sandbox.userToken({ user: 'amina' }) },
    }),
    fetch: ((input, init) => sandbox.fetch(new Request(input, init))) as typeof fetch,
  }
  user = createUserClient(options)
  transport = operationsTransport({ ...options, account: 'amina', mushafId: 1, onAnswer: undefined })
})

const call = { signal: new AbortController().signal }
const list = (name: ListName, ownerId?: string) => transport.list(name, ownerId, call)
const keysOf = async (name: ListName, ownerId?: string) =>
  (await list(name, ownerId)).found.map(({ entity }) => entity.key).sort()
const verse = (key: number, verseNumber: number) => ({ type: 'ayah' as const, key, verseNumber })
const favorite = (key: number, number: number) =>
  user.collections.addBookmark(favoritesCollectionId, verse(key, number))

describe('a list', () => {
  it('of favorites is read to its end', async () => {
    for (let number = 1; number <= 45; number++) await favorite(2, number)
    expect(await keysOf('favorites')).toHaveLength(45)
    const { covers } = await list('favorites')
    expect(covers(memberOf(favoritesKey, verse(2, 99)))).toBe(true)
    expect(covers(memberOf('collection|1', verse(2, 99)))).toBe(false)
  })

  it('of a surah has its favorites and the notes about it', async () => {
    await favorite(2, 255)
    await favorite(3, 1)
    await user.notes.create({ body: 'To think about.', saveToQR: false, ranges: ['2:280-3:2'] })
    const { found, covers } = await list('chapter|2')
    expect(found.map(({ entity, value }) => [entity.kind, entity.chapters, value])).toEqual(
      expect.arrayContaining([
        ['member', [2], true],
        ['note', [2, 3], { body: 'To think about.', ranges: ['2:280-3:2'] }],
      ]),
    )
    expect(found).toHaveLength(2)
    expect(covers(memberOf(favoritesKey, verse(2, 1)))).toBe(true)
    expect(covers(readingIn(1))).toBe(false)
    expect(covers(memberOf(favoritesKey, verse(3, 1)))).toBe(false)
    expect(covers(memberOf('collection|1', verse(2, 1)))).toBe(false)
    expect(covers(noteKeyed('n', ['2:1-2:2']))).toBe(true)
    expect(covers(noteKeyed('n', ['2:1-3:2']))).toBe(false)
  })

  it('of collections tells by their state whose members have changed', async () => {
    const { data } = await user.collections.create({ name: 'Ramadan' })
    const before = (await list('collections')).found
    expect(before).toMatchObject([{ value: { name: 'Ramadan' }, id: data.id }])
    await user.collections.addBookmark(data.id, verse(2, 183))
    const after = (await list('collections')).found
    expect(after[0]!.state).not.toBe(before[0]!.state)
    expect(await keysOf(`members|${after[0]!.entity.key}`, data.id)).toEqual([
      memberOf(after[0]!.entity.key, verse(2, 183)).key,
    ])
  })

  it('of notes, settings, the place and bookmarks by themselves', async () => {
    await user.notes.create({ body: 'To think about.', saveToQR: false, ranges: ['1:1-1:7'] })
    await user.preferences.update({ group: 'theme', key: 'type', value: 'dark' }, { mushafId: 1 })
    await user.readingSessions.record({ chapterNumber: 18, verseNumber: 60 })
    await user.bookmarks.add({ type: 'page', key: 42 })
    await user.bookmarks.add({ ...verse(2, 7), isReading: true })
    expect((await list('notes')).found).toMatchObject([{ value: { ranges: ['1:1-1:7'] } }])
    expect(await keysOf('settings')).toContain('setting|theme.type')
    expect((await list('place')).found).toMatchObject([{ value: { chapter: 18, verse: 60 } }])
    expect(await keysOf('bookmarks')).toEqual(['bookmark|page|42'])
  })

  it('of the reading bookmark has a verse or a page, which is no bookmark then', async () => {
    const read = async () => (await list('reading')).found.map(({ entity, value }) => [entity.key, value])
    expect(await read()).toEqual([])
    await user.bookmarks.add({ ...verse(2, 7), isReading: true })
    expect(await read()).toEqual([['reading|1', { name: null, target: verse(2, 7) }]])
    await user.bookmarks.add({ type: 'page', key: 43, isReading: true })
    const page = { type: 'page', key: 43 } as const
    expect(await read()).toEqual([['reading|1', { name: null, target: page, mushafId: 1 }]])
    const { found, covers } = await list('bookmarks')
    expect([found, covers(bookmarkOf(page)), covers(bookmarkOf({ ...page, key: 44 }))]).toEqual([
      [],
      false,
      true,
    ])
    const reading = await list('reading')
    expect([readingIn(1), readingIn(2), bookmarkOf(page)].map(reading.covers)).toEqual([true, false, false])
  })
})
