import { failure } from '@waraq/test-support/failure'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ImportProgress } from './import.ts'
import { collectionMembers, allCollections, favorites } from './view/queries.ts'
import { outbox } from './view/outbox-query.ts'
import type { UserData } from './api.ts'
import { stage, type Stage } from './stage.test-support.ts'

let scene: Stage
let user: UserData
beforeEach(async () => {
  scene = stage()
  scene.session = { signedIn: false }
  user = await scene.device().open()
})
afterEach(() => scene.close())

const document = { kind: 'waraq-user-data', version: 1 }
const verses = Array.from({ length: 286 }, (_, index) => `2:${index + 1}`)
const favorited = async () => (await user.query(favorites())).length
const waiting = async () => (await user.query(outbox())).waiting

describe('an import', () => {
  it('lets the mutations of a person in between, and tells how far it is', async () => {
    const reported: ImportProgress[] = []
    let mutate: Promise<void> | undefined
    let kept = 0
    const places = [...verses, ...verses.map((_, index) => ({ type: 'page', number: index + 1 }))]
    const done = user.import(
      { ...document, collections: [{ name: 'A', places }] },
      {
        onProgress: (progress) => {
          reported.push(progress)
          mutate ??= user.favorite('18:10').then(() => void (kept = reported.length))
        },
      },
    )
    await done
    await mutate
    const total = 573
    expect(reported).toEqual([250, 500, total].map((each) => ({ done: each, total })))
    // It is on the disk before the last step.
    expect(kept).toBeLessThan(reported.length)
  })

  it('ends at its signal; to import again goes on', async () => {
    const over = new AbortController()
    const stop = { signal: over.signal, onProgress: () => over.abort('over') }
    const places = [...verses]
    const file = { ...document, favorites: verses, collections: [{ name: 'A', places }] }
    expect(await failure(user.import(file, stop))).toMatchObject({ code: 'aborted' })
    expect(await waiting()).toBe(250)
    await user.import(file)
    expect(await waiting()).toBe(2 * verses.length + 1)
  })

  it('counts equal entries once, in as many steps as there are different ones', async () => {
    let transactions = 0
    const { transaction } = Dexie.prototype
    Dexie.prototype.transaction = function (this: Dexie, ...given: never[]) {
      transactions++
      return (transaction as (...given: never[]) => never).apply(this, given)
    } as never
    try {
      const favorites = Array.from({ length: 90_000 }, () => '2:255')
      const collections = Array.from({ length: 4_000 }, () => ({ name: ' A ', places: ['2:1'] }))
      await user.import({ ...document, favorites, collections })
    } finally {
      Dexie.prototype.transaction = transaction
    }
    expect(transactions).toBeLessThan(10)
    expect(await favorited()).toBe(1)
    expect(await user.query(allCollections())).toMatchObject([{ name: 'A' }])
    expect(await waiting()).toBe(3)
  })

  it('puts nothing into a collection that the person deletes meanwhile', async () => {
    const key = await user.collections.create('A')
    const places = [...verses, ...verses.map((_, index) => ({ type: 'page', number: index + 1 }))]
    let gone: Promise<unknown> | undefined
    await user.import(
      { ...document, collections: [{ name: 'A', places }] },
      { onProgress: () => (gone ??= user.collections.delete(key)) },
    )
    await gone
    expect(await user.query(collectionMembers(key))).toEqual([])
    expect(await waiting()).toBe(0)
  })

  it('is over once all was erased', async () => {
    let erased: Promise<void> | undefined
    const file = {
      ...document,
      favorites: verses,
      bookmarks: verses.map((_, index) => ({ type: 'page', number: index + 1 })),
    }
    const ended = await failure(user.import(file, { onProgress: () => (erased ??= user.erase()) }))
    await erased
    expect(ended).toMatchObject({ code: 'aborted' })
    expect(await waiting()).toBe(0)
  })

  it('is shown before anything is kept: new entries by kind, and those that replace others', async () => {
    await user.favorite('2:1')
    await user.collections.create('A')
    await user.setReadingBookmark('2:1', { slot: 2, name: 'Here' })
    const file = {
      ...document,
      favorites: ['2:1', '2:2', { verse: '2:3', createdAt: 1 }],
      collections: [
        { name: 'A', places: ['2:1'] },
        { name: 'B', places: [] },
      ],
      notes: [{ body: 'A note', ranges: ['2:1-2:1'] }],
      bookmarks: [{ type: 'page', number: 1 }],
      highlights: [{ verse: '2:1', color: 'red' }],
      reading: [
        { slot: 1, name: null, place: '2:7' },
        { slot: 2, name: 'There', place: '2:8' },
      ],
      place: '2:255',
    }
    const before = await user.export()
    const preview = await user.previewImport(file)
    const of = (kind: string, added: number, replaced = 0, leftOut = 0) => ({
      kind,
      added,
      replaced,
      leftOut,
    })
    const kinds = [
      of('bookmark', 1),
      of('collection', 1),
      of('favorite', 2),
      of('highlight', 0, 0, 1),
      of('member', 1),
      of('note', 1),
      of('place', 1),
      of('reading', 1, 1),
    ]
    expect([...preview].sort((one, other) => one.kind.localeCompare(other.kind))).toEqual(kinds)
    expect(await user.export()).toEqual(before)
    await user.import(file)
    expect(await user.previewImport(file)).toEqual([of('highlight', 0, 0, 1)])
  })

  it('that would be refused is refused in the preview, too', async () => {
    for (const file of [{}, { ...document, notes: [{ body: '', ranges: [] }] }])
      expect(await failure(user.previewImport(file))).toMatchObject({ code: 'invalid_argument' })
    expect(await waiting()).toBe(0)
  })

  it('that would be more than may wait keeps nothing', async () => {
    const notes = Array.from({ length: 20_001 }, (_, index) => ({
      body: `Note ${index}`,
      ranges: ['2:1-2:1'],
    }))
    expect(await failure(user.import({ ...document, notes }))).toMatchObject({ code: 'outbox_full' })
    expect(await waiting()).toBe(0)
  })
})
