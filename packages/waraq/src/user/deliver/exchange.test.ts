import type { FaultSpec } from '@waraq/sandbox'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allCollections, collectionMembers, marksOfChapter, favorites } from '../view/queries.ts'
import { allNotes } from '../view/note-queries.ts'
import { outbox } from '../view/outbox-query.ts'
import { readingPlace } from '../view/place-queries.ts'
import type { UserData } from '../api.ts'
import { feedScope, stage, type Device, type Stage } from '../stage.test-support.ts'

/** One person, one tab, whose service has the feed. */
let scene: Stage
let device: Device
let user: UserData
beforeEach(async () => {
  scene = stage()
  scene.session = { ...scene.session, scope: feedScope }
  device = scene.device()
  user = await device.open()
})
afterEach(() => scene.close())

const minute = 60_000
const pass = (minutes: number) => scene.pass(minutes * minute)
const fault = (spec: FaultSpec) => scene.sandbox.fault(spec)
const push = { path: '/auth/v1/sync', method: 'POST' }
/** Requests that were sent so far, but for those that only read. */
const sentOf = () =>
  scene.sandbox.requests
    .filter(({ method, path }) => path.startsWith('/auth') && method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)
const waiting = async () => (await user.query(outbox())).waiting
const blocked = async () => (await user.query(outbox())).blocked
const favoritesOf = async (each: UserData) => (await each.query(favorites())).map(({ verseKey }) => verseKey)
const textsOf = async (each: UserData) => (await each.query(allNotes())).map(({ body }) => body).sort()
const note = { body: 'To think about.', ranges: ['2:255-2:255'] }

/** Another device of the same person, which sees what is at the service by the operations. */
async function elsewhere(): Promise<UserData> {
  const other = await scene.device().open({ transport: 'operations' })
  await other.refresh()
  return other
}

describe('what a person does', () => {
  it('goes in one request, with what depends on it in the next', async () => {
    await pass(1)
    device.network.online = false
    await user.favorite('2:255')
    await user.favorite('2:1')
    const key = await user.collections.create('Ramadan')
    await user.collections.add(key, '2:183')
    await user.notes.write(note)
    await user.setLastRead('18:60')
    await user.setReadingBookmark('3:1')
    await user.bookmark({ type: 'page', number: 42 })
    device.network.online = true
    await user.account.check()
    await pass(1)
    expect(await user.query(outbox())).toEqual({
      waiting: 0,
      blocked: [],
      nextTryAt: null,
      code: null,
      transport: 'feed',
      uncountedSeconds: 0,
    })
    expect(user.problem.get()).toBeUndefined()
    expect(sentOf()).toEqual(['POST /auth/v1/sync', 'POST /auth/v1/sync'])
    for (const each of [user, await elsewhere()]) {
      expect(await favoritesOf(each)).toEqual(['2:1', '2:255'])
      const [collection] = await each.query(allCollections())
      expect(collection).toMatchObject({ name: 'Ramadan', pending: false })
      expect(await each.query(collectionMembers(collection!.key))).toMatchObject([{ verseKey: '2:183' }])
      expect(await textsOf(each)).toEqual([note.body])
      expect(await each.query(readingPlace())).toMatchObject({ verseKey: '18:60' })
      expect([...(await each.query(marksOfChapter(3))).reading.keys()]).toEqual(['3:1'])
    }
    await user.favorite('2:1', false)
    await user.collections.remove(key, '2:183')
    await user.notes.edit((await user.query(allNotes()))[0]!.key, 'Thought about.')
    await user.setReadingBookmark(null)
    await pass(1)
    for (const each of [user, await elsewhere()]) {
      expect(await favoritesOf(each)).toEqual(['2:255'])
      expect(await textsOf(each)).toEqual(['Thought about.'])
      expect([...(await each.query(marksOfChapter(3))).reading.keys()]).toEqual([])
    }
    await user.collections.delete(key)
    await user.notes.delete((await user.query(allNotes()))[0]!.key)
    await pass(1)
    for (const each of [user, await elsewhere()]) {
      expect(await each.query(allCollections())).toEqual([])
      expect(await textsOf(each)).toEqual([])
    }
    expect(await waiting()).toBe(0)
  })

  it('goes by the operations where the feed does not have it', async () => {
    await user.set({ group: 'theme', key: 'type', value: 'dark' })
    await user.bookmark({ type: 'juz', number: 30 })
    const key = await user.collections.create('Ramadan')
    await user.collections.add(key, { type: 'page', number: 3 })
    await pass(1)
    expect(await waiting()).toBe(0)
    expect(sentOf().map((each) => each.replace(/collection-.*/, 'id'))).toEqual([
      'POST /auth/v1/sync',
      'POST /auth/v1/preferences',
      'POST /auth/v1/bookmarks',
      'POST /auth/v1/collections/id',
    ])
  })

  it('is not kept from going by hundreds that cannot go yet', async () => {
    await pass(1)
    // Not told of in the meantime, so that what depends on it has to wait.
    fault({ match: push, effect: { networkError: true } })
    device.network.online = false
    const key = await user.collections.create('Ramadan')
    for (let verse = 1; verse <= 210; verse++) await user.collections.add(key, `2:${verse}`)
    await user.collections.rename(key, 'Fasting')
    await user.favorite('114:1')
    device.network.online = true
    await user.account.check()
    await pass(10)
    expect([await waiting(), await blocked()]).toEqual([0, []])
    const other = await elsewhere()
    expect(await favoritesOf(other)).toEqual(['114:1'])
    const [collection] = await other.query(allCollections())
    expect(collection).toMatchObject({ name: 'Fasting' })
    expect(await other.query(collectionMembers(collection!.key))).toHaveLength(210)
  })

  it('is sent a hundred at a time', async () => {
    await pass(1)
    device.network.online = false
    for (let verse = 1; verse <= 250; verse++) await user.favorite(`2:${verse}`)
    device.network.online = true
    await user.account.check()
    await pass(2)
    expect([await waiting(), sentOf().length]).toEqual([0, 3])
    expect(await favoritesOf(await elsewhere())).toHaveLength(250)
  })
})

describe('an answer that is lost', () => {
  it.each([
    ['before the effect', { networkError: true }, 2],
    ['after the effect', { networkError: true, carriedOut: 'before' }, 1],
    ['before an effect that comes later', { networkError: true, carriedOut: { afterMs: 60_000 } }, 2],
    ['with a failure of the service', { status: 503 }, 2],
    ['with a gateway’s timeout, after the effect', { status: 504, carriedOut: 'before' }, 1],
  ] as const)('%s: each is there once, without a rest', async (_, effect, requests) => {
    fault({ match: push, effect })
    await user.notes.write(note)
    await user.collections.create('Ramadan')
    await user.favorite('2:255')
    await pass(0.75)
    expect([await waiting(), sentOf().length]).toEqual([0, requests])
    await pass(5)
    const other = await elsewhere()
    expect([await textsOf(other), await favoritesOf(other)]).toEqual([[note.body], ['2:255']])
    expect(await other.query(allCollections())).toHaveLength(1)
    expect([await textsOf(user), await favoritesOf(user)]).toEqual([[note.body], ['2:255']])
  })

  it('and an effect that comes late does not undo what the person wanted since', async () => {
    await pass(1)
    fault({ match: push, effect: { networkError: true, carriedOut: { afterMs: 60_000 } } })
    await user.favorite('2:255')
    await user.notes.write(note)
    await scene.pass(2_000)
    expect(sentOf()).toHaveLength(1)
    await user.favorite('2:255', false)
    await user.notes.edit((await user.query(allNotes()))[0]!.key, 'Thought about.')
    await user.favorite('2:1')
    await pass(10)
    expect([await waiting(), await blocked()]).toEqual([0, []])
    const other = await elsewhere()
    expect([await textsOf(other), await favoritesOf(other)]).toEqual([['Thought about.'], ['2:1']])
  })

  it('and one that comes late, with nothing else to move the feed, is taken back', async () => {
    await pass(1)
    fault({ match: push, effect: { networkError: true, carriedOut: { afterMs: 60_000 } } })
    await user.favorite('2:255')
    await scene.pass(2_000)
    await user.favorite('2:255', false)
    await pass(10)
    expect([await waiting(), await favoritesOf(user), await favoritesOf(await elsewhere())]).toEqual([
      0,
      [],
      [],
    ])
  })

  it('in part: the rest goes again', async () => {
    await pass(1)
    fault({ match: push, effect: { userFeed: { appliedOnly: 2 }, networkError: true, carriedOut: 'before' } })
    fault({ match: push, effect: { userFeed: { appliedOnly: 1 } } })
    for (const body of ['First of all.', 'Second of all.', 'Third of all.', 'Fourth of all.'])
      await user.notes.write({ ...note, body })
    await pass(5)
    expect(await waiting()).toBe(0)
    expect(await textsOf(await elsewhere())).toHaveLength(4)
    expect(await textsOf(user)).toHaveLength(4)
  })
})

describe('a feed that has moved', () => {
  it.each(['error', 'details'] as const)('is pulled, and all is decided anew: %s', async (form) => {
    await pass(1)
    fault({ match: push, effect: { userFeed: { outOfSync: form } } })
    await user.favorite('2:255')
    await pass(1)
    expect([await waiting(), sentOf().length]).toEqual([0, 2])
  })

  it('is pulled, also where the body that says so was cut on the way', async () => {
    await pass(1)
    fault({
      match: push,
      effect: { userFeed: { outOfSync: 'error' }, cutBody: { afterBytes: 10, ending: 'clean' } },
    })
    await user.favorite('2:255')
    await pass(1)
    expect(await blocked()).toEqual([])
    expect(await favoritesOf(await elsewhere())).toEqual(['2:255'])
  })

  it('is not overwritten: a note that both changed is blocked with both texts', async () => {
    const key = await user.notes.write(note)
    await pass(1)
    const other = await elsewhere()
    await other.notes.edit((await other.query(allNotes()))[0]!.key, 'Text of the other.')
    await pass(1)
    await user.notes.edit(key, 'Text of this one.')
    await pass(1)
    expect(await blocked()).toMatchObject([
      { key, why: 'conflict', local: { body: 'Text of this one.' }, remote: { body: 'Text of the other.' } },
    ])
    await user.outbox.resolve(key, 'both')
    await pass(1)
    const all = ['Text of the other.', 'Text of this one.']
    expect([await textsOf(user), await textsOf(await elsewhere())]).toEqual([all, all])
  })

  it('a note that was changed here and deleted there is made again', async () => {
    const key = await user.notes.write(note)
    await pass(1)
    const other = await elsewhere()
    await other.notes.delete((await other.query(allNotes()))[0]!.key)
    await pass(1)
    await user.notes.edit(key, 'Text of this one.')
    await pass(1)
    expect([await waiting(), await blocked()]).toEqual([0, []])
    expect(await textsOf(await elsewhere())).toEqual(['Text of this one.'])
  })

  it('a collection of one name on two devices is one, with what both put in it', async () => {
    const second = scene.device()
    const other = await second.open()
    for (const [each, verse] of [
      [user, '2:183'],
      [other, '2:185'],
    ] as const)
      await each.collections.add(await each.collections.create('Ramadan'), verse)
    await pass(2)
    await other.refresh()
    await user.refresh()
    for (const each of [user, other, await elsewhere()]) {
      const [collection, ...rest] = await each.query(allCollections())
      expect(rest).toEqual([])
      const members = await each.query(collectionMembers(collection!.key))
      expect(members.map(({ verseKey }) => verseKey)).toEqual(['2:183', '2:185'])
    }
  })

  it('only a place that is newer travels', async () => {
    await pass(1)
    device.network.online = false
    await user.setLastRead('2:1')
    await pass(5)
    const other = await elsewhere()
    await other.setLastRead('18:60')
    await pass(5)
    device.network.online = true
    await user.outbox.deliver()
    expect(await user.query(readingPlace())).toMatchObject({ verseKey: '18:60', pending: false })
    // The push on top of what was known before was refused, and nothing sent since.
    expect(sentOf()).toEqual(['POST /auth/v1/reading-sessions', 'POST /auth/v1/sync'])
    expect(await (await elsewhere()).query(readingPlace())).toMatchObject({ verseKey: '18:60' })
  })

  it('without an end, it is tried again later, and what goes by the operations goes on', async () => {
    await pass(1)
    const unmoved = fault({ match: push, times: Infinity, effect: { userFeed: { outOfSync: 'error' } } })
    await user.favorite('2:255')
    await user.set({ group: 'theme', key: 'type', value: 'dark' })
    await scene.pass(6_000)
    expect(await user.query(outbox())).toMatchObject({ waiting: 1, code: 'feed_inconsistent' })
    expect(sentOf().length).toBeLessThan(20)
    expect(sentOf()).toContain('POST /auth/v1/preferences')
    unmoved.remove()
    await pass(31)
    expect(await waiting()).toBe(0)
  })
})

describe('what the service has confirmed', () => {
  it('is not done again where another device has changed it before the next pull', async () => {
    await pass(1)
    const unstar = { method: 'DELETE', path: '/auth/v1/collections/__default__/bookmarks/bookmark-2' }
    const marked = { type: 'ayah', key: 3, verseNumber: 9, mushaf: 1, isReading: true }
    const elsewhereMarked = { method: 'POST', path: '/auth/v1/bookmarks', body: marked }
    fault({
      match: { ...push, method: 'GET', nth: 1 },
      effect: { meanwhile: [unstar, elsewhereMarked] },
    })
    await user.favorite('2:255')
    await scene.pass(500)
    await user.setReadingBookmark('2:7')
    await pass(2)
    expect([await waiting(), sentOf().length, await favoritesOf(user)]).toEqual([0, 1, []])
    expect([...(await user.query(marksOfChapter(3))).reading.keys()]).toEqual(['3:9'])
  })

  it('is a reading mark on a bookmark that a removal of the same push takes', async () => {
    await user.favorite('2:255')
    await pass(1)
    await user.favorite('2:255', false)
    await user.setReadingBookmark('2:255')
    await pass(1)
    expect([await waiting(), await blocked()]).toEqual([0, []])
    const { reading } = await (await elsewhere()).query(marksOfChapter(2))
    expect([[...reading.keys()], await favoritesOf(await elsewhere())]).toEqual([['2:255'], []])
  })
})

describe('a refusal', () => {
  const refuse = { resource: 'NOTE', data: { body: 'Refused text.' } }
  it.each([
    ['by its name', false, 2],
    ['by halving', true, 5],
  ])('is found %s; the others go on', async (_, unnamed, most) => {
    await pass(1)
    fault({ match: push, times: Infinity, effect: { userFeed: { refuse, unnamed } } })
    for (let number = 1; number <= 5; number++) await user.favorite(`2:${number}`)
    await user.notes.write({ ...note, body: 'Refused text.' })
    await user.notes.write(note)
    await user.notes.write({ ...note, body: 'Another text.' })
    await pass(2)
    expect(await waiting()).toBe(0)
    expect(await blocked()).toMatchObject([
      { why: 'refused', code: 'unprocessable_entity', local: { body: 'Refused text.' } },
    ])
    expect(sentOf().length).toBeLessThanOrEqual(most)
    expect(await favoritesOf(await elsewhere())).toHaveLength(5)
    expect(await textsOf(await elsewhere())).toEqual(['Another text.', note.body])
    scene.sandbox.clearFaults()
    await user.outbox.resolve((await blocked())[0]!.key, 'retry')
    await pass(1)
    expect([await blocked(), (await textsOf(await elsewhere())).length]).toEqual([[], 3])
  })

  it('that names nothing, and after which nothing was done, blames none that is taken by itself', async () => {
    await pass(1)
    fault({ match: push, effect: { status: 422 } })
    for (let number = 1; number <= 5; number++) await user.favorite(`2:${number}`)
    await pass(2)
    expect([await waiting(), await blocked()]).toEqual([0, []])
    expect(await favoritesOf(await elsewhere())).toHaveLength(5)
  })

  it('that does not say so, by an answer without the change, is one as well', async () => {
    await pass(1)
    fault({ match: push, times: Infinity, effect: { userFeed: { appliedOnly: 0 } } })
    await user.favorite('2:1')
    await user.favorite('2:2')
    await pass(1)
    expect(await blocked()).toMatchObject([{ why: 'refused' }, { why: 'refused' }])
  })

  it('for a while counts as not sent, and its time is waited for', async () => {
    await pass(1)
    fault({ match: push, effect: { status: 429, headers: { 'retry-after': '600' } } })
    await user.favorite('2:1')
    await pass(9)
    expect([await waiting(), sentOf().length]).toEqual([1, 1])
    // On and off again leaves nothing to send.
    await user.favorite('2:1', false)
    expect(await waiting()).toBe(0)
    await user.favorite('2:2')
    await pass(5)
    expect(await waiting()).toBe(0)
    expect(await favoritesOf(await elsewhere())).toEqual(['2:2'])
  })
})

it('what was put in a collection that is gone is blocked, and the collection is made again once for all', async () => {
  const key = await user.collections.create('Ramadan')
  await pass(1)
  const other = await elsewhere()
  await other.collections.delete((await other.query(allCollections()))[0]!.key)
  await pass(1)
  for (const verse of ['2:183', '2:184']) await user.collections.add(key, verse)
  await user.favorite('2:1')
  await pass(1)
  const both = await blocked()
  expect(both.map(({ why, target }) => [why, target?.verseNumber])).toEqual([
    ['depends', 183],
    ['depends', 184],
  ])
  for (const each of both) {
    await user.outbox.resolve(each.key, 'local')
    await pass(2)
  }
  expect([await waiting(), await blocked()]).toEqual([0, []])
  const third = await elsewhere()
  const [collection, ...others] = await third.query(allCollections())
  expect(others).toEqual([])
  expect(await third.query(collectionMembers(collection!.key))).toHaveLength(2)
})
