import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WaraqDatabase } from '../../store/database.ts'
import type { ManifestRef } from '../../store/manifest.ts'
import type { ResourceRecord } from '../../store/records.ts'
import { createRunBench, type RunBench } from './context.test-support.ts'
import {
  installed,
  installTables,
  putChanges,
  removed,
  type CommitStamp,
  type ResourceChange,
} from './install.ts'

/** How a commit changes the record of one resource, from each state before. */

let bench: RunBench
let db: WaraqDatabase
beforeEach(async () => {
  bench = await createRunBench()
  db = bench.db
})
afterEach(() => bench.close())

const ref = { group: 'translations', id: 20 }
const key = 'translations:20'
const idOf = (name: string, recordType = 'translation') => `${name}|${key}|${recordType}`
const manifest = (name: string, recordType = 'translation'): ManifestRef => ({
  id: idOf(name, recordType),
  recordType,
  rows: 2,
  size: 10,
  digest: 1,
})
const stamp = (commit: number): CommitStamp => ({ upTo: 10 * commit, set: 7, commit, now: 1_000 * commit })

function install(commit: number, manifests: readonly ManifestRef[], freshAt: string | null = null) {
  const snapshot = {
    staging: commit,
    contentId: 55,
    schemaVersion: 1,
    syncSequence: 9,
    manifests,
    rejected: null,
  }
  return write((before) => installed(before, ref, snapshot, { base: 8, freshAt }, stamp(commit)))
}

function remove(commit: number, wanted: boolean) {
  const removal = { base: 10, reason: 'withdrawn', wanted }
  return write((before) => removed(before, ref, removal, stamp(commit)))
}

function write(changeOf: (before: ResourceRecord | undefined) => ResourceChange): Promise<void> {
  return bench.context.writer.write(installTables, async () =>
    putChanges(db, [changeOf(await db.resources.get(key))]),
  )
}

describe('an installed snapshot', () => {
  it('replaces the record of the resource, and what it needed', async () => {
    await install(1, [manifest('old')])
    await db.resources.update(key, { needsSnapshot: 'damage', probedAt: 5 })
    await install(2, [manifest('new')])
    expect(await db.resources.get(key)).toEqual({
      key,
      ...ref,
      empty: false,
      contentId: 55,
      status: 'installed',
      reason: null,
      manifests: [manifest('new')],
      base: 8,
      asOf: 20,
      schemaVersion: 1,
      snapshotSequence: 9,
      rejected: null,
      freshAt: null,
      committedAt: 2_000,
      installedAtCommit: 2,
      installedBy: 7,
      probedAt: null,
      needsSnapshot: null,
    })
  })
  it('makes garbage of what it replaces, and of nothing that it keeps', async () => {
    await install(1, [manifest('old'), manifest('gone', 'tafsir'), manifest('kept', 'mushaf')])
    expect(await db.garbage.count()).toBe(0)
    await install(2, [manifest('new'), manifest('kept', 'mushaf')])
    expect(await db.garbage.toArray()).toEqual([
      { id: 1, manifest: idOf('old'), successor: idOf('new') },
      { id: 2, manifest: idOf('gone', 'tafsir'), successor: null },
    ])
  })
  it('needs its staging no more; those of others stay', async () => {
    await db.stagings.bulkPut([{ id: 1 }, { id: 2 }])
    await install(1, [manifest('new')])
    expect(await db.stagings.toCollection().primaryKeys()).toEqual([2])
  })
  it('keeps the freshness mark that it brings no other of', async () => {
    await install(1, [manifest('a')], 'first')
    await install(2, [manifest('b')])
    expect((await db.resources.get(key))!.freshAt).toBe('first')
    await install(3, [manifest('c')], 'third')
    expect((await db.resources.get(key))!.freshAt).toBe('third')
  })
})

describe('a removed resource', () => {
  it.each([
    [true, 2_000],
    [false, null],
  ])('has no rows, and says why; still wanted: %s, so it was asked for at %s', async (wanted, probedAt) => {
    await install(1, [manifest('old')], 'fresh')
    await remove(2, wanted)
    expect(await db.resources.get(key)).toMatchObject({
      status: 'unavailable',
      reason: 'withdrawn',
      manifests: [],
      base: 10,
      asOf: 20,
      contentId: 55,
      freshAt: 'fresh',
      snapshotSequence: 0,
      schemaVersion: null,
      installedAtCommit: 2,
      installedBy: 7,
      probedAt,
      needsSnapshot: null,
    })
    expect(await db.garbage.toArray()).toEqual([{ id: 1, manifest: idOf('old'), successor: null }])
  })
  it('that was never here is known to be away', async () => {
    await remove(1, true)
    expect(await db.resources.get(key)).toMatchObject({
      status: 'unavailable',
      contentId: null,
      freshAt: null,
    })
    expect(await db.garbage.count()).toBe(0)
  })
})
