import { describe, expect, it } from 'vitest'
import { Browser, issued, Stage } from './stage.test-support.ts'
import { freshTokensOf } from './sessions.ts'

const hour = 3_600_000
const notes = '/user/auth/v1/notes'

describe('how long a session lasts', () => {
  it('without use until its idle time is over', async () => {
    const stage = new Stage({ session: { idleMs: 10 * hour } })
    const browser = await stage.signedIn()
    await stage.clock.advance(10 * hour - 1)
    expect((await browser.ask(notes)).status).toBe(200)
    await stage.clock.advance(10 * hour)
    expect((await browser.ask(notes)).status).toBe(401)
    expect((await browser.ask('/user/session')).status).toBe(200)
  })

  it('with use until it is over in all', async () => {
    const stage = new Stage({ session: { idleMs: 10 * hour, absoluteMs: 48 * hour } })
    const browser = await stage.signedIn()
    expect(browser.lines.at(-1)).toContain('Max-Age=172800;')
    for (let asked = 0; asked < 5; asked += 1) {
      await stage.clock.advance(9 * hour)
      expect((await browser.ask(notes)).status).toBe(200)
    }
    await stage.clock.advance(3 * hour)
    expect((await browser.ask(notes)).status).toBe(401)
  })

  it('also where its token lasts longer than the idle time', async () => {
    const stage = new Stage({ session: { idleMs: hour / 2 } })
    const browser = await stage.signedIn()
    for (let asked = 0; asked < 3; asked += 1) {
      await stage.clock.advance(hour / 4)
      expect((await browser.ask(notes)).status).toBe(200)
    }
    expect(stage.toIssuer).toHaveLength(1)
  })

  it('by the session itself, even if the store still has it', async () => {
    const stage = new Stage({ session: { idleMs: hour } })
    const kept = new Map<string, unknown>()
    const store = {
      ...stage.store,
      set: async (key: string, value: unknown) => void kept.set(key, value),
      get: async (key: string) => kept.get(key),
    }
    stage.proxy = stage.process({ store })
    const browser = await stage.signedIn()
    expect((await browser.ask(notes)).status).toBe(200)
    await stage.clock.advance(hour)
    expect((await browser.ask(notes)).status).toBe(401)
    expect(kept.size).toBe(1)
  })

  it('also where its use could not be written down', async () => {
    const stage = new Stage({ session: { idleMs: 10 * hour } })
    stage.issuer = () => issued(1, { expires_in: 86_400 })
    const browser = await stage.signedIn()
    await stage.clock.advance(9 * hour)
    const fails = () => Promise.reject(new Error('down'))
    for (const broken of [{ get: stage.store.get, swap: fails }]) {
      const proxy = stage.process({ store: { ...stage.store, ...broken } })
      expect((await browser.ask(notes, {}, proxy)).status).toBe(200)
    }
    expect((await browser.ask(notes)).status).toBe(200)
    await stage.clock.advance(9 * hour)
    expect((await browser.ask(notes)).status).toBe(200)
  })

  it('is not written down with each request', async () => {
    const stage = new Stage({ session: { idleMs: 20 * hour } })
    const browser = await stage.signedIn()
    let writes = 0
    const { set } = stage.store
    const proxy = stage.process({
      store: { ...stage.store, set: (...entry) => ((writes += 1), set(...entry)) },
    })
    for (let asked = 0; asked < 10; asked += 1) await browser.ask(notes, {}, proxy)
    expect(writes).toBe(0)
  })
})

describe('what a store may say', () => {
  it.each([
    ['nothing', null],
    ['a number', 7],
    ['other text', 'sealed'],
    ['a session that is not sealed', { accessToken: 'forged', endsAt: Infinity, renewAt: Infinity }],
  ])('%s is no session', async (_, value) => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    const proxy = stage.process({ store: { ...stage.store, get: () => Promise.resolve(value) } })
    expect((await browser.ask(notes, {}, proxy)).status).toBe(401)
    expect(stage.toService).toEqual([])
  })

  it('the session of another browser is none of this one', async () => {
    const stage = new Stage()
    const mallory = await stage.signedIn()
    const [[, sealed]] = stage.entries as unknown as [[string, unknown]]
    const browser = new Browser(stage)
    await browser.signIn()
    const proxy = stage.process({ store: { ...stage.store, get: () => Promise.resolve(sealed) } })
    expect((await browser.ask(notes, {}, proxy)).status).toBe(401)
    expect((await mallory.ask(notes, {}, proxy)).status).toBe(200)
  })
})

it('a token is renewed a minute before its end, or at half of its life', () => {
  const tokens = {
    accessToken: 'a',
    refreshToken: 'r',
    scope: undefined,
    account: undefined,
    lifeSeconds: 3_600,
  }
  const before = { refreshToken: undefined, scope: 'note' }
  expect(freshTokensOf(tokens, 1_000, before)).toEqual({
    accessToken: 'a',
    refreshToken: 'r',
    scope: 'note',
    endsAt: 3_601_000,
    renewAt: 3_541_000,
  })
  expect(freshTokensOf({ ...tokens, lifeSeconds: 20 }, 0, before).renewAt).toBe(10_000)
  expect(freshTokensOf({ ...tokens, refreshToken: undefined }, 0, before).renewAt).toBe(3_600_000)
})
