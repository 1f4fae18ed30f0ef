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
} from './index.ts'
import { stage, type Stage } from './stage.test-support.ts'

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
