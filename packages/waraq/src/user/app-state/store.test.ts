import type { AppStateAccountState, AppStateStoredDocument } from '@quranjs/api/public'
import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appStateStore, IndexedAppStateStore } from './store.ts'

let indexedDB: IDBFactory
const open: { close(): void }[] = []
beforeEach(() => {
  indexedDB = new IDBFactory()
})
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})
function tab(): IndexedAppStateStore {
  const store = new IndexedAppStateStore({ name: 'test', indexedDB, IDBKeyRange })
  open.push(store)
  return store
}
const document = (key: string, value: string): AppStateStoredDocument => ({
  collection: 'settings',
  key,
  etag: `"${value.length}"`,
  operation: 'upsert',
  schemaVersion: 1,
  updatedAt: '2026-01-01T00:00:00Z',
  value,
  version: 1,
})
const put =
  (key: string, value = 'x') =>
  (state: AppStateAccountState) => {
    state.shadow[`settings/${key}`] = document(key, value)
  }
const keysOf = (state: AppStateAccountState) => Object.keys(state.shadow).sort()
const whole = (state: AppStateAccountState) => JSON.parse(JSON.stringify(state)) as AppStateAccountState
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a transaction', () => {
  it('makes an account that is missing, and outlives its store', async () => {
    expect(await tab().transaction('a', whole)).toMatchObject({
      localRevision: 0,
      shadow: {},
      syncToken: null,
    })
    const first = tab()
    await first.transaction('a', put('one'))
    first.close()
    expect(await tab().transaction('a', keysOf)).toEqual(['settings/one'])
    expect(await tab().transaction('b', keysOf)).toEqual([])
  })

  it('gives what its reducer gives, and the reducer’s own error with nothing changed', async () => {
    const store = tab()
    expect(await store.transaction('a', () => 7)).toBe(7)
    const own = new RangeError('mine')
    const failed = store.transaction('a', (state) => {
      put('one')(state)
      state.syncToken = 's'
      throw own
    })
    expect(await failure(failed)).toBe(own)
    expect(await store.transaction('a', whole)).toMatchObject({ shadow: {}, syncToken: null })
  })

  it('takes no reducer that is to be waited for', async () => {
    const store = tab()
    const late = async (state: AppStateAccountState) => {
      state.syncToken = 's'
    }
    expect(await failure(store.transaction('a', late))).toBeInstanceOf(TypeError)
    expect((await store.transaction('a', whole)).syncToken).toBeNull()
  })

  it('writes nothing where nothing changed, and of many documents the one that did', async () => {
    const store = tab()
    await store.transaction('a', (state) => {
      for (const key of ['one', 'two', 'three']) put(key)(state)
    })
    const written: string[] = []
    for (const table of [store.db.accounts, store.db.documents])
      table.hook('updating', (_, key) => void written.push(JSON.stringify(key)))
    await store.transaction('a', whole)
    expect(written).toEqual([])
    await store.transaction('a', (state) => put('two', 'yy')(state))
    expect(written.sort()).toEqual(['"a"', '["a","shadow","settings/two"]'])
  })

  it('needs an account', async () => {
    expect(await failure(tab().transaction('', whole))).toMatchObject({ code: 'invalid_argument' })
  })
})

it('two tabs and a service worker lose nothing of each other, and each sees what the others did', async () => {
  const tabs = [tab(), tab(), tab()]
  const work = Array.from({ length: 60 }, (_, index) =>
    tabs[index % 3]!.transaction('a', (state) => {
      state.localRevision += 1
      put(`key-${index}`)(state)
    }),
  )
  await Promise.all(work)
  for (const each of tabs) {
    const { localRevision, shadow } = await each.transaction('a', whole)
    expect([localRevision, Object.keys(shadow).length]).toEqual([60, 60])
  }
})

describe('five megabytes', () => {
  const count = 500
  const text = 'ن'.repeat(5_000)
  const fill = (state: AppStateAccountState) => {
    for (let index = 0; index < count; index += 1) put(`key-${index}`, text)(state)
  }

  it('are kept, and a change of one document neither reads nor writes the others', async () => {
    const store = tab()
    await store.transaction('a', fill)
    const touched = { read: 0, written: 0 }
    store.db.documents.hook('reading', (row) => {
      touched.read += 1
      return row
    })
    store.db.documents.hook('updating', () => void (touched.written += 1))
    await store.transaction('a', put('key-7', 'other'))
    await store.transaction('a', ({ syncToken }) => syncToken)
    await store.probe('a', async ({ shadow }) => shadow)
    expect(touched).toEqual({ read: 0, written: 1 })
    const other = tab()
    other.db.documents.hook('reading', (row) => {
      touched.read += 1
      return row
    })
    for (let turn = 0; turn < 3; turn += 1) await other.probe('a', async ({ shadow }) => shadow)
    expect(touched.read).toBe(count)
    expect(keysOf(await other.transaction('a', whole))).toHaveLength(count)
    expect((await other.transaction('a', whole)).shadow['settings/key-7']!.value).toBe('other')
  })
})

describe('an account that is taken off the device', () => {
  it('leaves nothing, and what comes too late leaves nothing either, in this tab and in others', async () => {
    const [here, there] = [tab(), tab()]
    for (const each of [here, there]) await each.transaction('a', put('one'))
    await here.transaction('b', put('one'))
    await here.remove('a')
    for (const late of [here, there])
      expect(await failure(late.transaction('a', put('late')))).toMatchObject({
        code: 'store_closed',
        retryable: false,
      })
    const { accounts, documents, edits } = tab().db
    expect((await accounts.toArray()).map(({ account }) => account)).toEqual(['b'])
    expect((await documents.toArray()).map(({ account }) => account)).toEqual(['b'])
    expect(await edits.count()).toBe(0)
    expect(await here.transaction('b', keysOf)).toEqual(['settings/one'])
  })

  it('comes back as new with its next sign-in, and not to a tab of the time before', async () => {
    const [before, next] = [tab(), tab()]
    await before.transaction('a', put('one'))
    await tab().remove('a')
    await next.transaction('a', put('two'))
    expect(await next.transaction('a', keysOf)).toEqual(['settings/two'])
    expect(await failure(before.transaction('a', put('late')))).toMatchObject({ code: 'store_closed' })
    expect(await next.transaction('a', keysOf)).toEqual(['settings/two'])
  })
})

it('a store that is closed says so', async () => {
  const store = appStateStore({ name: 'test', indexedDB, IDBKeyRange })
  await store.transaction('a', whole)
  store.close()
  expect(await failure(store.transaction('a', whole))).toMatchObject({ code: 'store_closed' })
})

describe('a database that another version wrote', () => {
  const change = async (more: object) => {
    const store = tab()
    await store.transaction('a', put('one'))
    await store.db.accounts.update('a', more)
    store.close()
  }

  it('of a newer format is neither read nor written', async () => {
    await change({ format: 2, added: 'later' })
    expect(await failure(tab().transaction('a', put('two')))).toMatchObject({
      code: 'newer_format',
      retryable: false,
      details: { found: 2, known: 1 },
    })
    const { accounts, documents } = tab().db
    expect(await accounts.get('a')).toMatchObject({ format: 2, added: 'later' })
    expect(await documents.count()).toBe(1)
    // The account of another person is of this version.
    expect(await tab().transaction('b', keysOf)).toEqual([])
  })

  it('with fields that this version does not know keeps them', async () => {
    await change({
      added: 'later',
      fields: {
        syncToken: 's',
        pendingMutations: [],
        localRevision: 1,
        bootstrapCursor: null,
        sdkAdded: [1],
      },
    })
    await tab().transaction('a', put('two'))
    expect(await tab().db.accounts.get('a')).toMatchObject({
      added: 'later',
      fields: { sdkAdded: [1], syncToken: 's' },
    })
  })

  it('with another table goes on', async () => {
    const newer = new Dexie('test', { indexedDB, IDBKeyRange })
    newer.version(7).stores({
      accounts: 'account',
      documents: '[account+part+id], account',
      edits: '[account+id], account',
      added: 'id',
    })
    await newer.open()
    newer.close()
    await tab().transaction('a', put('one'))
    expect(await tab().transaction('a', keysOf)).toEqual(['settings/one'])
  })
})
