import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { feedScope, stage, type Stage } from '../stage.test-support.ts'
import { readingPlace, recentPlaces } from './place-queries.ts'

let scene: Stage
beforeEach(() => (scene = stage()))
afterEach(() => scene.close())

const minute = 60_000

describe.each([
  ['operations', ''],
  ['feed', feedScope],
])('by the %s, recent places', (_, scope) => {
  it('are those of the reading sessions, the latest first, and the next one before it is delivered', async () => {
    scene.session = { ...scene.session, scope }
    const device = scene.device()
    const user = await device.open()
    expect(await user.query(recentPlaces())).toEqual([])
    const began = scene.clock.now()
    for (const verse of ['2:1', '18:1', '18:9', '36:1']) {
      await user.setLastRead(verse)
      await scene.pass(verse === '18:1' ? 5 * minute : 40 * minute)
    }
    const places = async (of = user) => (await of.query(recentPlaces())).map(({ verseKey }) => verseKey)
    await user.refresh()
    expect(await places()).toEqual(['36:1', '18:9', '2:1'])
    const [, , first] = await user.query(recentPlaces())
    expect(Math.round((first!.updatedAt! - began) / minute)).toBe(0)
    device.network.online = false
    await user.setLastRead('1:1')
    expect(await places()).toEqual(['1:1', '36:1', '18:9', '2:1'])
    expect(await user.query(readingPlace())).toMatchObject({ verseKey: '1:1', pending: true })
    await user.setLastRead('1:2')
    expect(await places()).toEqual(['1:2', '36:1', '18:9', '2:1'])

    const other = await scene.device().open()
    await other.refresh()
    expect(await places(other)).toEqual(['36:1', '18:9', '2:1'])
    await other.setLastRead('36:5')
    expect((await places(other))[0]).toBe('36:5')
  })
})

describe.each([
  ['operations', ''],
  ['feed', feedScope],
])('by the %s, the latest place', (_, scope) => {
  it('is known to be from this device until another one moves it, also after it was read back', async () => {
    scene.session = { ...scene.session, scope }
    const [user, other] = [await scene.device().open(), await scene.device().open()]
    const isOwn = async (of = user) => (await of.query(readingPlace()))?.isFromThisDevice
    await user.setLastRead('2:1')
    expect(await isOwn()).toBe(true)
    await scene.pass(minute)
    await user.refresh()
    await scene.pass(minute)
    expect(await user.query(readingPlace())).toMatchObject({ pending: false, isFromThisDevice: true })
    await other.refresh()
    expect(await isOwn(other)).toBe(false)
    await other.setLastRead('2:9')
    await scene.pass(minute)
    await user.refresh()
    expect([await isOwn(), await isOwn(other)]).toEqual([false, true])
    await user.setLastRead('2:9')
    await user.setLastRead('2:10')
    await scene.pass(minute)
    await user.refresh()
    expect(await isOwn()).toBe(true)
  })
})

it('is still from this device after the transport has changed', async () => {
  const user = await scene.device().open()
  await user.setLastRead('2:1')
  await scene.pass(minute)
  scene.session = { ...scene.session, scope: feedScope }
  await user.account.check()
  await scene.pass(minute)
  await user.refresh()
  expect(await user.query(readingPlace())).toMatchObject({ verseKey: '2:1', isFromThisDevice: true })
})

it('by the operations first and by the feed then are by the times of the mutations', async () => {
  const late = scene.device()
  const user = await late.open()
  await user.setLastRead('2:1')
  await scene.pass(minute)
  await user.refresh()
  scene.session = { ...scene.session, scope: feedScope }
  await user.account.check()
  await scene.pass(40 * minute)
  const other = await scene.device().open()
  await other.setLastRead('3:1')
  await scene.pass(minute)
  await user.refresh()
  expect((await user.query(recentPlaces())).map(({ verseKey }) => verseKey)).toEqual(['3:1', '2:1'])
})
