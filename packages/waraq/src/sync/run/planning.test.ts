import type { Mutation } from '@waraq/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WaraqDatabase } from '../../store/database.ts'
import { manifestRef } from '../../store/manifest.ts'
import { withDigest } from '../../store/record-digest.ts'
import { Staging } from '../../store/stagings.ts'
import type { SubscriptionRecord } from '../../store/records.ts'
import { packSegment } from '../../store/segment.ts'
import { addSubscription } from '../../store/subscriptions.ts'
import { createRunBench, runFilter, type RunBench } from './context.test-support.ts'
import { installed, installTables, putChanges } from './install.ts'
import { openSet, type Batch } from './paging.ts'
import { planBatch } from './planning.ts'
import { change, row, reported } from './plan/plan.test-support.ts'

/** What planning reads of the store, and what it counts in the run's tally. */

let bench: RunBench
let db: WaraqDatabase
let subscription: SubscriptionRecord
beforeEach(async () => {
  bench = await createRunBench()
  db = bench.db
  subscription = (await db.subscriptions.get(runFilter))!
})
afterEach(() => bench.close())

const ref = { group: 'tafsirs', id: 169 }
const key = 'tafsirs:169'
const keys = ['1', '3']

/** Installs rows of `keys`, as of the sequence 5. */
async function install(): Promise<void> {
  const { writer } = bench.context
  const staging = await Staging.begin(writer)
  const rows = keys.map((each) => ({ key: each, data: { id: Number(each) } }))
  const segment = packSegment(staging.nextSegmentId(), 'tafsir', rows)
  await staging.add('tafsir', segment)
  const manifest = staging.manifest(key, 'tafsir', [segment.summary])
  await staging.finish([manifest])
  const snapshot = {
    staging: staging.id,
    contentId: null,
    schemaVersion: 1,
    syncSequence: 5,
    manifests: [manifestRef(manifest)],
    rejected: null,
  }
  const stamp = { upTo: 5, set: 1, commit: 1, now: 0 }
  await writer.write(installTables, () =>
    putChanges(db, [installed(undefined, ref, snapshot, { base: 5, freshAt: null }, stamp)]),
  )
}

/** Each mutation is a page. */
async function setOf(mutations: readonly Mutation[]): Promise<Batch> {
  const set = openSet(bench.context, { ...subscription, token: 'before' }, 'incremental', 1)
  set.batchCursor = { ...set.batchCursor, id: 7, upTo: 20, pages: mutations.length }
  await db.staged.clear()
  await db.staged.bulkAdd(
    mutations.map((mutation, page) =>
      withDigest({ batchCursor: 7, page, address: null, mutations: [mutation] }),
    ),
  )
  return set
}

async function planned(mutations: readonly Mutation[], filter = 'tafsirs:169', listed = [key]) {
  const { parseFilter } = await import('@waraq/protocol')
  const context = { ...bench.context, filter, filters: [filter], parsedFilter: parseFilter(filter) }
  context.writer.forget()
  return planBatch(context, await setOf(mutations), {
    ...subscription,
    listed: listed as SubscriptionRecord['listed'],
  })
}

const deleted = (sequence: number, recordKey: string) =>
  change(sequence, 'ROW_DELETE', key, { record_type: 'tafsir', record_key: recordKey, data: null })

describe('a delete whose key rule is not confirmed', () => {
  it.each([
    ['3', 'apply tafsirs:169 11:3 deleted'],
    ['2', 'fetch tafsirs:169 because key_rule, base 20, floor 20'],
  ])('of the row %s is looked up', async (recordKey, expected) => {
    await install()
    expect((await planned([deleted(11, recordKey)])).items.map(reported)).toEqual([expected])
  })
  it('of a type that the resource has no rows of finds none', async () => {
    await install()
    await db.resources.update(key, { manifests: [], empty: true })
    expect((await planned([deleted(11, '3')])).items).toMatchObject([{ action: 'fetch', reason: 'key_rule' }])
  })
  it('is not looked up once its rule was confirmed', async () => {
    await install()
    await db.meta.put({ key: 'keyRules', confirmed: ['tafsir'] })
    expect((await planned([deleted(11, '2')])).items.map(reported)).toEqual([
      'apply tafsirs:169 11:2 deleted',
    ])
  })
  it('of what is damaged marks the resource, and says so: the batch is planned again', async () => {
    await install()
    await db.segments('tafsir').clear()
    await expect(planned([deleted(11, '3')])).rejects.toMatchObject({
      code: 'resource_damaged',
      retryable: true,
      details: { resource: key },
    })
    expect((await db.resources.get(key))!.needsSnapshot).toBe('damage')
    // Rows of a resource that is fetched anew are not looked up.
    expect((await planned([deleted(11, '3')])).items).toMatchObject([{ action: 'fetch', reason: 'damage' }])
  })
})

describe('what a plan goes by', () => {
  it('are the bound and the number of the batch', async () => {
    await install()
    await db.resources.update(key, { installedAtCommit: 2 })
    expect(await planned([deleted(11, '3')])).toMatchObject({ abandoned: true })
    await db.resources.update(key, { installedBy: 7 })
    expect(await planned([deleted(11, '3')])).toMatchObject({ abandoned: false })
  })
  it('are the tokens of other subscriptions, and not its own', async () => {
    await install()
    await addSubscription(db, 'tafsirs:*', 0)
    await db.subscriptions.update('tafsirs:*', { sequence: 30 })
    const invalid = [change(11, 'RESOURCE_INVALIDATE', key)]
    expect((await planned(invalid)).items).toMatchObject([{ floor: 30 }])
    expect((await planned(invalid, 'tafsirs:*')).items).toMatchObject([{ floor: 20 }])
    // A subscription without a token covers nothing.
    await db.subscriptions.update('tafsirs:*', { sequence: null })
    expect((await planned(invalid)).items).toMatchObject([{ floor: 20 }])
  })
  it('is what the subscription lists: what the store has lost of it is fetched', async () => {
    expect((await planned([])).items.map(reported)).toEqual([
      'fetch tafsirs:169 because damage, base 20, floor 20',
    ])
    expect((await planned([], 'tafsirs:169', [])).items).toEqual([])
  })
})

it('a page that the browser has lost is not planned without', async () => {
  await install()
  const set = await setOf([deleted(11, '3'), deleted(12, '1')])
  await db.staged.delete([7, 0])
  await expect(planBatch(bench.context, set, subscription)).rejects.toMatchObject({
    code: 'feed_inconsistent',
  })
})

it('how many rows a resource has says how many changes are too many', async () => {
  await install()
  const [entry] = (await db.resources.get(key))!.manifests
  await db.resources.update(key, { manifests: [{ ...entry!, rows: 8_000 }] })
  await db.meta.put({ key: 'keyRules', confirmed: ['tafsir'] })
  const action = async (count: number) => {
    const changes = Array.from({ length: count }, (_, index) => deleted(11, `${index}`))
    return (await planned(changes)).items[0]?.action
  }
  expect([await action(2_000), await action(2_001)]).toEqual(['apply', 'fetch'])
})

it('what was counted while planning is in the tally of the run', async () => {
  await install()
  await planned([change(11, 'UNHEARD_OF', key), row(12, 'ROW_UPDATE', '1')])
  expect(bench.context.tally).toMatchObject({ unknownChanges: 1, outsideFilter: 1, emptyGroups: [] })
})
