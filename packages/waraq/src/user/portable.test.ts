import { failure } from '@waraq/test-support/failure'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allBookmarks, allCollections, collectionMembers } from './view/queries.ts'
import { allNotes } from './view/note-queries.ts'
import type { StoredItem } from './view/answered.ts'
import { outbox } from './view/outbox-query.ts'
import type { UserData } from './api.ts'
import { feedScope, stage, type Stage } from './stage.test-support.ts'

let scene: Stage
let user: UserData
beforeEach(async () => {
  scene = stage()
  scene.session = { signedIn: false }
  user = await scene.device().open()
})
afterEach(() => scene.close())

const file = {
  kind: 'waraq-user-data',
  version: 1,
  favorites: ['2:255', '18:10'],
  collections: [{ name: 'Ramadan', places: ['2:183', { type: 'juz', number: 30 }] }],
  notes: [{ body: 'To think about.', ranges: ['2:255-2:257'] }],
  bookmarks: [{ type: 'page', number: 42 }],
  highlights: [],
  reading: [
    { slot: 1, name: 'Morning', place: '2:100' },
    { slot: 3, name: null, place: { type: 'page', number: 7 }, mushafId: 5 },
  ],
  place: '18:60',
  settings: [{ group: 'theme', key: 'type', value: 'dark' }],
}
const waiting = async () => (await user.query(outbox())).waiting

it('what was exported is there again on another device, and once more changes nothing', async () => {
  await user.import(file)
  const exported = await user.export()
  const other = await scene.device().open()
  await other.import(JSON.parse(JSON.stringify(exported)))
  const again = await other.export()
  expect(again).toEqual(exported)
  const at = scene.clock.now()
  const favorites = [
    { verse: '18:10', createdAt: at + 1 },
    { verse: '2:255', createdAt: at },
  ]
  const places = [
    { type: 'juz', number: 30, createdAt: at + 9 },
    { verse: '2:183', createdAt: at + 8 },
  ]
  expect(again).toEqual({
    ...file,
    favorites,
    bookmarks: [{ type: 'page', number: 42, createdAt: at + 2 }],
    collections: [{ name: 'Ramadan', createdAt: at + 7, places }],
    notes: [{ ...file.notes[0], createdAt: at + 10 }],
  })
  const before = await waiting()
  expect(before).toBe(11)
  await user.import(file)
  expect(await waiting()).toBe(before)
})

it('has highlights, which go where the feed is', async () => {
  const highlights = [{ verse: '2:255', color: 'blue' }]
  await user.import({ ...file, highlights })
  expect((await user.export()).highlights).toEqual([])
  scene.session = { signedIn: true, account: 'amina', scope: feedScope }
  const other = await scene.device().open()
  await other.import({ ...file, highlights })
  expect((await other.export()).highlights).toMatchObject(highlights)
  // Files of earlier versions have none.
  await other.import({ ...file, highlights: undefined })
})

it('has when each was made, so that their order stays', async () => {
  const minute = 60_000
  for (const name of ['B', 'A']) {
    const key = await user.collections.create(name)
    for (const place of ['3:1', '2:1', { type: 'juz', number: 1 }] as const) {
      await scene.pass(minute)
      await user.collections.add(key, place)
    }
    await scene.pass(minute)
    await user.bookmark({ type: 'page', number: name === 'B' ? 9 : 5 })
    await user.notes.write({ body: `Note ${name}`, ranges: ['2:1'] })
  }
  const other = await scene.device().open()
  await scene.pass(minute)
  await other.bookmark({ type: 'page', number: 7 })
  await other.import(JSON.parse(JSON.stringify(await user.export())))
  for (const query of [allNotes({}, 'newest'), allCollections('newest')])
    expect((await other.query<readonly StoredItem[]>(query)).map(withoutKey)).toEqual(
      (await user.query<readonly StoredItem[]>(query)).map(withoutKey),
    )
  const [{ key, name } = { key: '', name: '' }] = await other.query(allCollections('newest'))
  expect(name).toBe('A')
  const inside = await other.query(collectionMembers(key, 'newest'))
  expect(inside.map(({ type, verseKey }) => verseKey ?? type)).toEqual(['juz', '2:1', '3:1'])
  expect((await other.query(allBookmarks('newest'))).map(({ number }) => number)).toEqual([7, 5, 9])
})

/** What was changed then, an import changes now. */
const withoutKey = (kept: StoredItem) => ({ ...kept, key: undefined, updatedAt: undefined })

it('joins what is there', async () => {
  await user.import(file)
  await user.import({ ...file, collections: [{ name: 'Ramadan', places: ['2:185'] }] })
  const { collections } = await user.export()
  expect(collections).toHaveLength(1)
  expect(collections[0]!.places).toHaveLength(3)
})

describe('what is no such document is refused whole', () => {
  it.each([
    ['nothing', undefined],
    ['a list', []],
    ['another document', { kind: 'other' }],
    ['one of a newer version', { ...file, version: 2 }],
    ['a verse that there is not', { ...file, favorites: ['2:255', '2:999'] }],
    ['a name that is no text', { ...file, collections: [{ name: 7, places: [] }] }],
    ['a collection that is null', { ...file, collections: [null] }],
    ['a place that is null', { ...file, collections: [{ name: 'A', places: [null] }] }],
    ['a note that is null', { ...file, notes: [null] }],
    ['a note without a text', { ...file, notes: [{ body: '', ranges: [] }] }],
    ['a bookmark of no verse', { ...file, bookmarks: ['2:999'] }],
    ['a part that is no list', { ...file, notes: {} }],
    ['a setting that there is not', { ...file, settings: [{ group: 'x', key: 'y', value: 1 }] }],
    ['a colour that there is not', { ...file, highlights: [{ verse: '2:255', color: 'black' }] }],
    ['a highlight of no verse', { ...file, highlights: [{ color: 'blue' }] }],
    ['a place that is a number', { ...file, place: 5 }],
  ])('%s', async (_, hostile) => {
    expect(await failure(user.import(hostile))).toMatchObject({ code: 'invalid_argument' })
    expect(await waiting()).toBe(0)
  })
})
