/** Requests of one session that meet at every step: each operation of the store and each answer of the issuer takes a while. */
import { seeded, type Random } from '@waraq/test-support/random'
import { describe, expect, it } from 'vitest'
import { Browser, Stage } from '../stage.test-support.ts'

const notes = '/user/auth/v1/notes'
const hour = 3_600_000

/** A browser whose token is due for renewal, in a world where each step takes a random while, before and after it is done. */
async function slowWorld(random: Random, processes: number) {
  const stage = new Stage({ session: { idleMs: 40 * hour } })
  const browser = await stage.signedIn()
  await stage.clock.advance(3_540_000)
  const slowly = async <T>(work: () => T): Promise<Awaited<T>> => {
    await stage.clock.sleep(random.int(20))
    const done = await work()
    await stage.clock.sleep(random.int(20))
    return done
  }
  const { get, set, remove, swap, add } = stage.store
  const store = {
    get: (key: string) => slowly(() => get(key)),
    set: (...entry: Parameters<typeof set>) => slowly(() => set(...entry)),
    remove: (key: string) => slowly(() => remove(key)),
    swap: (...asked: Parameters<typeof swap>) => slowly(() => swap(...asked)),
    add,
  }
  stage.issuer = ({ url }, form) =>
    slowly(() => (url.endsWith('/revoke') ? new Response(null) : stage.grant(form)))
  const proxies = Array.from({ length: processes }, () => stage.process({ store }))
  /** A request of this session, by one of the processes, some time later. */
  const ask = async (address: string, method = 'GET') => {
    await stage.clock.sleep(random.int(120))
    const headers = {
      cookie: `__Host-waraq-session=${browser.session}`,
      'x-relay': '1',
      'sec-fetch-site': 'same-origin',
    }
    const proxy = random.pick(proxies)
    return (await proxy(new Request(new URL(address, 'https://reader.example'), { method, headers }))).status
  }
  return { stage, browser, ask }
}

/** The tokens that the issuer gave last: where a renewal met the sign-out, those of the renewal. */
const latest = (stage: Stage) => {
  const count = stage.toIssuer.filter(({ url }) => url.endsWith('/token')).length
  return [`CANARY-TOKEN-refresh-${count}`, `CANARY-TOKEN-access-${count}`]
}

describe.each([1, 3])('a sign-out that meets renewals, over %i processes', (processes) => {
  it('ends the session for good, and its latest tokens at the issuer', async () => {
    for (let seed = 0; seed < 60; seed += 1) {
      const { stage, browser, ask } = await slowWorld(seeded(seed), processes)
      let isOut = false
      const out = ask('/user/sign-out', 'POST').then((status) => {
        isOut = true
        return status
      })
      // Asked after the sign-out was answered, by who copied the cookie.
      const after = out.then(() => Promise.all([ask(notes), ask(notes)]))
      const meeting = Promise.all([ask(notes), ask(notes), ask(notes)])
      const [left, statuses, late] = await stage.clock.run(Promise.all([out, meeting, after]))
      expect([seed, isOut, left, late]).toEqual([seed, true, 204, [401, 401]])
      expect([seed, statuses.filter((status) => status !== 200 && status !== 401)]).toEqual([seed, []])
      expect([seed, await browser.ask(notes).then(({ status }) => status)]).toEqual([seed, 401])
      expect([seed, stage.revoked]).toEqual([seed, expect.arrayContaining(latest(stage))])
    }
  })

  it('ends it where a note of its use is under way', async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const { stage, browser, ask } = await slowWorld(seeded(seed), processes)
      await stage.clock.run(ask(notes))
      // A token that lasts, so that the session is noted and not renewed.
      stage.issuer = () => Response.json({ access_token: 'CANARY-TOKEN-9', expires_in: 200 * 3_600 })
      await stage.clock.advance(3_600_000)
      await stage.clock.run(ask(notes))
      await stage.clock.advance(4 * hour)
      await stage.clock.run(Promise.all([ask('/user/sign-out', 'POST'), ask(notes), ask(notes)]))
      expect([seed, (await browser.ask(notes)).status]).toEqual([seed, 401])
    }
  })
})

it('a store that never lets a session end is told of, and the user stays signed in', async () => {
  const stage = new Stage()
  const browser = await stage.signedIn()
  const proxy = stage.process({ store: { ...stage.store, swap: () => Promise.resolve(false) } })
  const answer = await browser.ask('/user/sign-out', { method: 'POST' }, proxy)
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([503, []])
  expect((await browser.ask('/user/sign-out', { method: 'POST' })).status).toBe(204)
})

describe('a second sign-in', () => {
  it('ends the browser’s former session, here and at the issuer', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    const copied = new Browser(stage)
    copied.jar.set('__Host-waraq-session', browser.session!)
    expect((await copied.ask(notes)).status).toBe(200)
    await browser.signIn()
    expect((await copied.ask(notes)).status).toBe(401)
    expect((await browser.ask(notes)).status).toBe(200)
    expect(stage.revoked).toEqual(['CANARY-TOKEN-refresh-1', 'CANARY-TOKEN-access-1'])
    await browser.ask('/user/sign-out', { method: 'POST' })
    expect([(await browser.ask(notes)).status, (await copied.ask(notes)).status]).toEqual([401, 401])
  })

  it('that does not succeed leaves it', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    const begun = await browser.visit('/user/sign-in')
    const back = new URL(stage.granted(begun.headers.get('location')!))
    back.searchParams.delete('code')
    back.searchParams.set('error', 'access_denied')
    await browser.visit(String(back))
    expect([(await browser.ask(notes)).status, stage.revoked]).toEqual([200, []])
  })

  it('whose session cannot be stored revokes its tokens', async () => {
    const stage = new Stage()
    const browser = await stage.signedIn()
    const begun = await browser.visit('/user/sign-in')
    stage.proxy = stage.process({
      store: { ...stage.store, set: () => Promise.reject(new Error('full')) },
    })
    const back = await browser.visit(stage.granted(begun.headers.get('location')!))
    expect(back.status).toBe(503)
    expect(stage.revoked.slice(-2)).toEqual(['CANARY-TOKEN-refresh-2', 'CANARY-TOKEN-access-2'])
  })

  it('ends no session of another browser', async () => {
    const stage = new Stage()
    const [one, other] = [await stage.signedIn(), await stage.signedIn()]
    await one.signIn()
    expect((await other.ask(notes)).status).toBe(200)
  })
})
