import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allCollections } from './view/queries.ts'
import { allNotes } from './view/note-queries.ts'
import { outbox } from './view/outbox-query.ts'
import type { UserData } from './api.ts'
import { feedScope, stage, untimed, type Device, type Stage } from './stage.test-support.ts'

/** Which way an account has, and what a change of it does to what is there and to what waits. */
let scene: Stage
let device: Device
beforeEach(() => {
  scene = stage()
  device = scene.device()
})
afterEach(() => scene.close())

const minute = 60_000
const pass = (minutes: number) => scene.pass(minutes * minute)
const allow = (scope: string) => (scene.session = { ...scene.session, scope })
const withoutFeed = feedScope.replace('sync ', '')
const note = { body: 'To think about.', ranges: ['2:255-2:255'] }
const transportOf = async (user: UserData) => (await user.query(outbox())).transport
const asksFeed = () => scene.sandbox.requests.some(({ path }) => path === '/auth/v1/sync')

async function fill(user: UserData) {
  await user.favorite('2:255')
  await user.favorite('2:1')
  const key = await user.collections.create('Ramadan')
  await user.collections.add(key, '2:183')
  await user.collections.add(key, { type: 'page', number: 28 })
  await user.notes.write(note)
  await user.setReadingBookmark('2:7')
  await user.bookmark({ type: 'page', number: 42 })
  await user.setLastRead('18:60')
  await user.set({ group: 'theme', key: 'type', value: 'dark' })
}

async function elsewhere(transport: 'operations' | 'feed' = 'operations') {
  const other = await scene.device().open({ transport })
  await other.refresh()
  return untimed(await other.export())
}

const change = async (user: UserData) => {
  await user.favorite('2:1', false)
  const [collection] = await user.query(allCollections())
  await user.collections.remove(collection!.key, '2:183')
  await user.collections.rename(collection!.key, 'Fasting')
  await user.notes.edit((await user.query(allNotes()))[0]!.key, 'Thought about.')
  await user.setReadingBookmark(null)
  await user.bookmark({ type: 'page', number: 42 }, false)
}

describe('the transport', () => {
  it.each([
    ['auto', feedScope, 'feed'],
    ['auto', withoutFeed, 'operations'],
    ['auto', '', 'operations'],
    ['operations', feedScope, 'operations'],
    ['feed', '', 'feed'],
  ] as const)('%s, with the scope %j, is %s', async (transport, scope, expected) => {
    allow(scope)
    const user = await device.open({ transport })
    await user.favorite('2:255')
    await pass(1)
    expect([await transportOf(user), asksFeed()]).toEqual([expected, expected === 'feed'])
  })

  it('is that of the operations without the feed’s entry point, and without it the feed cannot be asked for', async () => {
    allow(feedScope)
    const user = await device.open({ feed: undefined })
    await user.favorite('2:255')
    await pass(1)
    expect(await user.query(outbox())).toMatchObject({ waiting: 0, transport: 'operations' })
    const open = () => device.tab({ feed: undefined, transport: 'feed' })
    expect(open).toThrowError(expect.objectContaining({ code: 'invalid_option' }))
  })

  it('stays what it was while it is not known who is signed in', async () => {
    allow(feedScope)
    await device.open()
    await pass(1)
    const user = await device.open({
      session: { read: () => Promise.reject(new Error()), signOut: async () => undefined },
    })
    await user.favorite('2:255')
    await pass(1)
    expect(await user.query(outbox())).toMatchObject({ waiting: 0, transport: 'feed' })
  })

  it.each([
    ['the right to it is withdrawn', { status: 403, type: 'insufficient_scope' }],
    ['the service does not have it', { status: 404 }],
  ] as const)('is that of the operations where %s', async (_, effect) => {
    allow(feedScope)
    scene.sandbox.fault({ match: { path: '/auth/v1/sync' }, times: Infinity, effect })
    const user = await device.open()
    await user.favorite('2:255')
    await pass(5)
    expect(await user.query(outbox())).toMatchObject({ waiting: 0, transport: 'operations', code: null })
    expect((await elsewhere()).favorites).toEqual(['2:255'])
  })

  it('is that of the operations where the feed is told in another form', async () => {
    allow(feedScope)
    await (await device.open({ transport: 'operations' })).notes.write(note)
    await pass(1)
    scene.sandbox.fault({
      match: { path: '/auth/v1/sync' },
      times: Infinity,
      effect: { status: 200, body: { data: { mutations: [{ a: 1 }], lastMutationAt: 1e308 } } },
    })
    const user = await device.open()
    await user.favorite('2:255')
    await pass(5)
    expect(await user.query(outbox())).toMatchObject({ waiting: 0, transport: 'operations' })
  })
})

describe.each(['flag', 'memberships'] as const)('a change of the way, with Favorites as %s', (favorites) => {
  beforeEach(() => {
    scene = stage({ favoritesInFeed: favorites })
    device = scene.device()
  })
  it.each([
    ['to the feed', withoutFeed, feedScope],
    ['to the operations', feedScope, withoutFeed],
  ])('%s and back keeps what is there, and changes it as the person wants', async (_, first, second) => {
    allow(first)
    const user = await device.open()
    await fill(user)
    await pass(2)
    const before = untimed(await user.export())
    expect(await elsewhere()).toEqual(before)
    allow(second)
    await user.account.check()
    await user.refresh()
    await pass(1)
    expect(untimed(await user.export())).toEqual(before)
    await change(user)
    await pass(2)
    const changed = untimed(await user.export())
    expect(await user.query(outbox())).toMatchObject({ waiting: 0, blocked: [] })
    expect(changed).toMatchObject({
      favorites: ['2:255'],
      collections: [{ name: 'Fasting', places: [{ type: 'page', number: 28 }] }],
      notes: [{ body: 'Thought about.' }],
      reading: [],
      bookmarks: [],
    })
    expect([await elsewhere(), await elsewhere('feed')]).toEqual([changed, changed])
    allow(first)
    await user.account.check()
    await user.refresh()
    await pass(1)
    expect(untimed(await user.export())).toEqual(changed)
  })

  it.each([
    ['to the feed', withoutFeed, feedScope],
    ['to the operations', feedScope, withoutFeed],
  ])('%s takes along what waits, and what is unsure is there once', async (_, first, second) => {
    allow(first)
    const user = await device.open()
    await pass(1)
    scene.sandbox.fault({
      match: { path: 'user', method: 'POST' },
      effect: { networkError: true, carriedOut: { afterMs: 60_000 } },
    })
    await user.notes.write(note)
    await scene.pass(1_500)
    device.network.online = false
    await fill(user)
    allow(second)
    device.network.online = true
    await user.account.check()
    await pass(10)
    expect(await user.query(outbox())).toMatchObject({ waiting: 0, blocked: [] })
    const there = await elsewhere()
    expect(there.notes).toEqual([note, note])
    expect(untimed(await user.export())).toEqual(there)
  })
})
