import { WaraqError, restoredError } from '@waraq/protocol'
import { Dexie } from 'dexie'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { refuse } from '../../store/storage-faults.test-support.ts'
import type { RunContext } from './context.ts'
import { clientOf, createRunBench, lastPage, runFilter, type RunBench } from './context.test-support.ts'
import { damaged } from './planning.ts'
import { runSubscriptions } from './runner.ts'
import { bufferLimits } from './plan/set-limits.ts'

/** How a run answers errors of all parts, and storage that has no room. */

let bench: RunBench
const usual = bufferLimits.pages
afterEach(() => {
  Object.assign(bufferLimits, { pages: usual })
  vi.restoreAllMocks()
  bench.close()
})

async function run(parts: Partial<RunContext> = {}) {
  bench = await createRunBench(parts)
  return (await runSubscriptions(bench.context))![0]!
}
const throwing = (error: unknown) => clientOf({ sync: () => Promise.reject(error) })

describe('an error that a run does not know', () => {
  it.each([
    ['an Error', new TypeError('undefined is not a function'), 'internal', 'failed'],
    ['something that is no Error', 'text', 'internal', 'failed'],
    ["the browser's own", new DOMException('gone', 'InvalidStateError'), 'storage_lost', 'failed'],
    ["Dexie's", new Dexie.DatabaseClosedError('closed'), 'storage_lost', 'failed'],
    [
      'one of ours that may pass',
      restoredError({ code: 'new', message: 'new', retryable: true }),
      'new',
      'interrupted',
    ],
  ])('%s', async (_, thrown, code, outcome) => {
    const report = await run({ client: throwing(thrown) })
    expect(report).toMatchObject({ outcome, mode: 'bootstrap', error: { code }, sequence: null })
    const { lastRun } = (await bench.db.subscriptions.get(runFilter))!
    expect(lastRun).toMatchObject({ outcome, errorCode: code })
  })
})

describe('no room', () => {
  const client = clientOf({ sync: () => Promise.resolve(lastPage(5)) })

  it('once: garbage is collected and the step done again', async () => {
    const refused = refuse({ method: 'put', store: 'staged', error: 'QuotaExceededError', times: 1 })
    // The filter names both resources, and the service has neither.
    const notFound = new WaraqError({ code: 'snapshot_not_found', message: 'none' })
    const report = await run({ client: { ...client, snapshot: () => Promise.reject(notFound) } })
    expect(refused()).toBe(1)
    expect(report).toMatchObject({ outcome: 'current', sequence: 5 })
  })
  it('on a later page: the same', async () => {
    Object.assign(bufferLimits, { pages: 1 })
    const first = lastPage(5)
    const page = { ...first.page, has_more: true, next_page_url: '/next', next_sync_token: null }
    const notFound = new WaraqError({ code: 'snapshot_not_found', message: 'none' })
    let refused = () => 0
    const report = await run({
      client: clientOf({
        sync: () => Promise.resolve({ ...first, page }),
        syncPage: async () => {
          // Asked for while the first one is stored.
          await vi.waitFor(async () => expect(await bench.db.staged.count()).toBe(1))
          if (refused() === 0)
            refused = refuse({ method: 'put', store: 'staged', error: 'QuotaExceededError', times: 1 })
          return lastPage(5)
        },
        snapshot: () => Promise.reject(notFound),
      }),
    })
    expect(refused()).toBe(1)
    expect(report).toMatchObject({ outcome: 'current', sequence: 5 })
  })
  it.each([
    ['is told', async () => ({ usage: 70, quota: 100 }), { usage: 70, quota: 100, available: 30 }],
    [
      'is told although more is used than allowed',
      async () => ({ usage: 130, quota: 100 }),
      { available: 0 },
    ],
    ['is told in part', async () => ({ usage: 70 }), { usage: 70, available: null }],
    ['is not told', async () => undefined, { usage: null, available: null }],
  ])('for good: failed, not to be tried again, and how much there was %s', async (_, estimate, details) => {
    refuse({ method: 'put', store: 'staged', error: 'QuotaExceededError' })
    const report = await run({ client, estimate })
    expect(report).toMatchObject({ outcome: 'failed', error: { code: 'quota_exceeded', retryable: false } })
    expect(report.error!.details).toMatchObject({ received: 200, ...details })
    expect(report.retryAt).toBeUndefined()
  })
})

describe('no room, and an application that may let go of something', () => {
  it('is asked once garbage was not enough, and the step is done once more', async () => {
    let refused = () => 0
    const asked: unknown[] = []
    const report = await run({
      client: clientOf({
        sync: () => {
          if (refused() === 0)
            refused = refuse({ method: 'put', store: 'staged', error: 'QuotaExceededError', times: 2 })
          return Promise.resolve(lastPage(5))
        },
        snapshot: () => Promise.reject(new WaraqError({ code: 'snapshot_not_found', message: 'none' })),
      }),
      estimate: async () => ({ usage: 70, quota: 100 }),
      makeRoom: async (request) => {
        asked.push(request)
        return true
      },
    })
    expect(refused()).toBe(2)
    expect(asked).toEqual([{ needed: null, available: 30 }])
    expect(report).toMatchObject({ outcome: 'current', sequence: 5 })
  })
  it('is not asked about anything else that goes wrong then', async () => {
    let asked = false
    let requests = 0
    const report = await run({
      client: clientOf({
        sync: () => {
          if (requests++ > 0) return Promise.reject(restoredError({ code: 'other', message: 'other' }))
          refuse({ method: 'put', store: 'staged', error: 'QuotaExceededError', times: 1 })
          return Promise.resolve(lastPage(5))
        },
      }),
      makeRoom: async () => (asked = true),
    })
    expect(asked).toBe(false)
    expect(report).toMatchObject({ outcome: 'failed', error: { code: 'other' } })
  })
})

describe('what went wrong', () => {
  it('is reported also where it cannot be written down', async () => {
    const report = await run({
      client: clientOf({
        sync: () => {
          refuse({ method: 'put', store: 'subscriptions', error: 'UnknownError' })
          return Promise.reject(restoredError({ code: 'x', message: 'x' }))
        },
      }),
    })
    expect(report).toMatchObject({ outcome: 'failed', error: { code: 'x' } })
    expect((await bench.db.subscriptions.get(runFilter))!.lastRun).toBeNull()
  })
  it('is reported also where not even the subscription can be read any more', async () => {
    bench = await createRunBench({
      client: clientOf({
        sync: () => {
          refuse({ method: 'get', store: 'subscriptions', error: 'UnknownError' })
          return Promise.reject(restoredError({ code: 'x', message: 'x' }))
        },
      }),
    })
    expect(await runSubscriptions(bench.context)).toMatchObject([{ outcome: 'failed', sequence: null }])
  })
})

describe('damage', () => {
  it('of a resource that is gone by now marks nothing', async () => {
    bench = await createRunBench()
    expect(await damaged(bench.context, 'translations:20')).toMatchObject({ code: 'resource_damaged' })
    expect(await bench.db.resources.count()).toBe(0)
  })
})
