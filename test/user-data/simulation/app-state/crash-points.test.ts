import {
  createAppStateReconciler,
  QuranHttpError,
  type AppStateAccountState,
  type AppStateStore,
  type AppStateTransport,
} from '@quranjs/api/public'
import { directConnection } from 'waraq/client'
import { userRootsBelow } from '@waraq/protocol/user'
import { createSandbox, type Sandbox } from '@waraq/sandbox'
import { shareOf, type Share } from '@waraq/test-support/runs'
import { appStateStore, openAppState } from 'waraq/app-state'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { FaultStorage } from '../../../crash/fault-idb.ts'
import { PointCounter, type Strike } from '../../../crash/points.ts'
import { ModelService, sdkErrorOf, ModelRefusal } from './service.ts'

const textOf = (state: AppStateAccountState) => JSON.stringify(state)
const sortedIn = (text: string) =>
  JSON.parse(text, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  ) as unknown

/** A store that notes what each transaction would leave, and what the latest one left that was told to be done. */
function noting(store: AppStateStore) {
  const noted = { done: null as string | null, begun: null as string | null }
  const transaction: AppStateStore['transaction'] = async (account, reducer) => {
    const result = await store.transaction(account, (state) => {
      const answer = reducer(state)
      noted.begun = textOf(state)
      return answer
    })
    noted.done = noted.begun
    return result
  }
  return { noted, store: { transaction } }
}

function transportTo(service: ModelService): AppStateTransport {
  const call =
    (name: keyof AppStateTransport) =>
    async (...args: unknown[]) => {
      try {
        return JSON.parse(JSON.stringify(service.answer(name, args))) as unknown
      } catch (error) {
        throw error instanceof ModelRefusal ? await sdkErrorOf(error) : error
      }
    }
  const names = ['bootstrap', 'getChanges', 'getDocument', 'putDocument', 'deleteDocument'] as const
  return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as AppStateTransport
}

const reconcilerOf = (store: AppStateStore, service: ModelService) =>
  createAppStateReconciler({ accountId: 'a', store, transport: transportTo(service), pageSize: 2 })

/** By its key what was asked to be kept last, and what was told to be kept. */
interface Kept {
  readonly asked: Map<string, number | string>
  readonly reported: Map<string, number | string>
}

/** A first bootstrap in pages, writes, a conflict and a deletion. */
async function story(store: AppStateStore, service: ModelService, kept: Kept): Promise<void> {
  const reconciler = reconcilerOf(store, service)
  const put = async (key: string, value: number) => {
    kept.asked.set(key, value)
    await reconciler.putDocument('settings', key, { schemaVersion: 1, value })
    kept.reported.set(key, value)
  }
  await put('mine', 1)
  await reconciler.reconcile()
  await put('mine', 2)
  service.write('settings', 'mine', 7)
  await put('other', 3)
  await reconciler.deleteDocument('settings', 'first')
  await reconciler.reconcile()
}

interface Tab {
  readonly disk: IDBFactory
  readonly service: ModelService
  readonly kept: Kept
  readonly noted: { readonly done: string | null; readonly begun: string | null }
  readonly struck: boolean
  readonly failure: unknown
}

/** A disk whose tab dies or is refused where the strike says, and what happens on it until then. */
async function struckWhile(
  strike: Strike,
  work: (indexedDB: IDBFactory) => Promise<void>,
): Promise<{ readonly disk: IDBFactory; readonly struck: boolean; readonly failure: unknown }> {
  const disk = new IDBFactory()
  let die = () => undefined as void
  const died = new Promise<void>((resolve) => (die = resolve))
  const points = new PointCounter(strike, undefined, () => undefined)
  const storage: FaultStorage = new FaultStorage(disk, {
    points,
    die: () => {
      storage.kill()
      die()
    },
    outwait: () => Promise.resolve(),
    isFull: () => false,
  })
  let failure: unknown
  const ended = work(storage.factory).catch((error: unknown) => void (failure = error))
  await Promise.race([ended, died])
  storage.kill()
  return { disk, struck: points.struck !== null, failure }
}

async function live(strike: Strike): Promise<Tab> {
  const service = new ModelService()
  for (const [index, key] of ['first', 'second', 'third'].entries()) service.write('settings', key, index)
  const kept: Kept = { asked: new Map(), reported: new Map() }
  const notes: Tab['noted'][] = []
  const end = await struckWhile(strike, (indexedDB) => {
    const { noted, store } = noting(appStateStore({ name: 'crash', indexedDB, IDBKeyRange }))
    notes.push(noted)
    return story(store, service, kept)
  })
  return { ...end, service, kept, noted: notes[0]! }
}

/** The next start finds what a transaction left, whole, and all that was kept reaches the service. */
async function recovers({ disk, service, kept, noted }: Tab): Promise<void> {
  const store = appStateStore({ name: 'crash', indexedDB: disk, IDBKeyRange })
  const found = await store.transaction('a', textOf)
  const states = [noted.done, noted.begun].map((text) => text && sortedIn(text))
  if (noted.done !== null) expect(states).toContainEqual(sortedIn(found))
  const reconciler = reconcilerOf(store, service)
  await reconciler.reconcile()
  const { pendingMutations } = await reconciler.getState()
  expect(pendingMutations).toEqual([])
  for (const [key, value] of kept.reported)
    expect([value, kept.asked.get(key)]).toContain(service.documents.get(`settings/${key}`)!.value)
  store.close()
}

/** Of the points of a fault. A full disk strikes fewer of them. */
const shares = { crash: shareOf(3, 108), quota: shareOf(3, 36) }

/** How many points there are. */
async function everyPoint<T extends { readonly struck: boolean }>(
  fault: keyof typeof shares,
  until: (strike: Strike) => Promise<T>,
  check: (end: T) => Promise<void>,
  { first, every }: Share = shares[fault],
): Promise<number> {
  for (let at = 1 + first; ; at += every) {
    const end = await until({ fault, form: 'once', at })
    if (!end.struck) return at
    await check(end)
  }
}

it(
  'wherever the tab dies, what a transaction left is there whole, and all that was kept arrives',
  { timeout: 600_000 },
  async () => {
    const points = await everyPoint('crash', live, recovers)
    expect(points).toBeGreaterThan(100)
  },
)

it('wherever the disk is full, that step tells it and changes nothing', { timeout: 600_000 }, async () => {
  const points = await everyPoint('quota', live, async (tab) => {
    expect(tab.failure).toMatchObject({ code: 'quota_exceeded', retryable: false })
    await recovers(tab)
  })
  expect(points).toBeGreaterThan(10)
})

/** A person's writes, one of them held, and what another device did: all that `openAppState` does. */
async function person(indexedDB: IDBFactory, sandbox: Sandbox, kept: Kept): Promise<void> {
  const [here, there] = [opened(indexedDB, sandbox), opened(new IDBFactory(), sandbox)]
  const write = async (key: string, value: number | string) => {
    kept.asked.set(key, value)
    await here.write('settings', key, { schemaVersion: 1, value })
    kept.reported.set(key, value)
  }
  await write('a', 1)
  await here.sync()
  await there.write('settings', 'a', { schemaVersion: 1, value: 7 })
  await there.sync()
  await write('a', 2)
  await write('large', 'x'.repeat(70_000))
  await write('b', 3)
  await here.sync()
  kept.reported.delete('b')
  await here.delete('settings', 'b')
  await here.sync()
  kept.reported.clear()
  await here.leave()
}

/** A person's life up to this point. */
async function personUntil(strike: Strike) {
  const sandbox = createSandbox({ content: 'small' })
  const kept: Kept = { asked: new Map(), reported: new Map() }
  const end = await struckWhile(strike, (indexedDB) => person(indexedDB, sandbox, kept))
  return { ...end, sandbox, kept }
}

const opened = (indexedDB: IDBFactory, sandbox: Sandbox) =>
  openAppState({
    sdk: { createAppStateReconciler, QuranHttpError },
    name: 'crash',
    account: 'amina',
    delivery: 'manual',
    connection: directConnection({
      root: userRootsBelow('http://localhost'),
      tokens: { get: () => sandbox.userToken({ user: 'amina' }) },
    }),
    fetch: async (input, init) => sandbox.fetch(new Request(input, init)),
    indexedDB,
    IDBKeyRange,
  })

it(
  'wherever the tab dies, what a person wrote is shown by the next one, and arrives or is held',
  { timeout: 600_000 },
  async () => {
    const points = await everyPoint('crash', personUntil, async ({ disk, sandbox, kept }) => {
      const next = opened(disk, sandbox)
      const shown = async (key: string) => (await next.read('settings', key)).body?.value
      for (const [key, value] of kept.reported)
        expect([value, kept.asked.get(key)]).toContain(await shown(key))
      await next.sync()
      for (const [key, value] of kept.reported) {
        // What was not kept may have come after the other device's write, or not have been done.
        const asked = kept.asked.get(key)
        expect(value === asked ? [value] : [asked, 7]).toContain(await shown(key))
      }
      const blocked = (await next.read('settings', 'large')).blocked
      expect([await next.waiting(), blocked?.code]).toEqual(
        blocked ? [1, 'document_too_large'] : [0, undefined],
      )
      next.close()
    })
    expect(points).toBeGreaterThan(200)
  },
)

it(
  'wherever the disk is full, what a person does is refused with that, and the rest stays',
  { timeout: 600_000 },
  async () => {
    const points = await everyPoint(
      'quota',
      personUntil,
      async ({ disk, kept, failure }) => {
        expect(failure).toMatchObject({ code: 'quota_exceeded', retryable: false })
        const next = opened(disk, createSandbox({ content: 'small' }))
        for (const [key, value] of kept.reported)
          if (value === kept.asked.get(key))
            expect([value, 7]).toContain((await next.read('settings', key)).body?.value)
        next.close()
      },
      shareOf(3, 36),
    )
    expect(points).toBeGreaterThan(20)
  },
)
