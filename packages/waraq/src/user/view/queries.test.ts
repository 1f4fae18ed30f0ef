import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  allBookmarks,
  allCollections,
  collectionMembers,
  marksOfChapter,
  readingBookmarks,
  setting,
  favorites,
} from './queries.ts'
import { allNotes } from './note-queries.ts'
import { readingPlace } from './place-queries.ts'
import { outbox } from './outbox-query.ts'
import type { UserData } from '../api.ts'
import { stage, type Stage } from '../stage.test-support.ts'

let scene: Stage
let user: UserData
beforeEach(async () => {
  scene = stage()
  scene.session = { signedIn: false }
  user = await scene.device().open()
})
afterEach(() => scene.close())

const time = expect.any(Number) as number
const waiting = { pending: true, blocked: null, createdAt: time, updatedAt: time }
const placed = (slot: number, number: number, verseKey: string | null) => ({
  slot,
  name: null,
  type: 'ayah',
  number,
  verseKey,
  mushafId: null,
  ...waiting,
})

it.each([
  ['of a chapter', marksOfChapter(2)],
  ['of favorites', favorites()],
  ['of collections', allCollections()],
  ['of notes', allNotes()],
  ['of bookmarks', allBookmarks()],
  ['of reading bookmarks', readingBookmarks()],
  ['of the place', readingPlace()],
  ['of a setting', setting({ group: 'theme', key: 'type' })],
  ['of what waits', outbox()],
])('a mutation that comes at the moment of a question %s is kept', async (_, query) => {
  const mutations = () => [user.favorite('2:255'), user.setLastRead('2:7')]
  await Promise.all([user.query<unknown>(query), ...mutations(), user.query<unknown>(query)])
  await Promise.all([...mutations(), user.query<unknown>(query), user.favorite('2:256')])
  expect(await user.query(favorites())).toHaveLength(2)
})

describe('an answer', () => {
  it('of a surah has what is marked in it', async () => {
    await user.favorite('2:255')
    await user.favorite('3:1')
    await user.setReadingBookmark('2:100')
    const key = await user.collections.create('Ramadan')
    await user.collections.add(key, '2:183')
    const note = { body: 'To think about.', ranges: ['1:7-2:2'] }
    const noteKey = await user.notes.write(note)
    const marks = await user.query(marksOfChapter(2))
    expect(marks).toEqual({
      favorited: new Map([['2:255', waiting]]),
      reading: new Map([['2:100', [placed(1, 2, '2:100')]]]),
      collections: new Map([['2:183', [key]]]),
      highlights: new Map(),
      notes: [{ key: noteKey, ...note, ...waiting }],
    })
    expect((await user.query(marksOfChapter(1))).notes).toHaveLength(1)
    await user.collections.delete(key)
    expect((await user.query(marksOfChapter(2))).collections.size).toBe(0)
  })
  it('of favorites and of a collection is in the order of the text', async () => {
    const key = await user.collections.create('Ramadan')
    for (const verse of ['10:1', '2:9', '2:10']) {
      await user.favorite(verse)
      await user.collections.add(key, verse)
    }
    await user.collections.add(key, { type: 'page', number: 1 })
    expect((await user.query(favorites())).map(({ verseKey }) => verseKey)).toEqual(['2:9', '2:10', '10:1'])
    expect((await user.query(collectionMembers(key))).map(({ type, number }) => [type, number])).toEqual([
      ['page', 1],
      ['ayah', 2],
      ['ayah', 2],
      ['ayah', 10],
    ])
  })
  it('of collections is by name, of notes by their first verse', async () => {
    for (const name of ['Beta', 'alpha']) await user.collections.create(name)
    for (const range of ['3:1-3:1', '2:255-2:255'])
      await user.notes.write({ body: `About ${range}.`, ranges: [range] })
    expect((await user.query(allCollections())).map(({ name }) => name)).toEqual(['alpha', 'Beta'])
    expect((await user.query(allNotes())).map(({ body }) => body)).toEqual([
      'About 2:255-2:255.',
      'About 3:1-3:1.',
    ])
  })
  it('of what is there once: the place, a setting, a bookmark of a page', async () => {
    expect(await user.query(readingPlace())).toBeNull()
    await user.setLastRead('18:60')
    await user.setLastRead('18:61')
    await user.set({ group: 'theme', key: 'type', value: 'dark' })
    await user.bookmark({ type: 'page', number: 42 })
    expect(await user.query(readingPlace())).toEqual({
      verseKey: '18:61',
      ...waiting,
      createdAt: null,
      isFromThisDevice: true,
    })
    expect(await user.query(setting({ group: 'theme', key: 'type' }))).toEqual({
      value: 'dark',
      ...waiting,
      createdAt: null,
    })
    expect(await user.query(setting({ group: 'language', key: 'language' }))).toBeNull()
    expect(await user.query(allBookmarks())).toEqual([
      { type: 'page', number: 42, verseKey: null, ...waiting },
    ])
    await user.bookmark({ type: 'page', number: 42 }, false)
    expect(await user.query(allBookmarks())).toEqual([])
  })
  it('of reading bookmarks has up to three, each at a verse or a page', async () => {
    await user.setReadingBookmark('2:1', { name: 'Morning' })
    await user.setReadingBookmark('2:2')
    await user.setReadingBookmark('2:2', { slot: 3 })
    await user.setReadingBookmark({ type: 'page', number: 42 }, { slot: 2 })
    const [first, last] = [{ ...placed(1, 2, '2:2'), name: 'Morning' }, placed(3, 2, '2:2')]
    const page = { ...placed(2, 42, null), type: 'page', mushafId: 1 }
    expect(await user.query(readingBookmarks())).toEqual([first, page, last])
    expect((await user.query(marksOfChapter(2))).reading).toEqual(new Map([['2:2', [first, last]]]))
    expect((await user.query(marksOfChapter(42))).reading.size).toBe(0)
    await user.setReadingBookmark('2:2', { name: null })
    expect((await user.query(readingBookmarks()))[0]).toMatchObject({ name: null })
    for (const slot of [1, 2, 3] as const) await user.setReadingBookmark(null, { slot })
    expect(await user.query(readingBookmarks())).toEqual([])
  })
})

describe('a change of what is not there', () => {
  it.each([
    ['a note', () => user.notes.edit('note|9', 'A new text.')],
    ['a collection', () => user.collections.rename('collection|9', 'Name')],
    ['a collection that gets a verse', () => user.collections.add('collection|9', '2:1')],
  ])('%s: is told, and changes nothing', async (_, change) => {
    await expect(change()).rejects.toMatchObject({ code: 'not_found' })
    expect(await user.query(allCollections())).toEqual([])
  })
})
