import { settle } from '@waraq/test-support/at-rest'
import { memoryMarks } from '@waraq/test-support/memory-marks'
import { Dexie } from 'dexie'
import { afterEach, describe, expect, it } from 'vitest'
import { favorites } from './view/queries.ts'
import type { UserData } from './api.ts'
import { stage, type Stage } from './stage.test-support.ts'

let scene: Stage
afterEach(() => scene.close())

const minute = 60_000

describe('erasing', () => {
  const fill = async (user: UserData) => {
    await user.favorite('2:255')
    await user.notes.write({ body: 'To think about.', ranges: ['2:255-2:255'] })
    await user.setLastRead('18:60')
  }
  const left = async (user: UserData) => {
    const { favorites, notes, place } = await user.export()
    return [favorites.length, notes.length, place]
  }

  it('takes what the device keeps of its own, in all tabs, and nothing of it comes back', async () => {
    scene = stage()
    scene.session = { signedIn: false }
    const device = scene.device()
    const [user, tab] = [await device.open(), await device.open()]
    const observed: number[] = []
    tab.live(favorites()).subscribe((all) => void observed.push(all.length))
    await fill(user)
    expect(await user.account.signOut({ waiting: 'drop' })).toEqual({ waiting: 3, left: false })
    expect(await left(user)).toEqual([1, 1, '18:60'])
    await user.erase()
    await settle()
    expect(observed.at(-1)).toBe(0)
    for (const each of [user, tab, await device.open()]) expect(await left(each)).toEqual([0, 0, null])
    await user.favorite('3:1')
    expect(await left(tab)).toEqual([1, 0, null])
  })

  it('takes the account off the device as well, and leaves the service what it has', async () => {
    scene = stage()
    scene.session = { signedIn: false }
    const device = scene.device()
    const user = await device.open()
    await user.favorite('3:1')
    scene.session = { signedIn: true, account: 'amina', scope: '' }
    await user.account.check()
    await user.account.attach({ take: false })
    await fill(user)
    await scene.pass(minute)
    await user.favorite('4:1')
    await user.erase()
    expect(scene.session).toEqual({ signedIn: false })
    expect([user.account.get().account, await left(user)]).toEqual([null, [0, 0, null]])
    scene.session = { signedIn: true, account: 'amina', scope: '' }
    await user.account.check()
    await user.refresh()
    expect((await user.query(favorites())).map(({ verseKey }) => verseKey)).toEqual(['2:255'])
  })
})

describe('closed', () => {
  it('it ends its live queries', async () => {
    scene = stage()
    const { storagemutated } = Dexie.on as unknown as { storagemutated: { subscribers: readonly unknown[] } }
    const listening = storagemutated.subscribers.length
    const user = await scene.device().open()
    const observed: number[] = []
    const end = user.live(favorites()).subscribe((all) => void observed.push(all.length))
    await settle()
    expect(observed).toEqual([0])
    expect(storagemutated.subscribers.length).toBeGreaterThan(listening)
    user.close()
    expect(storagemutated.subscribers.length).toBe(listening)
    end()
  })
})

describe('the browser', () => {
  const reported = { persisted: () => Promise.resolve(false) }
  it.each([
    [
      'asked to keep what is stored once something is kept, and says that it does',
      'with-first-mutation',
      true,
    ],
    ['asked nothing where the application asks by itself', 'never', false],
  ] as const)('is %s', async (_, persist, persisted) => {
    scene = stage()
    let asked = 0
    const storage = { ...reported, persist: async () => (asked++, true) }
    const user = scene.device().tab({ persist, storage, marks: memoryMarks() })
    await user.account.check()
    await settle()
    expect([user.persisted.get(), asked]).toEqual([false, 0])
    for (const verse of ['2:255', '2:256']) await user.favorite(verse)
    await settle()
    expect([user.persisted.get(), asked]).toEqual([persisted, persisted ? 1 : 0])
  })
})

describe('a closed one', () => {
  it('does nothing more, and says so', async () => {
    scene = stage()
    const user = await scene.device().open()
    user.close()
    user.close()
    await expect(user.favorite('2:255')).rejects.toMatchObject({ code: 'store_closed' })
    await expect(user.query(favorites())).rejects.toMatchObject({ code: 'store_closed' })
  })
})
