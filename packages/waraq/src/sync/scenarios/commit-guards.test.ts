import { afterEach, describe, expect, it } from 'vitest'
import { createBench, readerRows, serviceRows, type Bench } from '../bench.test-support.ts'

/** What the last transaction of a run checks before it stores a token: changes by other tabs during the run. */

let bench: Bench
afterEach(() => bench.close())

const filter = 'translations:20,131'

async function bootstrapped(): Promise<void> {
  bench = createBench()
  await bench.engine.subscribe(filter)
  await bench.engine.sync()
  for (const key of ['translations:20', 'translations:131']) bench.sandbox.invalidate(key)
}

/** Runs a sync and does something when its last snapshot has arrived and nothing is committed yet. */
async function syncWith(beforeCommit: () => Promise<unknown>) {
  let done: Promise<unknown> | undefined
  const engine = bench.newEngine({
    snapshotConcurrency: 1,
    fetch: async (input, init) => {
      const response = await bench.sandbox.fetch(new Request(input, init))
      if (bench.requests().filter((request) => request !== 'sync').length === 2) {
        done ??= beforeCommit()
        await done
      }
      return response
    },
  })
  bench.sandbox.clearRequests()
  const report = await engine.sync()
  expect(done).toBeDefined()
  return report
}

describe('a commit stores nothing', () => {
  it('where the token is no longer the one that the run began with', async () => {
    await bootstrapped()
    const before = await bench.db.resources.toArray()
    const report = await syncWith(() => bench.db.subscriptions.update(filter, { token: 'another' }))
    expect(report.runs[0]).toMatchObject({ outcome: 'interrupted', error: { code: 'subscription_changed' } })
    expect(await bench.db.resources.toArray()).toEqual(before)
    expect((await bench.db.subscriptions.get(filter))!.token).toBe('another')
  })

  it('where the application asked for a resync meanwhile', async () => {
    await bootstrapped()
    const report = await syncWith(() => bench.db.subscriptions.update(filter, { resync: true }))
    expect(report.runs[0]).toMatchObject({ outcome: 'interrupted', error: { code: 'subscription_changed' } })
    expect((await bench.engine.sync()).runs[0]).toMatchObject({ outcome: 'current', mode: 'bootstrap' })
  })

  it('where a snapshot that it needs is gone from the store', async () => {
    await bootstrapped()
    const token = (await bench.db.subscriptions.get(filter))!.token
    const before = await bench.db.resources.toArray()
    const report = await syncWith(async () => {
      await bench.db.resources.delete('translations:20')
      await bench.db.prepared.clear()
    })
    expect(report.runs[0]!.outcome).not.toBe('current')
    expect((await bench.db.subscriptions.get(filter))!.token).toBe(token)
    expect(before).toHaveLength(2)
    for (let tries = 0; tries < 3; tries++) await bench.newEngine().sync()
    for (const key of ['translations:20', 'translations:131']) {
      expect(await readerRows(bench.store, key)).toEqual(serviceRows(bench.sandbox, key))
    }
  })
})

describe('tidying up', () => {
  it('leaves what a batch under way has prepared', async () => {
    await bootstrapped()
    bench.sandbox.fault({
      match: { path: 'snapshot', nth: 2 },
      effect: { status: 429, headers: { 'Retry-After': '600' } },
    })
    expect((await bench.newEngine({ snapshotConcurrency: 1 }).sync()).outcome).toBe('interrupted')
    await bench.engine.verify({ group: 'articles', id: 1 })
    expect(await bench.db.prepared.count()).toBe(1)
    bench.sandbox.clearRequests()
    expect((await bench.newEngine().sync()).outcome).toBe('current')
    expect(bench.requests()).toEqual([expect.stringContaining('translations:'), 'sync'])
    for (const key of ['translations:20', 'translations:131']) {
      expect(await readerRows(bench.store, key)).toEqual(serviceRows(bench.sandbox, key))
    }
  })
})
