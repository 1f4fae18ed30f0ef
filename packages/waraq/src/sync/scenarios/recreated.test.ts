import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBench, readerRows, serviceRows, type Bench } from '../bench.test-support.ts'
import { refuse } from '../../store/storage-faults.test-support.ts'

/**
 * A database that was deleted and recreated under an open reader gives the same numbers to other records. What the reader has
 * cached by number belongs to the old database.
 */

const keys = ['translations:20', 'translations:131'] as const

let bench: Bench
beforeEach(async () => {
  bench = createBench({ engine: { snapshotConcurrency: 1 } })
})
afterEach(() => bench.close())

/** Fetches resources in this order, one after the other: the first one gets the lowest numbers. */
async function fetchInOrder(filters: readonly string[]): Promise<void> {
  for (const filter of filters) {
    await bench.engine.subscribe(filter)
    expect((await bench.engine.sync()).outcome).toBe('current')
  }
}

async function deleteDatabase(): Promise<void> {
  await new Promise((resolve, reject) => {
    const request = bench.indexedDB.deleteDatabase('waraq')
    request.onsuccess = resolve
    request.onerror = reject
  })
}

async function expectTheServicesRows(): Promise<void> {
  for (const key of keys)
    expect([key, await readerRows(bench.store, key)]).toEqual([key, serviceRows(bench.sandbox, key)])
}

it('reads what is there now, though other things have the numbers of those before', async () => {
  await fetchInOrder(keys)
  await expectTheServicesRows()
  await deleteDatabase()
  await fetchInOrder([...keys].reverse())
  await expectTheServicesRows()
})

it('reads what changed at the service, though it has the numbers that it had', async () => {
  await fetchInOrder(keys)
  await expectTheServicesRows()
  await deleteDatabase()
  const [row] = bench.sandbox.snapshotRows('translations:20')!
  bench.sandbox.publish([{ resource: 'translations:20', update: { key: row!['id'] as number, text: 'new' } }])
  await fetchInOrder(keys)
  await expectTheServicesRows()
})

it('what was found damaged is read again once it was fetched anew', async () => {
  await fetchInOrder(keys)
  await bench.db.segments('translation').clear()
  expect(await readerRows(bench.store, 'translations:20')).toEqual(new Map())
  await deleteDatabase()
  await fetchInOrder(keys)
  await expectTheServicesRows()
})

it('what is asked for while the database is deleted is kept in the next one', async () => {
  await fetchInOrder(keys)
  const asking = bench.engine.subscribe('tafsirs:169')
  await deleteDatabase()
  await asking
  const asked = async () => (await bench.engine.status()).subscriptions.map(({ filter }) => filter).sort()
  await expect.poll(asked).toEqual(['tafsirs:169', 'translations:131', 'translations:20'])
})

it('what a person chose is theirs in the next one', async () => {
  await bench.engine.setSubscriptions(['translations:20'])
  await bench.engine.subscribe('translations:131', { owner: 'person' })
  expect((await bench.engine.sync()).outcome).toBe('current')
  await deleteDatabase()
  const known = async () =>
    (await bench.engine.status()).subscriptions.map(({ filter, owners }) => [filter, ...owners]).sort()
  await expect.poll(known).toEqual([
    ['translations:131', 'person'],
    ['translations:20', 'app'],
  ])
})

it('what was refused is not asked for in the next one, and what was asked for beside it is', async () => {
  await fetchInOrder(keys)
  refuse({ method: 'put', store: 'subscriptions', error: 'QuotaExceededError', times: 1 })
  const asked = await Promise.allSettled(
    ['tafsirs:169', 'mushafs:1'].map((filter) => bench.engine.subscribe(filter)),
  )
  vi.restoreAllMocks()
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  await deleteDatabase()
  const known = async () => (await bench.engine.status()).subscriptions.map(({ filter }) => filter).sort()
  await expect.poll(known).toEqual(['mushafs:1', 'translations:131', 'translations:20'])
})
