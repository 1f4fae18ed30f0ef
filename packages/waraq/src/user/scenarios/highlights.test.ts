import { failure } from '@waraq/test-support/failure'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allBookmarks, allCollections, marksOfChapter, favorites } from '../view/queries.ts'
import { outbox } from '../view/outbox-query.ts'
import type { UserData } from '../api.ts'
import { feedScope, stage, type Device, type Stage } from '../stage.test-support.ts'

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
const colorsOf = async (each: UserData) =>
  [...(await each.query(marksOfChapter(2))).highlights].map(([verse, { color }]) => [verse, color])

async function elsewhere(): Promise<UserData> {
  const other = await scene.device().open()
  await other.refresh()
  return other
}

describe('a highlight', () => {
  it('has one colour, is no list, and is there on every device', async () => {
    await user.highlight('2:255', 'blue')
    await user.highlight('2:7', 'green')
    expect(await colorsOf(user)).toEqual([
      ['2:255', 'blue'],
      ['2:7', 'green'],
    ])
    await scene.pass(minute)
    await user.highlight('2:255', 'red')
    expect(await colorsOf(user)).toContainEqual(['2:255', 'red'])
    await scene.pass(minute)
    for (const each of [user, await elsewhere()]) {
      expect((await colorsOf(each)).sort()).toEqual([
        ['2:255', 'red'],
        ['2:7', 'green'],
      ])
      expect(await each.query(allCollections())).toEqual([])
      expect(await each.query(favorites())).toEqual([])
      expect(await each.query(allBookmarks())).toEqual([])
      expect((await each.query(marksOfChapter(2))).collections.size).toBe(0)
    }
    await user.highlight('2:255', null)
    await scene.pass(minute)
    for (const each of [user, await elsewhere()]) expect(await colorsOf(each)).toEqual([['2:7', 'green']])
    expect(await user.query(outbox())).toMatchObject({ waiting: 0, blocked: [] })
  })

  it('of two devices is the newer one', async () => {
    const other = await elsewhere()
    device.network.online = false
    await user.highlight('2:255', 'blue')
    await scene.pass(minute)
    await other.highlight('2:255', 'yellow')
    await scene.pass(minute)
    device.network.online = true
    await user.account.check()
    await scene.pass(6 * minute)
    await other.refresh()
    // What arrived last at the service is the newer one there.
    expect(await colorsOf(user)).toEqual([['2:255', 'blue']])
    expect(await colorsOf(other)).toEqual([['2:255', 'blue']])
  })

  it('beside a favorite leaves it alone', async () => {
    await user.favorite('2:255')
    await user.highlight('2:255', 'purple')
    await scene.pass(minute)
    await user.highlight('2:255', null)
    await scene.pass(minute)
    const other = await elsewhere()
    expect((await other.query(favorites())).map(({ verseKey }) => verseKey)).toEqual(['2:255'])
    expect(await colorsOf(other)).toEqual([])
  })
})

describe('its collection', () => {
  const pushes = { path: '/auth/v1/sync', method: 'POST' }
  const countPushes = () =>
    scene.sandbox.requests.filter(({ method, path }) => method === 'POST' && path === pushes.path).length

  it('is made once, before its first member, and known by its name to every device', async () => {
    await scene.pass(minute)
    await user.highlight('2:255', 'blue')
    await scene.pass(minute)
    expect(countPushes()).toBe(2)
    await user.highlight('2:7', 'blue')
    await scene.pass(minute)
    const other = await elsewhere()
    await other.highlight('2:8', 'blue')
    await scene.pass(minute)
    await user.refresh()
    expect(countPushes()).toBe(4)
    for (const each of [user, other])
      expect((await colorsOf(each)).map(([verse]) => verse).sort()).toEqual(['2:255', '2:7', '2:8'])
  })

  it('is made once where the answer is lost', async () => {
    await scene.pass(minute)
    scene.sandbox.fault({ match: pushes, effect: { networkError: true, carriedOut: 'before' } })
    await user.highlight('2:255', 'blue')
    await scene.pass(2 * minute)
    // The second one finds that the feed has moved.
    expect([countPushes(), (await user.query(outbox())).waiting]).toEqual([3, 0])
    expect(await colorsOf(await elsewhere())).toEqual([['2:255', 'blue']])
  })

  it('that is refused holds its highlights, and nothing else', async () => {
    await scene.pass(minute)
    const refuse = { resource: 'COLLECTION', data: { isSystem: true } }
    const refused = scene.sandbox.fault({
      match: pushes,
      times: Infinity,
      effect: { userFeed: { refuse, unnamed: true } },
    })
    await user.highlight('2:255', 'blue')
    await user.highlight('2:7', 'blue')
    await user.favorite('2:1')
    await scene.pass(minute)
    const { waiting, blocked } = await user.query(outbox())
    expect([waiting, blocked.map(({ why, code }) => [why, code])]).toEqual([
      0,
      [
        ['refused', 'unprocessable_entity'],
        ['refused', 'unprocessable_entity'],
      ],
    ])
    expect((await (await elsewhere()).query(favorites())).map(({ verseKey }) => verseKey)).toEqual(['2:1'])
    refused.remove()
    for (const { key } of blocked) await user.outbox.resolve(key, 'retry')
    await scene.pass(minute)
    expect(await user.query(outbox())).toMatchObject({ waiting: 0, blocked: [] })
    expect(await colorsOf(await elsewhere())).toHaveLength(2)
  })

  it('that is made, and never told, is not made again and again', async () => {
    await scene.pass(minute)
    const unreported = { userFeed: { page: { mutations: [], total: 0 } } }
    scene.sandbox.fault({ match: { ...pushes, method: 'GET' }, times: Infinity, effect: unreported })
    await user.highlight('2:255', 'blue')
    await scene.pass(60 * minute)
    expect(await user.query(outbox())).toMatchObject({ waiting: 0, blocked: [{ why: 'depends' }] })
    expect([countPushes(), await colorsOf(user)]).toEqual([1, [['2:255', 'blue']]])
  })
})

async function signedOut() {
  scene.session = { signedIn: false }
  return scene.device().open()
}

describe('without the feed', () => {
  it.each([
    ['by the operations', async () => scene.device().open({ transport: 'operations' })],
    ['before anyone signs in', signedOut],
  ])('%s it is refused with what to do, and nothing of it is kept', async (_, open) => {
    const other = await open()
    const refusal = await failure(other.highlight('2:255', 'blue'))
    expect(refusal).toMatchObject({ code: 'insufficient_scope', details: { scope: 'sync' } })
    expect(await other.query(outbox())).toMatchObject({ waiting: 0 })
  })

  it('one that waits is shown, and goes once the feed is back', async () => {
    device.network.online = false
    await user.highlight('2:255', 'blue')
    scene.session = { ...scene.session, scope: feedScope.replace('sync ', '') }
    device.network.online = true
    await user.account.check()
    await scene.pass(10 * minute)
    expect(await user.query(outbox())).toMatchObject({ waiting: 1, blocked: [], transport: 'operations' })
    expect(await colorsOf(user)).toEqual([['2:255', 'blue']])
    scene.session = { ...scene.session, scope: feedScope }
    await user.account.check()
    await scene.pass(minute)
    expect(await user.query(outbox())).toMatchObject({ waiting: 0, transport: 'feed' })
    expect(await colorsOf(await elsewhere())).toEqual([['2:255', 'blue']])
  })
})

it.each(['black', '', undefined])('the colour %j is refused', async (color) => {
  expect(await failure(user.highlight('2:255', color as never))).toMatchObject({ code: 'invalid_argument' })
})
