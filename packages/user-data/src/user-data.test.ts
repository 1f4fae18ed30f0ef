import { settle } from '@waraq/test-support/at-rest'
import { memoryMarks } from '@waraq/test-support/memory-marks'
import { Dexie } from 'dexie'
import { afterEach, describe, expect, it } from 'vitest'
import {
  allCollections,
  allNotes,
  collectionMembers,
  marksOfChapter,
  outbox,
  readingPlace,
  stars,
  type UserData,
} from './index.ts'
import { feedScope, stage, type Stage } from './stage.test-support.ts'

let scene: Stage
afterEach(() => scene.close())

const minute = 60_000

describe('what a person does', () => {
  it('is shown at once, and is at the service a moment later', async () => {
    scene = stage()
    const [device, other] = [scene.device(), scene.device()]
    const user = await device.open()
    const seen: string[][] = []
    user.live(marksOfChapter(2)).subscribe(({ starred }) => void seen.push([...starred.keys()]))
    await user.star('2:255')
    const key = await user.collections.create('Ramadan')
    await user.collections.add(key, '2:183')
    await user.notes.write({ body: 'To think about.', ranges: ['2:255-2:255'] })
    await user.place.at('18:60')
    await settle()
    expect(seen.at(-1)).toEqual(['2:255'])
    expect((await user.read(outbox())).waiting).toBe(5)
    await scene.pass(minute)
    expect(await user.read(outbox())).toEqual({
      waiting: 0,
      held: [],
      nextTryAt: null,
      code: null,
      way: 'operations',
      uncountedSeconds: 0,
    })
    expect(user.problem.get()).toBeUndefined()

    const there = await other.open()
    await there.refresh()
    expect((await there.read(stars())).map(({ verseKey }) => verseKey)).toEqual(['2:255'])
    const [collection] = await there.read(allCollections())
    expect(collection).toMatchObject({ name: 'Ramadan', pending: false })
    expect(await there.read(collectionMembers(collection!.key))).toMatchObject([{ verseKey: '2:183' }])
    expect(await there.read(allNotes())).toMatchObject([{ body: 'To think about.', pending: false }])
    expect(await there.read(readingPlace())).toMatchObject({ verseKey: '18:60' })
  })
})

describe('a verse that is bookmarked', () => {
  it('is a favorite, and nothing that no list shows', async () => {
    scene = stage()
    const user = await scene.device().open()
    await user.bookmark('2:1')
    expect(await user.read(stars())).toMatchObject([{ verseKey: '2:1' }])
    await user.bookmark('2:1', false)
    expect((await user.read(outbox())).waiting).toBe(0)
  })
})

describe('favorites', () => {
  const newest = async (user: UserData) => (await user.read(stars('newest'))).map(({ verseKey }) => verseKey)

  it.each([
    ['operations', ''],
    ['feed', feedScope],
  ])('have the time at which they were starred, also once %s have delivered them', async (_, scope) => {
    scene = stage()
    scene.session = { signedIn: true, account: 'amina', scope }
    const user = await scene.device().open()
    const began = scene.clock.now()
    for (const verse of ['18:10', '2:255', '3:1']) {
      await user.star(verse)
      await scene.pass(10 * minute)
    }
    await user.star('2:255', false)
    await scene.pass(minute)
    await user.star('2:255')
    await scene.pass(minute)
    await user.refresh()
    const kept = await user.read(stars('newest'))
    expect(kept.map(({ verseKey, pending }) => [verseKey, pending])).toEqual([
      ['2:255', false],
      ['3:1', false],
      ['18:10', false],
    ])
    const times = kept.map(({ addedAt }) => Math.round((addedAt! - began) / minute))
    expect(times).toEqual([31, 20, 0])
    expect((await user.read(stars())).map(({ verseKey }) => verseKey)).toEqual(['2:255', '3:1', '18:10'])
  })

  it('go along to the account, and out and in, in their order', async () => {
    scene = stage()
    scene.session = { signedIn: false }
    const user = await scene.device().open()
    for (const verse of ['18:10', '2:255', '3:1']) await user.star(verse)
    await scene.pass(minute)
    const other = await scene.device().open()
    await other.star('1:1')
    await other.import(await user.export())
    expect(await newest(other)).toEqual(['1:1', '3:1', '2:255', '18:10'])
    scene.session = { signedIn: true, account: 'amina', scope: '' }
    await user.account.check()
    await user.account.enter({ take: true })
    expect(await newest(user)).toEqual(['3:1', '2:255', '18:10'])
  })
})

describe('erasing', () => {
  const fill = async (user: UserData) => {
    await user.star('2:255')
    await user.notes.write({ body: 'To think about.', ranges: ['2:255-2:255'] })
    await user.place.at('18:60')
  }
  const left = async (user: UserData) => {
    const { stars, notes, place } = await user.export()
    return [stars.length, notes.length, place]
  }

  it('takes what the device keeps of its own, in all tabs, and nothing of it comes back', async () => {
    scene = stage()
    scene.session = { signedIn: false }
    const device = scene.device()
    const [user, tab] = [await device.open(), await device.open()]
    const seen: number[] = []
    tab.live(stars()).subscribe((all) => void seen.push(all.length))
    await fill(user)
    expect(await user.account.leave({ waiting: 'drop' })).toEqual({ waiting: 3, left: false })
    expect(await left(user)).toEqual([1, 1, '18:60'])
    await user.erase()
    await settle()
    expect(seen.at(-1)).toBe(0)
    for (const each of [user, tab, await device.open()]) expect(await left(each)).toEqual([0, 0, null])
    await user.star('3:1')
    expect(await left(tab)).toEqual([1, 0, null])
  })

  it('takes the account off the device as well, and leaves the service what it has', async () => {
    scene = stage()
    scene.session = { signedIn: false }
    const device = scene.device()
    const user = await device.open()
    await user.star('3:1')
    scene.session = { signedIn: true, account: 'amina', scope: '' }
    await user.account.check()
    await user.account.enter({ take: false })
    await fill(user)
    await scene.pass(minute)
    await user.star('4:1')
    await user.erase()
    expect(scene.session).toEqual({ signedIn: false })
    expect([user.account.get().account, await left(user)]).toEqual([null, [0, 0, null]])
    scene.session = { signedIn: true, account: 'amina', scope: '' }
    await user.account.check()
    await user.refresh()
    expect((await user.read(stars())).map(({ verseKey }) => verseKey)).toEqual(['2:255'])
  })
})

describe('closed', () => {
  it('it ends its live queries', async () => {
    scene = stage()
    const { storagemutated } = Dexie.on as unknown as { storagemutated: { subscribers: readonly unknown[] } }
    const listening = storagemutated.subscribers.length
    const user = await scene.device().open()
    const seen: number[] = []
    const end = user.live(stars()).subscribe((all) => void seen.push(all.length))
    await settle()
    expect(seen).toEqual([0])
    expect(storagemutated.subscribers.length).toBeGreaterThan(listening)
    user.close()
    expect(storagemutated.subscribers.length).toBe(listening)
    end()
  })
})

describe('the browser', () => {
  const told = { persisted: () => Promise.resolve(false) }
  it.each([
    ['asked to keep what is stored once something is kept, and says that it does', 'with-first-act', true],
    ['asked nothing where the application asks by itself', 'never', false],
  ] as const)('is %s', async (_, persist, persisted) => {
    scene = stage()
    let asked = 0
    const storage = { ...told, persist: async () => (asked++, true) }
    const user = scene.device().tab({ persist, storage, marks: memoryMarks() })
    await user.account.check()
    await settle()
    expect([user.persisted.get(), asked]).toEqual([false, 0])
    for (const verse of ['2:255', '2:256']) await user.star(verse)
    await settle()
    expect([user.persisted.get(), asked]).toEqual([persisted, persisted ? 1 : 0])
  })
})

describe('without a backend', () => {
  it('all is kept on this device, and stays there', async () => {
    scene = stage()
    const user = scene.device().tab({ door: undefined, session: undefined })
    await user.star('2:255')
    await user.account.check()
    await scene.pass(minute)
    expect(await user.read(stars())).toMatchObject([{ verseKey: '2:255', pending: true }])
    expect(user.account.get()).toEqual({ account: null, session: 'signed_out', scope: null })
    expect(scene.sandbox.requests).toEqual([])
  })
  it('a note is as short as its person likes, and longer with a backend, as the service wants it', async () => {
    scene = stage()
    const user = scene.device().tab({ door: undefined, session: undefined })
    const ranges = ['2:255-2:255']
    expect(user.notes.limits()).toEqual({ least: 1, most: 10_000 })
    await user.notes.write({ body: '🤲', ranges })
    const [note] = await user.read(allNotes())
    await user.notes.edit(note!.key, 'ok')
    await user.import({ kind: 'waraq-user-data', version: 1, notes: [{ body: '…', ranges }] })
    expect((await user.read(allNotes())).map(({ body }) => body).sort()).toEqual(['ok', '…'])
    const other = await scene.device().open()
    expect(other.notes.limits()).toEqual({ least: 6, most: 10_000 })
    for (const body of ['🤲', '🤲🤲🤲', '🤲'.repeat(5)])
      await expect(other.notes.write({ body, ranges })).rejects.toMatchObject({ code: 'invalid_argument' })
  })
  it.each(['door', 'session'] as const)('half a backend is refused: no %s', (missing) => {
    scene = stage()
    const open = () => scene.device().tab({ [missing]: undefined })
    expect(open).toThrowError(expect.objectContaining({ code: 'invalid_option' }))
  })
})

describe('a closed one', () => {
  it('does nothing more, and says so', async () => {
    scene = stage()
    const user = await scene.device().open()
    user.close()
    user.close()
    await expect(user.star('2:255')).rejects.toMatchObject({ code: 'store_closed' })
    await expect(user.read(stars())).rejects.toMatchObject({ code: 'store_closed' })
  })
})
