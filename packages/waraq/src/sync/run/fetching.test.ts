import { WaraqError, parseResourceKey, type ResourceKey } from '@waraq/protocol'
import { systemClock } from '../../client/clock.ts'
import type { ContentClient, SnapshotDownload } from '../../client/options.ts'
import { afterEach, describe, expect, it } from 'vitest'
import type { PreparedRecord } from '../../store/records.ts'
import type { SnapshotPart } from '../snapshot/parts.ts'
import { ProgressBoard, type RunContext } from './context.ts'
import { clientOf, createRunBench, runFilter, type RunBench } from './context.test-support.ts'
import { fetchNeeded } from './fetching.ts'
import { openSet, type Batch } from './paging.ts'
import type { Plan, PlannedFetch } from './plan/plan-types.ts'
import { Tally, type ResourceProgress } from './report.ts'
import { resourceRecord } from '../../store/layers.test-support.ts'

/** The snapshots that a batch needs: their order, how many are fetched at once, and the result of each. */

let bench: RunBench
afterEach(() => bench.close())

type Mode = 'bootstrap' | 'incremental'
const one = 'translations:20'
const two = 'translations:131'

function needed(key: string, rest: Partial<PlannedFetch> = {}): PlannedFetch {
  const ref = parseResourceKey(key)!
  return {
    key: key as ResourceKey,
    ref,
    freshAt: null,
    action: 'fetch',
    reason: 'bootstrap',
    base: 4,
    floor: 5,
    snapshotUrl: null,
    optional: false,
    ...rest,
  }
}

function planOf(...items: PlannedFetch[]): Plan {
  return {
    abandoned: false,
    items,
    listed: [],
    emptyGroups: [],
    confirmedKeyRules: [],
    unknownChanges: 0,
    outsideFilter: 0,
  }
}

/** The snapshot of a resource: one row, of this sequence. */
function partsOf(key: string, sequence: number): SnapshotPart[] {
  const { group, id } = parseResourceKey(key)!
  const envelope = { resource_group: group, resource_id: id, schema_version: 1, sync_sequence: sequence }
  const records = [{ id: 1, verse_key: '1:1', text: 'text' }]
  return [{ type: 'envelope', envelope } as SnapshotPart, { type: 'records', records }]
}

interface Service {
  /** Sequences of snapshots, or the error with which a request for one rejects. */
  readonly snapshots?: Record<string, number | Error>
  readonly asked: unknown[]
  atOnce: number
  mostAtOnce: number
}

async function open(mode: Mode, snapshots: Service['snapshots'] = {}, parts: Partial<RunContext> = {}) {
  const service: Service = { asked: [], atOnce: 0, mostAtOnce: 0 }
  const reported: string[] = []
  const restarted: string[] = []
  const snapshot = (async (asked: unknown, use: (download: SnapshotDownload) => Promise<unknown>) => {
    service.asked.push(asked)
    service.mostAtOnce = Math.max(service.mostAtOnce, ++service.atOnce)
    try {
      await Promise.resolve()
      const key = typeof asked === 'string' ? asked : `translations:${(asked as { id: number }).id}`
      const answer = snapshots[key] ?? 5
      if (answer instanceof Error) throw answer
      const refused = (error: unknown) => error
      return await use({ key, answer, bytesExpected: 77, refused } as never)
    } finally {
      service.atOnce--
    }
  }) as ContentClient['snapshot']
  const tally = new Tally()
  const progress = new ProgressBoard(runFilter, tally, ({ resource }) => {
    if (resource) reported.push(`${resource.key} ${resource.phase}`)
    if (resource?.restarted) restarted.push(resource.key)
  })
  bench = await createRunBench({
    client: clientOf({ snapshot }),
    tally,
    progress,
    readSnapshot: async function* (download, onBytes) {
      const { key, answer } = download as unknown as { key: string; answer: number }
      onBytes(100)
      yield* partsOf(key.startsWith('/') ? one : key, answer)
    },
    ...parts,
  })
  const subscription = (await bench.db.subscriptions.get(runFilter))!
  const set: Batch = openSet(bench.context, subscription, mode, 0)
  set.batchCursor = { ...set.batchCursor, id: 7, upTo: 5 }
  const fetch = (...items: PlannedFetch[]) => fetchNeeded(bench.context, set, planOf(...items))
  return { service, reported, restarted, fetch, set }
}

const notFound = new WaraqError({ code: 'snapshot_not_found', message: 'none' })
const broken = new WaraqError({ code: 'service_failed', message: 'later', retryable: true })
const offline = new WaraqError({ code: 'network', message: 'none', retryable: true })
const phases = (reported: readonly string[], key: string) =>
  reported
    .filter((line) => line.startsWith(`${key} `))
    .map((line) => line.split(' ')[1] as ResourceProgress['phase'])

describe('a snapshot', () => {
  it('of a bootstrap is shown as soon as it is whole, and counts as a commit', async () => {
    const { fetch, reported } = await open('bootstrap')
    expect(await fetch(needed(one))).toEqual({ unavailable: new Map(), needed: null })
    expect(await bench.db.resources.get(one)).toMatchObject({
      status: 'installed',
      base: 4,
      asOf: 5,
      installedBy: 7,
      installedAtCommit: 1,
    })
    expect(await bench.db.meta.get('counters')).toMatchObject({ commits: 1 })
    expect((await bench.db.subscriptions.get(runFilter))!.committedUpTo).toBe(5)
    expect(phases(reported, one)).toEqual(['waiting', 'downloading', 'done'])
    expect(bench.context.tally).toMatchObject({ snapshots: 1, rowsWritten: 1, bytes: 100 })
  })
  it('that an earlier run left unfinished starts again, and says so', async () => {
    const { fetch, restarted, set } = await open('bootstrap')
    Object.assign(set, { isReopened: true })
    const partial = { resource: one as ResourceKey, batchCursor: 6, bytes: 50, of: 77, manifests: [] }
    await bench.db.stagings.put({ id: 900, partial })
    await fetch(needed(one), needed(two))
    expect(restarted).toEqual([one])
    // What is left of an earlier first download says nothing about a later one.
    await fetch(needed(one))
    expect(restarted).toEqual([one])
  })
  it('of a set of changes waits for its commit', async () => {
    const { fetch, reported } = await open('incremental')
    await fetch(needed(one))
    expect(await bench.db.resources.count()).toBe(0)
    expect(await bench.db.prepared.toArray()).toMatchObject([
      { batchCursor: 7, key: one, staging: 1, syncSequence: 5 },
    ])
    expect((await bench.db.subscriptions.get(runFilter))!.committedUpTo).toBeNull()
    expect(phases(reported, one)).toEqual(['waiting', 'downloading', 'committing'])
  })
  it('is asked for at the address that the feed gave', async () => {
    const { fetch, service } = await open('bootstrap')
    await fetch(needed(one, { snapshotUrl: '/at' }), needed(two))
    expect(service.asked).toEqual(['/at', { group: 'translations', id: 131 }])
  })
  it.each<[string, Pick<PreparedRecord, 'floor' | 'syncSequence'>, boolean]>([
    ['is not asked for again', { floor: 5, syncSequence: 5 }, false],
    ['and was asked for before more was covered is asked for again', { floor: 4, syncSequence: 6 }, true],
  ])('that an earlier run of the batch prepared %s', async (_, claims, again) => {
    const { fetch, service } = await open('incremental')
    const prepared = {
      batchCursor: 7,
      staging: 1,
      contentId: null,
      schemaVersion: 1,
      manifests: [],
      rejected: null,
    }
    await bench.db.prepared.put({ ...prepared, key: two, ...claims })
    await fetch(needed(two))
    expect(service.asked).toEqual(again ? [{ group: 'translations', id: 131 }] : [])
  })
  it('of a subscription that was dropped meanwhile is not shown, and no other one is asked for', async () => {
    const { fetch, service } = await open('bootstrap')
    await bench.db.subscriptions.clear()
    await expect(fetch(needed(one), needed(two))).rejects.toMatchObject({ code: 'subscription_changed' })
    expect(service.asked).toHaveLength(1)
    expect(await bench.db.resources.count()).toBe(0)
  })
})

describe('a snapshot that there is none of', () => {
  it('is taken away by a bootstrap there and then, and asked for again later', async () => {
    const { fetch, reported } = await open('bootstrap', { [one]: notFound })
    const fetched = await fetch(needed(one))
    expect(fetched).toEqual({ unavailable: new Map([[one, 'snapshot_not_found']]), needed: null })
    const removed = (await bench.db.resources.get(one))!
    expect(removed).toMatchObject({ status: 'unavailable', reason: 'snapshot_not_found' })
    expect(removed.probedAt).toBe(removed.committedAt)
    expect(phases(reported, one)).toEqual(['waiting', 'unavailable'])
    expect(bench.context.tally.unavailable).toHaveLength(1)
  })
  it('is left to the commit by a set of changes', async () => {
    const { fetch } = await open('incremental', { [one]: notFound })
    expect((await fetch(needed(one))).unavailable.size).toBe(1)
    expect(await bench.db.resources.count()).toBe(0)
  })
})

describe('a snapshot that cannot be had', () => {
  it('stays needed, and the others are fetched', async () => {
    const { fetch, reported } = await open('bootstrap', { [one]: broken })
    expect((await fetch(needed(one), needed(two))).needed).toBe(broken)
    expect(bench.context.tally.needed).toEqual([{ ref: needed(one).ref, reason: 'bootstrap', error: broken }])
    expect(phases(reported, one)).toEqual(['waiting', 'needed'])
    expect(await bench.db.resources.toCollection().primaryKeys()).toEqual([two])
  })
  it('is not needed where the batch does not cover it', async () => {
    const { fetch } = await open('bootstrap', { [one]: broken })
    expect((await fetch(needed(one, { optional: true }))).needed).toBeNull()
    expect(bench.context.tally.needed).toEqual([])
  })
  it.each([
    ['every request would meet', offline],
    ['is none of ours', new TypeError('a defect')],
  ])('for a reason that %s ends the step: nothing more is asked for', async (_, error) => {
    const { fetch, service } = await open('bootstrap', { [one]: error })
    await expect(fetch(needed(one), needed(two))).rejects.toBe(error)
    expect(service.asked).toHaveLength(1)
  })
  it('because the run was ended rejects with what the client says', async () => {
    const controller = new AbortController()
    controller.abort(new Error('enough'))
    const { fetch, service } = await open('bootstrap', {}, { signal: controller.signal })
    await expect(fetch(needed(one))).rejects.toThrow('enough')
    expect(service.asked).toEqual([])
  })
})

describe('a snapshot older than it may be', () => {
  const install = (asOf: number) => bench.db.resources.put(resourceRecord(one, { asOf }))

  it.each([
    ['than what is here, and as new as the service', 9, 9, 5, 'feed_went_back'],
    ['than the service itself', 9, 9, 4, 'stale_snapshot'],
    ['than what another token covers', 7, 9, 5, 'stale_snapshot'],
  ])('%s', async (_, asOf, floor, sequence, code) => {
    const { fetch } = await open('bootstrap', { [one]: sequence })
    await install(asOf)
    expect((await fetch(needed(one, { floor }))).needed).toMatchObject({ code, retryable: true })
  })
})

describe('a deferred refresh that is not due', () => {
  const now = 1_000_000
  const clock = { ...systemClock, now: () => now }
  const refresh = needed(one, { isRefresh: true, dueAt: now + 1 })
  const here = () => bench.db.resources.put(resourceRecord(one))
  const dueAt = async () => (await bench.db.resources.get(one))?.refreshDueAt

  it('is left needed, and its time is noted; the others are fetched', async () => {
    const { fetch, service, reported } = await open('incremental', {}, { clock })
    await here()
    const fetched = await fetch(refresh, needed(two))
    expect(fetched.needed).toMatchObject({ code: 'postponed', retryable: true, retryAt: now + 1 })
    expect(service.asked).toEqual([parseResourceKey(two)])
    expect(bench.context.tally.needed).toMatchObject([{ reason: 'bootstrap', error: { code: 'postponed' } }])
    expect(await dueAt()).toBe(now + 1)
    expect(phases(reported, one)).toEqual([])
  })
  it('costs no staging of its batch where nothing else is needed', async () => {
    const { fetch, set } = await open('incremental', {}, { clock })
    await here()
    set.batchCursor = { ...set.batchCursor, id: 0, pages: 1, complete: true }
    set.buffered.push({ page: 0, address: null, mutations: [] })
    expect((await fetch(refresh)).needed).toMatchObject({ code: 'postponed' })
    expect([await bench.db.batchCursors.count(), await bench.db.staged.count()]).toEqual([0, 0])
  })
  it('is fetched once it is due, and its time is noted before', async () => {
    const noted: unknown[] = []
    const { fetch, service } = await open('incremental', {}, { clock })
    await here()
    const { snapshot } = bench.context.client
    bench.context.client.snapshot = (async (...args: Parameters<typeof snapshot>) => {
      noted.push(await dueAt())
      return snapshot(...args)
    }) as typeof snapshot
    expect((await fetch({ ...refresh, dueAt: now })).needed).toBeNull()
    expect([service.asked.length, noted]).toEqual([1, [now]])
  })
  it('is told after what failed', async () => {
    const { fetch } = await open('incremental', { [two]: broken }, { clock })
    await here()
    expect((await fetch(refresh, needed(two))).needed).toBe(broken)
    expect(bench.context.tally.needed.map(({ error }) => error.code)).toEqual(['service_failed', 'postponed'])
  })
})

describe('how many', () => {
  const all = [one, two, 'translations:1', 'translations:2', 'translations:3']

  it.each([1, 3])('%i at once, in the order of the plan', async (snapshotConcurrency) => {
    const { fetch, service } = await open('incremental', {}, { snapshotConcurrency })
    await fetch(...all.map((key) => needed(key)))
    expect(service.mostAtOnce).toBe(snapshotConcurrency)
    expect(service.asked).toEqual(all.map((key) => parseResourceKey(key)))
  })
  it('is known before the first one comes; a bootstrap also says how much room it takes', async () => {
    const rooms: number[] = []
    const parts: Partial<RunContext> = { onRoom: (room) => rooms.push(room.needed) }
    const { fetch } = await open('bootstrap', {}, parts)
    const refs = [40, 2].map((size) => ({
      id: `|${one}|tafsir`,
      recordType: 'tafsir',
      rows: 1,
      size,
      digest: 1,
    }))
    await bench.db.resources.put(resourceRecord(one, { manifests: refs }))
    bench.context.writer.forget()
    await fetch(needed(one))
    expect(rooms).toEqual([42])
    const changes = await open('incremental', {}, parts)
    await changes.fetch(needed(one))
    expect(rooms).toHaveLength(1)
  })
})
