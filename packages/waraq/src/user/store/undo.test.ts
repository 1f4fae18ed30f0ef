import { afterEach, describe, expect, it } from 'vitest'
import type { Undo, UserData } from '../api.ts'
import { allNotes } from '../view/note-queries.ts'
import { outbox } from '../view/outbox-query.ts'
import { allCollections, collectionMembers } from '../view/queries.ts'
import { feedScope, stage, untimed, type Device, type Stage } from '../stage.test-support.ts'

let scene: Stage
afterEach(() => scene.close())

const minute = 60_000
const noteOf = async (user: UserData) => (await user.query(allNotes()))[0]!.key
const collectionOf = async (user: UserData) => (await user.query(allCollections()))[0]!.key

/** What there is before. */
async function fill(user: UserData): Promise<void> {
  await user.favorite('2:255')
  const key = await user.collections.create('Ramadan')
  for (const place of ['2:183', '2:185'] as const) await user.collections.add(key, place)
  await user.notes.write({ body: 'To think about.', ranges: ['2:255'] })
  await user.bookmark({ type: 'page', number: 42 })
  await user.setReadingBookmark('2:100')
  await user.set({ group: 'theme', key: 'type', value: 'dark' })
  await user.setLastRead('18:60')
}

const mutations: readonly (readonly [string, (user: UserData) => Promise<Undo>])[] = [
  ['a favorite', (user) => user.favorite('3:1')],
  ['a favorite that was taken away', (user) => user.favorite('2:255', false)],
  ['the rename of a collection', async (user) => user.collections.rename(await collectionOf(user), 'Other')],
  ['the deletion of a collection', async (user) => user.collections.delete(await collectionOf(user))],
  ['a verse in a collection', async (user) => user.collections.add(await collectionOf(user), '3:1')],
  ['a verse out of a collection', async (user) => user.collections.remove(await collectionOf(user), '2:183')],
  ['a verse in no collection', (user) => user.collections.set('2:183', [])],
  ['the edit of a note', async (user) => user.notes.edit(await noteOf(user), 'Another text.')],
  ['the deletion of a note', async (user) => user.notes.delete(await noteOf(user))],
  ['a bookmark', (user) => user.bookmark({ type: 'juz', number: 3 })],
  ['a bookmark that was taken away', (user) => user.bookmark({ type: 'page', number: 42 }, false)],
  ['a reading bookmark that moved', (user) => user.setReadingBookmark('3:1')],
  ['a reading bookmark that was taken away', (user) => user.setReadingBookmark(null)],
  ['a setting', (user) => user.set({ group: 'theme', key: 'type', value: 'light' })],
  ['the place', (user) => user.setLastRead('19:1')],
]

async function filled(scope: string): Promise<{ readonly user: UserData; readonly device: Device }> {
  scene = stage()
  scene.session = { ...scene.session, scope }
  const device = scene.device()
  const user = await device.open()
  await fill(user)
  await scene.pass(minute)
  await user.refresh()
  return { user, device }
}

async function elsewhere() {
  const other = await scene.device().open()
  await other.refresh()
  return untimed(await other.export())
}

describe.each([
  ['operations', ''],
  ['feed', feedScope],
])('by the %s', (transport, scope) => {
  const more: typeof mutations =
    transport === 'feed' ? [['a highlight', (user) => user.highlight('2:1', 'blue')]] : []
  it('each is taken back before it is delivered', async () => {
    const { user, device } = await filled(scope)
    const before = untimed(await user.export())
    device.network.online = false
    for (const [name, mutate] of [...mutations, ...more]) {
      const undo = await mutate(user)
      expect([name, untimed(await user.export())]).not.toEqual([name, before])
      await undo()
      expect([name, untimed(await user.export())]).toEqual([name, before])
      expect([name, (await user.query(outbox())).waiting]).toEqual([name, 0])
    }
  })

  it('and after, also several, the last one first', async () => {
    const { user } = await filled(scope)
    const [before, there] = [untimed(await user.export()), await elsewhere()]
    const isDeletion = ([name]: (typeof mutations)[number]) => name.startsWith('the deletion')
    const all = [...mutations, ...more]
    for (const together of [all.filter((each) => !isDeletion(each)), all.filter(isDeletion)]) {
      const undos: Undo[] = []
      for (const [, mutate] of together) undos.unshift(await mutate(user))
      await scene.pass(minute)
      expect(await user.query(outbox())).toMatchObject({ waiting: 0, blocked: [] })
      expect(await elsewhere()).not.toEqual(there)
      for (const undo of undos) await undo()
      expect(untimed(await user.export())).toEqual(before)
      await scene.pass(2 * minute)
      expect(await user.query(outbox())).toMatchObject({ waiting: 0, blocked: [] })
      expect([untimed(await user.export()), await elsewhere()]).toEqual([before, there])
    }
  })

  it.each(['arrives', 'is lost'])(
    'of what is on its way, too: the deletion of a collection that %s',
    async (how) => {
      const { user } = await filled(scope)
      const key = await collectionOf(user)
      const before = await user.query(collectionMembers(key, 'newest'))
      scene.sandbox.fault({
        match: { method: scope === '' ? 'DELETE' : 'POST' },
        effect: how === 'arrives' ? { delayMs: 30_000 } : { networkError: true, delayMs: 30_000 },
      })
      const undo = await user.collections.delete(key)
      await scene.pass(10_000)
      await undo()
      await scene.pass(10 * minute)
      expect(await user.query(outbox())).toMatchObject({ waiting: 0, blocked: [] })
      const after = await user.query(collectionMembers(key, 'newest'))
      expect(after.map(({ verseKey, createdAt }) => [verseKey, createdAt])).toEqual(
        before.map(({ verseKey, createdAt }) => [verseKey, createdAt]),
      )
    },
  )
})

describe('what has changed since', () => {
  it('on another device stays: no text is lost', async () => {
    const { user } = await filled(feedScope)
    const undo = await user.notes.edit(await noteOf(user), 'Another text.')
    await scene.pass(minute)
    const other = await scene.device().open()
    await other.refresh()
    await other.notes.edit(await noteOf(other), 'Text of the other.')
    await scene.pass(minute)
    await user.refresh()
    await undo()
    expect(await user.query(allNotes())).toMatchObject([{ body: 'Text of the other.', pending: false }])
  })

  it('a collection of the name that was deleted gets what was in it', async () => {
    const { user } = await filled('')
    const undo = await user.collections.delete(await collectionOf(user))
    const key = await user.collections.create('Ramadan')
    await user.collections.add(key, '3:1')
    await undo()
    expect(await user.query(allCollections())).toMatchObject([{ key, name: 'Ramadan', count: 3 }])
  })

  it('what was being taken out of it stays out', async () => {
    const { user, device } = await filled('')
    device.network.online = false
    const key = await collectionOf(user)
    await user.collections.remove(key, '2:183')
    await user.collections.add(key, '3:1')
    await (
      await user.collections.delete(key)
    )()
    const inside = await user.query(collectionMembers(key))
    expect(inside.map(({ verseKey }) => verseKey)).toEqual(['2:185', '3:1'])
  })
})

it('the first value of a setting and the first place go before they are sent, and stay after', async () => {
  scene = stage()
  const device = scene.device()
  const user = await device.open()
  const first = () =>
    Promise.all([user.setLastRead('2:1'), user.set({ group: 'theme', key: 'type', value: 'dark' })])
  device.network.online = false
  for (const undo of await first()) await undo()
  expect((await user.query(outbox())).waiting).toBe(0)
  device.network.online = true
  const undos = await first()
  await scene.pass(minute)
  const before = untimed(await user.export())
  for (const undo of undos) await undo()
  expect((await user.query(outbox())).waiting).toBe(0)
  expect(untimed(await user.export())).toEqual(before)
})

it('nothing is taken back of another account', async () => {
  const { user } = await filled('')
  const undo = await user.favorite('3:1')
  await scene.pass(minute)
  await user.account.signOut({ waiting: 'drop' })
  await user.favorite('3:1')
  await undo()
  expect((await user.export()).favorites).toMatchObject([{ verse: '3:1' }])
})
