import type { FaultSpec } from '@waraq/sandbox'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allCollections, collectionMembers, favorites } from '../view/queries.ts'
import { allNotes } from '../view/note-queries.ts'
import { outbox } from '../view/outbox-query.ts'
import { readingPlace } from '../view/place-queries.ts'
import type { UserData } from '../api.ts'
import { stage, type Stage } from '../stage.test-support.ts'

/** One person, one tab, and a service that fails on demand. */
let scene: Stage
let user: UserData
beforeEach(async () => {
  scene = stage()
  user = await scene.device().open()
})
afterEach(() => scene.close())

const minute = 60_000
const pass = (minutes: number) => scene.pass(minutes * minute)
const fault = (spec: FaultSpec) => scene.sandbox.fault(spec)
/** Requests that were sent so far, but for those that only read. */
const sentOf = () =>
  scene.sandbox.requests.filter(({ method, path }) => path.startsWith('/auth') && method !== 'GET')
const waiting = async () => (await user.query(outbox())).waiting
const blocked = async () => (await user.query(outbox())).blocked
const note = { body: 'To think about.', ranges: ['2:255-2:255'] }

/** Another device of the same person, which sees what is at the service. */
async function elsewhere(): Promise<UserData> {
  const other = await scene.device().open()
  await other.refresh()
  return other
}

describe('an answer that is lost', () => {
  it.each([
    ['before the effect', { networkError: true }, 2],
    ['after the effect', { networkError: true, carriedOut: 'before' }, 1],
    [
      'before an effect that comes after the timeout',
      { networkError: true, carriedOut: { afterMs: 60_000 } },
      1,
    ],
    ['with a failure of the service', { status: 503 }, 2],
    ['with a gateway’s timeout, after the effect', { status: 504, carriedOut: 'before' }, 1],
  ] as const)('%s: the note is there once', async (_, effect, requests) => {
    fault({ match: { path: 'user', method: 'POST' }, effect })
    await user.notes.write(note)
    await pass(1)
    expect(await waiting()).toBe(1)
    await pass(10)
    expect(await waiting()).toBe(0)
    expect(sentOf()).toHaveLength(requests)
    expect(await (await elsewhere()).query(allNotes())).toHaveLength(1)
  })

  it('what is in doubt waits, and so does what the person wants instead; others go on', async () => {
    fault({
      match: { path: 'user', method: 'POST' },
      effect: { networkError: true, carriedOut: { afterMs: 60_000 } },
    })
    await user.favorite('2:255')
    await scene.pass(2_000)
    await user.favorite('2:255', false)
    await user.favorite('2:1')
    await scene.pass(80_000)
    expect(await waiting()).toBe(1)
    await pass(10)
    expect(await waiting()).toBe(0)
    const there = await (await elsewhere()).query(favorites())
    expect(there.map(({ verseKey }) => verseKey)).toEqual(['2:1'])
  })
})

describe('a refusal', () => {
  it('is believed once it is seen that what was wanted is not there', async () => {
    fault({ match: { path: 'user', method: 'POST' }, effect: { status: 422, carriedOut: 'before' } })
    await user.favorite('2:255')
    await pass(1)
    expect([await waiting(), await blocked()]).toEqual([0, []])
    fault({ match: { path: 'user', method: 'POST' }, effect: { status: 422 } })
    await user.favorite('2:1')
    await user.favorite('2:2')
    await pass(1)
    expect(await waiting()).toBe(0)
    expect(await blocked()).toMatchObject([
      { why: 'refused', code: 'unprocessable_entity', target: { key: 2, verseNumber: 1 } },
    ])
    await user.outbox.resolve((await blocked())[0]!.key, 'retry')
    await pass(1)
    expect(await blocked()).toEqual([])
    expect(await (await elsewhere()).query(favorites())).toHaveLength(3)
  })
  it('of a right keeps only what needs it', async () => {
    fault({
      match: { path: { pattern: '/notes' } },
      times: Infinity,
      effect: { status: 403, type: 'insufficient_scope' },
    })
    await user.notes.write(note)
    await user.favorite('2:1')
    await pass(5)
    expect([await waiting(), await blocked()]).toEqual([1, []])
    expect(user.problem.get()).toMatchObject({ code: 'insufficient_scope' })
    scene.sandbox.clearFaults()
    await pass(31)
    expect(await waiting()).toBe(0)
    expect(user.problem.get()).toBeUndefined()
  })
})

describe('two devices', () => {
  it('a note that both changed is blocked with both texts, and becomes what the person chooses', async () => {
    const key = await user.notes.write(note)
    await pass(1)
    const other = await elsewhere()
    const [remote] = await other.query(allNotes())
    await other.notes.edit(remote!.key, 'Text of the other.')
    await pass(1)
    await user.notes.edit(key, 'Text of this one.')
    await pass(1)
    expect(await blocked()).toMatchObject([
      { key, why: 'conflict', local: { body: 'Text of this one.' }, remote: { body: 'Text of the other.' } },
    ])
    await user.outbox.resolve(key, 'both')
    await pass(1)
    const texts = async (each: UserData) => (await each.query(allNotes())).map(({ body }) => body).sort()
    expect(await texts(user)).toEqual(['Text of the other.', 'Text of this one.'])
    expect(await texts(await elsewhere())).toEqual(['Text of the other.', 'Text of this one.'])
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
    expect(await (await elsewhere()).query(allNotes())).toMatchObject([{ body: 'Text of this one.' }])
  })
  it('a collection of one name on both is one collection', async () => {
    const other = await scene.device().open()
    for (const [device, verse] of [
      [user, '2:183'],
      [other, '2:185'],
    ] as const)
      await device.collections.add(await device.collections.create('Ramadan'), verse)
    await pass(2)
    const third = await elsewhere()
    const [collection, ...rest] = await third.query(allCollections())
    expect(rest).toEqual([])
    expect((await third.query(collectionMembers(collection!.key))).map(({ verseKey }) => verseKey)).toEqual([
      '2:183',
      '2:185',
    ])
  })
  it('what was put in a collection that is gone is blocked, and can be made again', async () => {
    const key = await user.collections.create('Ramadan')
    await pass(1)
    const other = await elsewhere()
    await other.collections.delete((await other.query(allCollections()))[0]!.key)
    await pass(1)
    await user.collections.add(key, '2:183')
    await user.favorite('2:1')
    await pass(1)
    expect(await blocked()).toMatchObject([{ why: 'depends', target: { verseNumber: 183 } }])
    await user.outbox.resolve((await blocked())[0]!.key, 'local')
    await pass(2)
    expect([await waiting(), await blocked()]).toEqual([0, []])
    const third = await elsewhere()
    const [collection] = await third.query(allCollections())
    expect(await third.query(collectionMembers(collection!.key))).toHaveLength(1)
  })
  it('only a place that is newer travels', async () => {
    const device = scene.device()
    const late = await device.open()
    device.network.online = false
    await late.setLastRead('2:1')
    await pass(5)
    await user.setLastRead('18:60')
    await pass(5)
    device.network.online = true
    await late.outbox.deliver()
    expect(await late.query(readingPlace())).toMatchObject({ verseKey: '18:60', pending: false })
    expect(await (await elsewhere()).query(readingPlace())).toMatchObject({ verseKey: '18:60' })
  })
})
