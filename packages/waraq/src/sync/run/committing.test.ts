import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import { systemClock } from '../../client/clock.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WaraqDatabase } from '../../store/database.ts'
import { manifestRef, layerIds } from '../../store/manifest.ts'
import { Staging } from '../../store/stagings.ts'
import { eachRow, LayerCache } from '../../store/layers.ts'
import { packSegment } from '../../store/segment.ts'
import { commitBatch } from './committing.ts'
import { createRunBench, runFilter, type RunBench } from './context.test-support.ts'
import type { Fetched } from './fetching.ts'
import { installed, installTables, putChanges } from './install.ts'
import { openSet, type Batch } from './paging.ts'
import type { Plan, PlanItem, RowChange } from './plan/plan-types.ts'
import { prepareChanges } from './prepare-changes.ts'

/** The transaction of a commit: what it does for each item of a plan, and what it checks before it stores the token. */

let bench: RunBench
let db: WaraqDatabase
let set: Batch
beforeEach(async () => {
  bench = await createRunBench({ clock: { ...systemClock, now: () => 5_000 } })
  db = bench.db
  await db.subscriptions.update(runFilter, { token: 'before' })
  set = openSet(bench.context, (await db.subscriptions.get(runFilter))!, 'incremental', 1)
  set.batchCursor = {
    ...set.batchCursor,
    id: 7,
    upTo: 20,
    complete: true,
    nextToken: 'after',
    serverTime: 1_000,
  }
  await db.batchCursors.put(set.batchCursor)
})
afterEach(() => bench.close())

const one = 'translations:20' as ResourceKey
const two = 'translations:131' as ResourceKey
const nothing: Fetched = { unavailable: new Map(), needed: null }

function planOf(items: PlanItem[], rest: Partial<Plan> = {}): Plan {
  return {
    abandoned: false,
    items,
    listed: [],
    emptyGroups: [],
    confirmedKeyRules: [],
    unknownChanges: 0,
    outsideFilter: 0,
    ...rest,
  }
}

const of = (key: ResourceKey) => ({ key, ref: parseResourceKey(key)!, freshAt: null })
const fetched = (key: ResourceKey, optional = false): PlanItem => ({
  ...of(key),
  action: 'fetch',
  reason: 'created',
  base: 11,
  floor: 20,
  snapshotUrl: null,
  optional,
})
const applied = (...changes: RowChange[]): PlanItem => ({ ...of(one), action: 'apply', changes })
const changed = (
  sequence: number,
  key: string,
  text: string | null,
  recordType = 'translation',
): RowChange => ({
  sequence,
  recordType,
  key,
  data: text === null ? null : { id: Number(key), verse_key: '1:1', text },
})

/** Writes rows of these keys in a staging of their own, which no reader reaches. */
async function write(key: ResourceKey, keys: readonly string[]) {
  const staging = await Staging.begin(bench.context.writer)
  const rows = keys.map((each) => ({
    key: each,
    data: { id: Number(each), verse_key: '1:1', text: 'as installed' },
  }))
  const segment = packSegment(staging.nextSegmentId(), 'translation', rows)
  await staging.add('translation', segment)
  const manifest = staging.manifest(key, 'translation', [segment.summary])
  await staging.finish([manifest])
  return {
    staging: staging.id,
    contentId: null,
    schemaVersion: 1,
    syncSequence: 20,
    manifests: [manifestRef(manifest)],
    rejected: null,
  }
}

const stamp = { upTo: 5, set: 1, commit: 1, now: 0 }

async function install(key: ResourceKey, keys: readonly string[]): Promise<void> {
  const snapshot = await write(key, keys)
  await bench.context.writer.write(installTables, () =>
    putChanges(db, [installed(undefined, of(key).ref, snapshot, { base: 5, freshAt: 'first' }, stamp)]),
  )
}

const prepare = async (key: ResourceKey, syncSequence = 20) =>
  db.prepared.put({
    ...(await write(key, ['1', '2'])),
    batchCursor: 7,
    key,
    syncSequence,
    floor: syncSequence,
  })

async function textsOf(key: ResourceKey, recordType = 'translation'): Promise<Record<string, unknown>> {
  const ref = (await db.resources.get(key))!.manifests.find((each) => each.recordType === recordType)!
  const texts: Record<string, unknown> = {}
  for await (const { key, data } of eachRow(db, await new LayerCache().get(db, ref)))
    texts[key] = data['text']
  return texts
}

const commit = async (planned: Plan, checkpoint = true, came = nothing, context = bench.context) => {
  const prepared = await prepareChanges(context, planned)
  await commitBatch(context, set, { ...prepared, planned, fetched: came, checkpoint })
}
const subscription = async () => (await db.subscriptions.get(runFilter))!

describe('what a batch changes', () => {
  it('lies over what was there, the last change of a row last, written by the commit itself', async () => {
    await install(one, ['1', '2', '3'])
    const before = (await db.resources.get(one))!
    await commit(
      planOf([
        applied(
          changed(11, '1', 'first'),
          changed(12, '2', null),
          changed(13, '1', 'last'),
          changed(14, '9', 'new'),
        ),
      ]),
    )
    expect(await textsOf(one)).toEqual({ 1: 'last', 3: 'as installed', 9: 'new' })
    const after = (await db.resources.get(one))!
    expect(after).toMatchObject({
      asOf: 20,
      base: 5,
      freshAt: 'first',
      committedAt: 5_000,
      installedAtCommit: 1,
    })
    expect(after.manifests).toEqual([{ ...before.manifests[0], deltas: [expect.anything()] }])
    expect(bench.context.tally).toMatchObject({ rowsWritten: 2, rowsDeleted: 1 })
    expect([await db.stagings.count(), await db.garbage.count()]).toEqual([0, 0])
  })
  it('lies over what the commit before it brought, each under numbers of its own', async () => {
    await install(one, ['1', '2', '3'])
    await commit(planOf([applied(changed(11, '1', 'first'))]), false)
    await commit(planOf([applied(changed(12, '2', 'second'))]), false)
    expect(await textsOf(one)).toEqual({ 1: 'first', 2: 'second', 3: 'as installed' })
  })
  it('is worked in where it is too much to lie over what is there, and the old manifest is garbage', async () => {
    const keys = Array.from({ length: 600 }, (_, index) => String(index + 1))
    await install(one, keys)
    await commit(planOf([applied(changed(11, '1', 'over'))]), false)
    const before = (await db.resources.get(one))!.manifests[0]!
    expect(await db.garbage.count()).toBe(0)
    const most = keys.slice(100).map((key, index) => changed(20 + index, key, index === 0 ? null : 'new'))
    await commit(planOf([applied(...most)]))
    const [after] = (await db.resources.get(one))!.manifests
    expect(after).toMatchObject({ rows: 599 })
    expect(after!.deltas).toBeUndefined()
    expect(await textsOf(one)).toMatchObject({ 1: 'over', 2: 'as installed', 102: 'new', 600: 'new' })
    expect(await db.garbage.toArray()).toMatchObject(
      layerIds([before]).map((manifest) => ({ manifest, successor: after!.id })),
    )
    expect(await db.stagings.count()).toBe(0)
  })
  it('of a type that the resource had none of comes beside the others', async () => {
    await install(one, ['1'])
    await commit(planOf([applied(changed(11, '5', 'other', 'tafsir'))]))
    expect([await textsOf(one), await textsOf(one, 'tafsir')]).toEqual([
      { 1: 'as installed' },
      { 5: 'other' },
    ])
  })
  it('where part of the resource is missing marks it damaged, and nothing is committed', async () => {
    await install(one, ['1', '3'])
    await db.segments('translation').clear()
    await expect(commit(planOf([applied(changed(11, '1', 'new'))]))).rejects.toMatchObject({
      code: 'resource_damaged',
    })
    expect((await db.resources.get(one))!.needsSnapshot).toBe('damage')
    expect((await subscription()).token).toBe('before')
  })
})

describe('what a batch withdraws, or touches', () => {
  it('goes at once, with its rows counted and its reason', async () => {
    await install(one, ['1', '2'])
    await commit(planOf([{ ...of(one), action: 'remove', base: 12, reason: 'hidden' }]))
    expect(await db.resources.get(one)).toMatchObject({
      status: 'unavailable',
      reason: 'hidden',
      base: 12,
      probedAt: null,
    })
    expect(bench.context.tally).toMatchObject({ rowsDeleted: 2, unavailable: [{ reason: 'hidden' }] })
  })
  it('has another freshness mark and is otherwise as it was', async () => {
    await install(one, ['1'])
    const before = (await db.resources.get(one))!
    await commit(
      planOf([
        { ...of(one), action: 'touch', freshAt: 'second' },
        { ...of(two), action: 'touch', freshAt: 'x' },
      ]),
    )
    expect(await db.resources.toArray()).toEqual([{ ...before, freshAt: 'second' }])
  })
})

describe('a snapshot that was received', () => {
  it('is shown with the commit', async () => {
    await prepare(two)
    await commit(planOf([fetched(two)], { listed: [two] }))
    expect(await db.resources.get(two)).toMatchObject({
      status: 'installed',
      base: 11,
      asOf: 20,
      installedBy: 7,
    })
    expect([await db.prepared.count(), await db.stagings.count()]).toEqual([0, 0])
  })
  it('older than it may be is not: the token would cover what is missing', async () => {
    await prepare(two, 19)
    await expect(commit(planOf([fetched(two)]))).rejects.toMatchObject({
      code: 'internal',
      details: { missing: [two] },
    })
    expect(await db.resources.count()).toBe(0)
    expect(await subscription()).toMatchObject({ token: 'before', committedUpTo: null })
  })
  it('of a bootstrap is here already, and its records are left alone', async () => {
    set.batchCursor = { ...set.batchCursor, mode: 'bootstrap' }
    await install(one, ['1'])
    const before = await db.resources.get(one)
    await commit(planOf([fetched(one)], { emptyGroups: ['tafsirs'] }))
    expect(await db.resources.get(one)).toEqual(before)
    expect(await subscription()).toMatchObject({ listed: [one], emptyGroups: ['tafsirs'] })
  })
  it('that the service has none of takes the rows away, and is asked for again', async () => {
    await install(two, ['1', '2'])
    await commit(planOf([fetched(two)], { listed: [two] }), true, {
      ...nothing,
      unavailable: new Map([[two, 'not_found']]),
    })
    expect(await db.resources.get(two)).toMatchObject({
      status: 'unavailable',
      reason: 'not_found',
      probedAt: 5_000,
    })
    expect(bench.context.tally.rowsDeleted).toBe(2)
    expect((await subscription()).listed).toEqual([])
  })
  it('and could not be had is no obstacle where the token does not cover it', async () => {
    await commit(planOf([fetched(two, true)]))
    expect((await subscription()).token).toBe('after')
  })
})

describe('the token', () => {
  it('is stored with what it covers, and the batch is over', async () => {
    await install(one, ['1'])
    await commit(planOf([], { listed: [two, one] }))
    expect(await subscription()).toMatchObject({
      token: 'after',
      sequence: 20,
      committedUpTo: 20,
      listed: [one],
      currentAt: 5_000,
      currentAtServer: 1_000,
      wentBack: null,
      lastRun: { at: 5_000, outcome: 'current', errorCode: null, epoch: 1 },
    })
    expect(await db.batchCursors.count()).toBe(0)
  })
  it('that several share ends what an earlier run left under another one of them', async () => {
    const other = 'tafsirs:*'
    await db.subscriptions.put({ ...(await subscription()), filter: other })
    await db.batchCursors.put({ ...set.batchCursor, filter: other, id: 6 })
    await commit(planOf([]), true, nothing, { ...bench.context, filters: [runFilter, other] })
    expect(await db.batchCursors.count()).toBe(0)
  })
  it('of a batch that changed nothing is known to the writer without asking, as the database has it', async () => {
    await install(one, ['1'])
    const { writer } = bench.context
    writer.forget()
    await writer.known()
    await commit(planOf([], { listed: [one] }))
    const transaction = vi.spyOn(db, 'transaction')
    const { subscriptions, batchCursors } = await writer.known()
    expect(transaction).not.toHaveBeenCalled()
    expect(subscriptions).toEqual(await db.subscriptions.toArray())
    expect(batchCursors).toEqual([])
  })
  it('stays what it was where the batch still needs something; the bound is remembered', async () => {
    await install(one, ['1'])
    await commit(planOf([applied(changed(11, '1', 'new')), fetched(two)]), false)
    expect(await textsOf(one)).toEqual({ 1: 'new' })
    expect(await subscription()).toMatchObject({
      token: 'before',
      sequence: null,
      committedUpTo: 20,
      listed: [],
    })
    expect(await db.batchCursors.count()).toBe(1)
  })
  it('never takes the bound back', async () => {
    await db.subscriptions.update(runFilter, { committedUpTo: 30 })
    await commit(planOf([]))
    expect((await subscription()).committedUpTo).toBe(30)
  })
  it.each([
    ['another token came', { token: 'other' }],
    ['a resync was asked for', { resync: true }],
  ])('is not stored, nor anything else, where %s meanwhile', async (_, change) => {
    await install(one, ['1'])
    await db.subscriptions.update(runFilter, change)
    const before = await db.resources.toArray()
    await expect(commit(planOf([applied(changed(11, '1', 'new'))]))).rejects.toMatchObject({
      code: 'subscription_changed',
    })
    expect(await db.resources.toArray()).toEqual(before)
    expect(await subscription()).toMatchObject(change)
  })
  it('of a dropped subscription does not bring it back', async () => {
    await db.subscriptions.clear()
    await expect(commit(planOf([]))).rejects.toMatchObject({ code: 'subscription_changed' })
    expect(await db.subscriptions.count()).toBe(0)
  })
})

it('only a commit that changes something counts as one', async () => {
  const commits = async () =>
    ((await db.meta.get('counters')) as { commits?: number } | undefined)?.commits ?? 0
  await commit(planOf([]))
  expect(await commits()).toBe(0)
  await db.subscriptions.update(runFilter, { token: 'before' })
  await commit(planOf([{ ...of(one), action: 'touch', freshAt: null }]))
  expect(await commits()).toBe(1)
})

it('key rules that the batch confirmed join those known before', async () => {
  await db.meta.put({ key: 'keyRules', confirmed: ['word_translation'] })
  await commit(planOf([], { confirmedKeyRules: ['tafsir', 'word_translation'] }))
  expect(await db.meta.get('keyRules')).toEqual({
    key: 'keyRules',
    confirmed: ['tafsir', 'word_translation'],
  })
})
