import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { outbox } from '../view/outbox-query.ts'
import type { UserData } from '../api.ts'
import { stage, type Device, type Stage } from '../stage.test-support.ts'

let scene: Stage
let device: Device
let user: UserData
beforeEach(async () => {
  scene = stage()
  device = scene.device()
  user = await device.open()
})
afterEach(() => scene.close())

const asked = () => scene.sandbox.requests.filter(({ path }) => path.startsWith('/auth'))
const sent = () => asked().filter(({ method }) => method !== 'GET').length
const waiting = async () => (await user.query(outbox())).waiting

describe('when', () => {
  it('the first mutation is sent after a second; those that follow wait for each other', async () => {
    await user.favorite('2:1')
    await scene.pass(900)
    expect(sent()).toBe(0)
    await scene.pass(200)
    expect(sent()).toBe(1)
    await user.favorite('2:2')
    await scene.pass(3_000)
    await user.favorite('2:3')
    expect(sent()).toBe(1)
    await scene.pass(2_100)
    expect(sent()).toBe(3)
  })
  it('the first request of a tab is a look, which tells what time it is at the service', async () => {
    await user.favorite('2:1')
    await user.favorite('2:2')
    await scene.pass(60_000)
    expect(asked().map(({ method }) => method)).toEqual(['GET', 'POST', 'POST'])
  })
  it('on and off again within that time sends nothing', async () => {
    await user.favorite('2:1')
    await user.favorite('2:1', false)
    await scene.pass(60_000)
    expect(sent()).toBe(0)
  })
  it('offline nothing is tried, and the network’s return is enough', async () => {
    device.network.online = false
    for (let verse = 1; verse <= 40; verse++) await user.favorite(`2:${verse}`)
    await scene.pass(24 * 3_600_000)
    expect([sent(), await waiting()]).toEqual([0, 40])
    device.network.online = true
    await user.account.check()
    await scene.pass(60_000)
    expect([sent(), await waiting()]).toEqual([40, 0])
  })
  it('a service that fails all day is asked some twenty times, and a person’s coming back ends the wait', async () => {
    scene.sandbox.fault({ match: { path: 'user' }, times: Infinity, effect: { status: 503 } })
    await user.favorite('2:1')
    await scene.pass(24 * 3_600_000)
    expect(asked().length).toBeGreaterThan(10)
    expect(asked().length).toBeLessThan(60)
    expect(await user.query(outbox())).toMatchObject({ waiting: 1, code: 'service_failed' })
    scene.sandbox.clearFaults()
    await user.account.check()
    await scene.pass(120_000)
    expect(await waiting()).toBe(0)
  })
  it.each([0, 1_500, 20_000])(
    'an answer that never comes to a look holds nobody up who comes back %d ms later',
    async (later) => {
      const match = { path: 'user', method: 'GET' }
      scene.sandbox.fault({ match, times: 1, effect: { delayMs: 3_600_000 } })
      await user.favorite('2:1')
      await scene.pass(1_100 + later)
      expect(sent()).toBe(0)
      await user.account.check()
      await scene.pass(3_000)
      expect([sent(), await waiting()]).toEqual([1, 0])
    },
  )
  it('what was sent is waited for, however long its answer takes, and is not sent again', async () => {
    await user.favorite('2:1')
    const match = { path: 'user', method: 'POST' }
    scene.sandbox.fault({ match, times: 1, effect: { delayMs: 15_000 } })
    await scene.pass(5_000)
    await user.account.check()
    await scene.pass(20_000)
    expect([sent(), await waiting()]).toEqual([1, 0])
  })
  it('a time that the service names is waited for, whatever the page does, and is told', async () => {
    scene.sandbox.fault({
      match: { path: 'user' },
      times: 1,
      effect: { status: 429, headers: { 'retry-after': '600' } },
    })
    const began = scene.clock.now()
    await user.favorite('2:1')
    await scene.pass(2_000)
    const { nextTryAt } = await user.query(outbox())
    expect(nextTryAt! - began).toBeGreaterThan(600_000)
    await user.account.check()
    await scene.pass(590_000)
    expect(asked()).toHaveLength(1)
    await scene.pass(120_000)
    expect([sent(), await waiting()]).toEqual([1, 0])
  })
})

describe('who', () => {
  it('of ten tabs one sends, and all show it', async () => {
    const tabs = [user, ...(await Promise.all(Array.from({ length: 9 }, () => device.open())))]
    for (const [index, tab] of tabs.entries()) await tab.favorite(`2:${index + 1}`)
    await scene.pass(60_000)
    expect(sent()).toBe(10)
    for (const tab of tabs) expect((await tab.query(outbox())).waiting).toBe(0)
  })
  it('what a tab that was closed left is sent by another', async () => {
    const other = await device.open()
    await user.favorite('2:1')
    user.close()
    await scene.pass(60_000)
    expect(sent()).toBe(1)
    expect((await other.query(outbox())).waiting).toBe(0)
  })
  it('after a signing out elsewhere what waits is kept, and goes when the account is back', async () => {
    scene.session = { signedIn: false }
    await user.account.check()
    await user.favorite('2:1')
    await scene.pass(3_600_000)
    expect([sent(), await waiting(), user.account.get().session]).toEqual([0, 1, 'signed_out'])
    scene.session = { signedIn: true, account: 'idris' }
    await user.account.check()
    await scene.pass(3_600_000)
    expect([sent(), await waiting(), user.account.get().session]).toEqual([0, 1, 'other'])
    scene.session = { signedIn: true, account: 'amina' }
    await user.account.check()
    await scene.pass(60_000)
    expect([sent(), await waiting(), user.account.get().session]).toEqual([1, 0, 'signed_in'])
  })
})
