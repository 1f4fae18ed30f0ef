import type { AppStatePutBody } from '@quranjs/api/public'
import { settle } from '@waraq/test-support/at-rest'
import { putRaw } from '@waraq/test-support/read-tables'
import { afterEach, describe, expect, it } from 'vitest'
import { openAppState, type BlockedDocument } from './open-app-state.ts'
import type { AppStateView } from './edits.ts'
import { sdk, stage, valueOf } from './stage.test-support.ts'

type Stage = ReturnType<typeof stage>
const stages: Stage[] = []
function set(options: Parameters<typeof stage>[0] = {}): Stage {
  const made = stage(options)
  stages.push(made)
  return made
}
afterEach(() => {
  for (const each of stages.splice(0)) each.close()
})

const body = (value: AppStatePutBody['value']): AppStatePutBody => ({ schemaVersion: 1, value })
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )
const writes = (requests: readonly string[]) => requests.filter((request) => /^(PUT|DELETE)/.test(request))

describe('a choice', () => {
  it('is shown at once, in every tab, and follows the person to another device', async () => {
    const { device } = set()
    const phone = device()
    const [one, other] = [phone.tab(), phone.tab()]
    await one.write('settings', 'reading', body({ size: 4 }))
    expect(await other.read('settings', 'reading')).toEqual({
      collection: 'settings',
      key: 'reading',
      body: body({ size: 4 }),
      pending: true,
      blocked: null,
    })
    await one.sync()
    expect(await other.read('settings', 'reading')).toMatchObject({ pending: false })
    const desk = device().tab()
    await desk.sync()
    expect(await valueOf(desk, 'reading')).toEqual({ size: 4 })
    await desk.delete('settings', 'reading')
    await desk.sync()
    await other.sync()
    expect(await valueOf(one, 'reading')).toBeUndefined()
  })

  it('that is changed again and again is one request, and never meets itself', async () => {
    const { device, requests } = set()
    const tab = device().tab()
    for (const size of [1, 2, 3]) await tab.write('settings', 'reading', body({ size }))
    await tab.sync()
    for (const size of [4, 5]) await tab.write('settings', 'reading', body({ size }))
    await tab.sync()
    expect(writes(requests)).toEqual(['PUT settings/reading', 'PUT settings/reading'])
    expect(requests.filter((request) => request === 'GET settings/reading')).toEqual([])
  })

  it('that is changed while it is sent waits for the answer', async () => {
    const { device, sandbox, requests } = set()
    const tab = device().tab()
    await tab.write('settings', 'reading', body(1))
    sandbox.fault({
      match: { path: '/auth/v1/app-state', method: 'PUT' },
      effect: { networkError: true, carriedOut: 'before' },
    })
    expect(await failure(tab.sync())).toMatchObject({ code: 'network', retryable: true })
    await tab.write('settings', 'reading', body(2))
    expect(await tab.waiting()).toBe(1)
    await tab.sync()
    // The first one is repeated, and answered as before; then comes the second.
    expect(writes(requests)).toHaveLength(3)
    expect(await tab.waiting()).toBe(0)
    const other = device().tab()
    await other.sync()
    expect(await valueOf(other, 'reading')).toBe(2)
  })

  it('is made of what is shown, so that two tabs both have their say', async () => {
    const { device } = set()
    const phone = device()
    const add = (tab: ReturnType<typeof phone.tab>) =>
      tab.update('settings', 'count', (shown) => body(Number(shown?.value ?? 0) + 1))
    await Promise.all([phone.tab(), phone.tab(), phone.tab()].map(add))
    expect(await valueOf(phone.tab(), 'count')).toBe(3)
    const own = new RangeError('mine')
    const failed = phone.tab().update('settings', 'count', () => {
      throw own
    })
    expect(await failure(failed)).toBe(own)
    expect(await valueOf(phone.tab(), 'count')).toBe(3)
  })
})

describe('two devices', () => {
  it('that changed different fields have both, whoever was offline for a month', async () => {
    const { device, clock } = set()
    const [phone, desk] = [device(), device()]
    const [here, there] = [phone.tab(), desk.tab()]
    await here.write('settings', 'reading', body({ size: 1, reciter: 7, theme: 'light' }))
    await here.sync()
    await there.sync()
    phone.network.online = false
    await here.write('settings', 'reading', body({ size: 5, reciter: 7, theme: 'light' }))
    expect(await failure(here.sync())).toMatchObject({ code: 'network' })
    await there.update('settings', 'reading', () => body({ size: 1, reciter: 8 }))
    await there.sync()
    await clock.advance(31 * 24 * 3_600_000)
    phone.network.online = true
    await here.sync()
    await there.sync()
    for (const tab of [here, there]) {
      expect(await valueOf(tab, 'reading')).toEqual({ size: 5, reciter: 8 })
      expect(await tab.waiting()).toBe(0)
    }
  })

  it('that both made a document have what each chose, and send nothing where they agree', async () => {
    const { device, requests } = set()
    const [here, there] = [device().tab(), device().tab()]
    await here.write('settings', 'reading', body({ size: 5 }))
    await there.write('settings', 'reading', body({ reciter: 8 }))
    await here.sync()
    await there.sync()
    await here.sync()
    for (const tab of [here, there]) expect(await valueOf(tab, 'reading')).toEqual({ size: 5, reciter: 8 })
    const before = writes(requests).length
    await here.write('settings', 'reading', body({ reciter: 8, size: 5 }))
    await here.sync()
    expect(writes(requests)).toHaveLength(before)
  })
})

describe('what the service refuses for good', () => {
  const settings = {
    collections: [{ name: 'settings', maxDocumentsPerUser: 3, requiresPrecondition: true }],
    limits: { maxDocumentBytes: 20 },
  }

  it('is blocked and shown, and keeps nothing else from its way', async () => {
    const { device } = set({ appState: settings })
    const phone = device()
    const tab = phone.tab()
    await tab.write('settings', 'a', body('x'.repeat(30)))
    await tab.write('other', 'b', body(1))
    await tab.write('settings', 'c', body(1))
    await tab.sync()
    expect(await tab.read('settings', 'a')).toMatchObject({
      pending: true,
      blocked: { code: 'document_too_large', status: 413 },
    })
    expect(await tab.read('other', 'b')).toMatchObject({
      blocked: { code: 'collection_not_allowed', status: 403 },
    })
    expect(await tab.read('settings', 'c')).toMatchObject({ pending: false, blocked: null })
    expect(await valueOf(tab, 'a')).toBe('x'.repeat(30))
    expect(await tab.waiting()).toBe(2)

    // To change it tries it again.
    await tab.write('settings', 'a', body('short'))
    // To drop it shows what the service has.
    await tab.resolve('other', 'b', 'drop')
    await tab.sync()
    expect(await tab.read('settings', 'a')).toMatchObject({
      body: body('short'),
      pending: false,
      blocked: null,
    })
    expect(await valueOf(tab, 'b', 'other')).toBeUndefined()
    expect(await failure(tab.resolve('other', 'b', 'retry'))).toMatchObject({ code: 'not_found' })
  })

  it('may be tried again once there is room', async () => {
    const { device, clock } = set({ appState: settings })
    const tab = device().tab()
    for (const key of ['a', 'b', 'c', 'd']) await tab.write('settings', key, body(1))
    await tab.sync()
    expect(await tab.read('settings', 'd')).toMatchObject({ blocked: { code: 'quota_exceeded' } })
    await tab.delete('settings', 'a')
    await clock.advance(1)
    await tab.resolve('settings', 'd', 'retry')
    // What was done first goes first.
    await tab.sync()
    expect(await tab.waiting()).toBe(0)
    expect(await tab.read('settings', 'd')).toMatchObject({ pending: false, blocked: null })
  })

  it('is told to whoever asks, as it changes', async () => {
    const { device } = set({ appState: settings })
    const tab = device().tab()
    const reported: (readonly BlockedDocument[])[] = []
    const end = tab.blocked.subscribe((blocked) => reported.push(blocked))
    await tab.write('settings', 'a', body('x'.repeat(30)))
    await tab.sync()
    await expect
      .poll(() => reported.at(-1))
      .toMatchObject([{ collection: 'settings', key: 'a', refusal: { code: 'document_too_large' } }])
    await tab.resolve('settings', 'a', 'drop')
    await expect.poll(() => reported.at(-1)).toEqual([])
    end()
  })
})

it('a document is told as it changes, whichever tab changes it', async () => {
  const { device } = set()
  const phone = device()
  const reported: AppStateView[] = []
  const end = phone
    .tab()
    .live('settings', 'a')
    .subscribe({ next: (view) => reported.push(view) })
  await expect.poll(() => reported.at(-1)?.body).toBeNull()
  const other = phone.tab()
  await other.write('settings', 'a', body(1))
  await expect.poll(() => reported.at(-1)).toMatchObject({ body: body(1), pending: true })
  await other.sync()
  await expect.poll(() => reported.at(-1)).toMatchObject({ body: body(1), pending: false })
  end()
})

it('a sync token that is too old costs a bootstrap, and no choice', async () => {
  const { device, sandbox } = set()
  const tab = device().tab()
  await tab.write('settings', 'a', body(1))
  await tab.sync()
  await tab.write('settings', 'a', body(2))
  const expired = { details: { error: { code: 'sync_token_expired' } } }
  sandbox.fault({ match: { path: '/auth/v1/app-state:changes' }, effect: { status: 410, body: expired } })
  await tab.sync()
  expect(await tab.read('settings', 'a')).toMatchObject({ body: body(2), pending: false })
})

describe('an account', () => {
  it('sees nothing of another one on the same device', async () => {
    const { device, sandbox } = set()
    sandbox.addUser({ username: 'other' })
    const phone = device()
    const [local, remote] = [phone.tab(), phone.tab({ account: 'other' })]
    await local.write('settings', 'a', body('mine'))
    await remote.write('settings', 'a', body('theirs'))
    await local.sync()
    await remote.sync()
    expect([await valueOf(local, 'a'), await valueOf(remote, 'a')]).toEqual(['mine', 'theirs'])
  })

  it('leaves nothing on the device, and tells what had not arrived', async () => {
    const { device } = set()
    const phone = device()
    const [tab, other] = [phone.tab(), phone.tab()]
    await tab.write('settings', 'a', body(1))
    await tab.sync()
    await tab.write('settings', 'b', body(1))
    await other.read('settings', 'a')
    expect(await tab.leave()).toEqual({ waiting: 1 })
    expect(await failure(other.write('settings', 'c', body(1)))).toMatchObject({ code: 'store_closed' })
    expect(await failure(tab.read('settings', 'a'))).toMatchObject({ code: 'store_closed' })
    const next = phone.tab()
    expect(await next.waiting()).toBe(0)
    await next.sync()
    expect([await valueOf(next, 'a'), await valueOf(next, 'b')]).toEqual([1, undefined])
  })
})

describe('two tabs of an account that leaves', () => {
  it('both leave, and what the account keeps here after that stays', async () => {
    const phone = set().device()
    const [one, other] = [phone.tab(), phone.tab()]
    await one.write('settings', 'a', body(1))
    expect(await other.waiting()).toBe(1)
    expect(await one.leave()).toEqual({ waiting: 1 })
    const next = phone.tab()
    await next.write('settings', 'b', body(2))
    expect(await other.leave()).toEqual({ waiting: 0 })
    expect(await next.read('settings', 'b')).toMatchObject({ body: body(2), pending: true })
    for (const gone of [one, other]) {
      expect(await failure(gone.leave())).toMatchObject({ code: 'store_closed' })
      expect(await failure(gone.sync())).toMatchObject({ code: 'store_closed' })
    }
  })
})

describe('by itself', () => {
  it('asks at the start, sends what has been quiet, and tries again after a failure', async () => {
    const { device, clock, requests } = set()
    const phone = device()
    const tab = phone.tab({ delivery: 'automatic' })
    await clock.advance(0)
    expect(requests).toEqual(['GET bootstrap', 'GET changes', 'GET changes'])
    requests.length = 0
    await tab.write('settings', 'a', body(1))
    await clock.advance(1_500)
    await tab.write('settings', 'a', body(2))
    await clock.advance(1_500)
    expect(requests).toEqual([])
    phone.network.online = false
    await clock.advance(600)
    expect(requests).toEqual(['GET changes'])
    phone.network.online = true
    await clock.advance(5_000)
    expect(writes(requests)).toEqual(['PUT settings/a'])
    expect(await tab.read('settings', 'a')).toMatchObject({ body: body(2), pending: false })
  })

  it('does nothing more once it is closed', async () => {
    const { device, clock, requests } = set()
    const tab = device().tab({ delivery: 'automatic' })
    await tab.write('settings', 'a', body(1))
    tab.close()
    await clock.advance(60_000)
    expect(writes(requests)).toEqual([])
    expect(await failure(tab.sync())).toMatchObject({ code: 'store_closed' })
  })
})

it('one tab at a time asks the service', async () => {
  const { device, requests } = set()
  const phone = device()
  const tabs = [phone.tab(), phone.tab(), phone.tab()]
  await tabs[0]!.write('settings', 'a', body(1))
  await Promise.all(tabs.map((tab) => tab.sync()))
  expect(writes(requests)).toEqual(['PUT settings/a'])
  expect(requests.filter((request) => request === 'GET bootstrap')).toHaveLength(1)
})

it('what cannot be is refused before anything is kept', async () => {
  expect(() => openAppState({ sdk, account: 'a' })).toThrow(
    expect.objectContaining({ code: 'invalid_option' }),
  )
  for (const account of ['', undefined as never])
    expect(() => openAppState({ sdk, account, root: 'https://reader.example/user' })).toThrow(
      expect.objectContaining({ code: 'invalid_option', details: { option: 'account' } }),
    )
  const tab = set().device().tab()
  expect(await failure(tab.write('settings', 'a/b', body(1)))).toMatchObject({ code: 'invalid_argument' })
  expect(await failure(tab.write('settings', 'a', { schemaVersion: 1 } as never))).toMatchObject({
    code: 'invalid_argument',
  })
  await settle()
  expect(await tab.waiting()).toBe(0)
})

describe('documents that the browser has damaged', () => {
  /** A record that the browser gives as something else. */
  const damage = (indexedDB: IDBFactory, table: 'documents' | 'edits') =>
    putRaw('waraq-app-state', table, { account: 'amina', part: 5, id: 6, json: '' }, indexedDB)

  it.each(['documents', 'edits'] as const)(
    'come again from the service, with what has not arrived on top: %s',
    async (table) => {
      const { device, requests } = set()
      const phone = device()
      const before = phone.tab()
      for (const key of ['a', 'b']) await before.write('settings', key, body(1))
      await before.sync()
      await before.write('settings', 'b', body(2))
      before.close()
      await damage(phone.indexedDB, table)
      requests.length = 0
      const tab = phone.tab()
      expect([await valueOf(tab, 'a'), await valueOf(tab, 'b')]).toEqual([1, 2])
      await tab.sync()
      expect(requests).toContain('GET bootstrap')
      expect(writes(requests)).toEqual(['PUT settings/b'])
      const other = device().tab()
      await other.sync()
      expect([await valueOf(other, 'a'), await valueOf(other, 'b')]).toEqual([1, 2])
    },
  )
})
