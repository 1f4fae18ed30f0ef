import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { databaseName, readDisk, recordsOf, type DiskImage } from './disk.ts'
import { madeAt } from './service.ts'
import { work } from './stage.ts'
import { setTable, type Table } from './table.ts'

/** Storage that forgets: all of it, parts of it, under the engine's feet. */

let table: Table
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined))
afterEach(() => {
  table.watch.close()
  vi.restoreAllMocks()
})

/** The disk with this store's records filtered. */
function without(store: string, isLost: (record: Record<string, unknown>) => boolean) {
  return (image: DiskImage): DiskImage => ({
    ...image,
    stores: image.stores.map((each) =>
      each.name === store ? { ...each, records: each.records.filter((record) => !isLost(record)) } : each,
    ),
  })
}

function deleteDatabase(disk: IDBFactory): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = disk.deleteDatabase(databaseName)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error ?? new Error('Not deleted'))
  })
}

describe('A5: everything is gone', () => {
  it('an empty store is a normal start', async () => {
    table = await setTable('invalidate')
    await deleteDatabase(table.disk)
    const world = table.newWorld()
    expect((await world.engine.sync()).runs).toEqual([])
    await world.engine.subscribe('translations:20,131')
    expect((await world.engine.sync()).runs[0]).toMatchObject({ mode: 'bootstrap', outcome: 'current' })
    await table.watch.expectNew('after a new start')
    await world.engine.close()
  })

  for (const store of ['resources', 'manifests', 'translation'] as const) {
    it(`all ${store} are gone and the token is not: they are fetched again`, async () => {
      table = await setTable(
        'invalidate',
        without(store, () => true),
      )
      // The records of small resources hold what their manifests do.
      for (const { key, before } of table.stage.expected)
        expect(await table.watch.read(key)).toBe(store === 'manifests' ? before : null)
      const world = table.newWorld()
      expect((await world.engine.sync()).outcome).toBe('current')
      for (const { key, after } of table.stage.expected)
        expect([key, await table.watch.read(key)]).toEqual([key, after])
      await world.engine.close()
    })
  }

  for (const store of ['meta', 'subscriptions'] as const) {
    it(`all ${store} are gone: nothing is overwritten by what is numbered anew`, async () => {
      table = await setTable(
        'invalidate',
        without(store, () => true),
      )
      const world = table.newWorld()
      await world.engine.subscribe('translations:20,131')
      expect((await world.engine.sync()).outcome).toBe('current')
      await table.watch.expectNew('after the next run')
      await world.engine.close()
    })
  }
})

describe('A6: part of the rows is gone and the token is not', () => {
  it('the resource counts as absent, and the next run fetches it again', async () => {
    table = await setTable(
      'incremental',
      without('translation', ({ keys }) => (keys as string).includes('"300130"')),
    )
    expect(await table.watch.read('translations:300')).toBeNull()
    const world = table.newWorld()
    expect((await world.engine.sync()).outcome).toBe('current')
    for (const { key, after } of table.stage.expected)
      expect([key, await table.watch.read(key)]).toEqual([key, after])
    await world.engine.close()
  })

  it('a segment that lost rows is as good as none, and fetched again once all of it was looked through', async () => {
    const cut = (image: DiskImage): DiskImage => ({
      ...image,
      stores: image.stores.map((store) => ({
        ...store,
        records: store.records.map((record) =>
          typeof record['keys'] === 'string' && record['keys'].includes('"300130"')
            ? { ...record, keys: '["300130"]', rows: new TextEncoder().encode('[{"id":300130}]') }
            : record,
        ),
      })),
    })
    table = await setTable('incremental', cut)
    expect(await table.watch.read('translations:300')).toBeNull()
    const lookedAt = async () =>
      recordsOf<{ key: string; at?: number }>(readDisk(table.disk), 'meta').find(({ key }) => key === 'audit')
        ?.at
    // All is new at the first sync; after each of the others, one of the two resources is looked through.
    const dayMs = 24 * 60 * 60_000
    for (let days = 0; days <= 16; days += 4) {
      const world = table.newWorld({ later: days * dayMs })
      expect((await work(world, table.stage.scenario)).outcome).toBe('current')
      if (days > 0) await expect.poll(lookedAt).toBe(madeAt + days * dayMs)
      await world.engine.close()
      const { key, after } = table.stage.expected.find((each) => each.key === 'translations:300')!
      expect([null, after]).toContain(await table.watch.read(key))
    }
    for (const { key, after } of table.stage.expected)
      expect([key, await table.watch.read(key)]).toEqual([key, after])
  })
})

describe('A16: the database is deleted under a live connection', () => {
  it('at every request of a bootstrap: no token without rows, and a new start succeeds', async () => {
    table = await setTable('bootstrap')
    const { stage } = table
    for (let at = 1; at <= stage.requests.length; at++) {
      table.watch.close()
      table = { ...(await setTable('bootstrap')) }
      const { service } = table.stage
      const answer = service.answer.bind(service)
      let asked = 0
      const spy = vi.spyOn(service, 'answer').mockImplementation(async (url, init) => {
        if (++asked === at) await deleteDatabase(table.disk)
        return answer(url, init)
      })
      const world = table.newWorld()
      const outcome = await work(world, stage.scenario).then(
        (report) => report.outcome,
        () => 'failed',
      )
      spy.mockRestore()
      expect([at, outcome]).not.toEqual([at, 'current'])
      const subscriptions = recordsOf<{ token: string | null }>(readDisk(table.disk), 'subscriptions')
      expect(subscriptions.filter(({ token }) => token !== null)).toEqual([])
      await table.expectRecovery(world)
    }
  })
})
