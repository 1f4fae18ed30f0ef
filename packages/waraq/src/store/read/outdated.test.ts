import { systemClock } from '../../client/clock.ts'
import { runs } from '@waraq/test-support/runs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resolveFreshness } from '../freshness.ts'
import { fc } from '../../sync/schedule/support.test-support.ts'
import type { WaraqDatabase } from '../database.ts'
import type { ManifestRef } from '../manifest.ts'
import { compactDeltas } from '../compaction.ts'
import {
  changes,
  install,
  openWriter,
  recordType,
  resource,
  storeManifest,
  storeDelta,
  verse,
} from '../layers.test-support.ts'
import { LayerCache } from '../layers.ts'
import type { SubscriptionRecord } from '../records.ts'
import type { Writer } from '../writer.ts'
import { DatabaseReads } from './database-reads.ts'
import { metaText, outdated } from './outdated.ts'
import { ReadSet, type Noted } from './read-set.ts'

/** For each read and each later commit: must the read be repeated? */

const english = { group: 'translations', id: 20 }
const french = { group: 'translations', id: 31 }
const verses = (from: number, to: number) => ({ from: 2000 + from, to: 2000 + to })

let db: WaraqDatabase
let writer: Writer
let reads: DatabaseReads
beforeEach(async () => {
  ;({ db, writer } = await openWriter())
  reads = new DatabaseReads(resolveFreshness(undefined), systemClock)
})
afterEach(() => db.close())

type Read = (noted: Noted) => Promise<unknown>

const all = {
  'verses 1 to 3': (noted) => reads.rows(db, recordType, english, verses(1, 3), noted),
  'verses 10 to 20': (noted) => reads.rows(db, recordType, english, verses(10, 20), noted),
  'verses from 21 on': (noted) => reads.rows(db, recordType, english, { from: 2021 }, noted),
  'all verses': (noted) => reads.rows(db, recordType, english, {}, noted),
  'row 2': (noted) => reads.row(db, recordType, english, '2', noted),
  'row 99': (noted) => reads.row(db, recordType, english, '99', noted),
  'its info': (noted) => reads.resource(db, english, noted),
  'all infos': (noted) => reads.resources(db, noted),
  'rows of another': (noted) => reads.rows(db, recordType, french, {}, noted),
} satisfies Record<string, Read>
type Name = keyof typeof all

const names = Object.keys(all) as Name[]
const infos: readonly Name[] = ['its info', 'all infos']
const rows: readonly Name[] = [
  'verses 1 to 3',
  'verses 10 to 20',
  'verses from 21 on',
  'all verses',
  'row 2',
  'row 99',
]

async function readAll(): Promise<Map<Name, { set: ReadSet; answer: unknown }>> {
  const seen = new Map<Name, { set: ReadSet; answer: unknown }>()
  for (const name of names) {
    const set = new ReadSet()
    seen.set(name, { set, answer: await all[name]([set]) })
  }
  return seen
}

const start = async () => {
  const base = await storeManifest(
    writer,
    [verse(1), verse(2), verse(3)],
    [verse(11), verse(12)],
    [verse(21)],
  )
  await install(db, base)
  return base
}

/** Adds these changes as deltas over the base, one commit each. */
async function lay(base: ManifestRef, ...commits: Parameters<typeof changes>[]): Promise<ManifestRef> {
  let ref = base
  for (const each of commits) ref = await storeDelta(writer, ref, changes(...each))
  const before = (await db.resources.get(resource))!
  await db.resources.put({ ...before, manifests: [ref], asOf: before.asOf + 1, committedAt: 7 })
  return ref
}

const compact = async () => {
  writer.forget()
  const never = new AbortController().signal
  await compactDeltas(writer, new LayerCache(), never, never, ({ deltas }) => deltas !== undefined)
}

const subscription = { filter: resource, listed: [resource], currentAt: 5 } as unknown as SubscriptionRecord

const table: readonly {
  readonly commit: string
  readonly act: (base: ManifestRef) => Promise<unknown>
  readonly again: readonly Name[]
}[] = [
  { commit: 'nothing', act: async () => undefined, again: [] },
  {
    commit: 'a correction of verse 2',
    act: (base) => lay(base, [verse(2, 2, 'corrected')]),
    again: ['verses 1 to 3', 'all verses', 'row 2', ...infos],
  },
  {
    commit: 'corrections of verses 2 and 21, with others in between',
    act: (base) => lay(base, [verse(2, 2, 'corrected'), verse(21, 21, 'corrected')]),
    again: ['verses 1 to 3', 'verses from 21 on', 'all verses', 'row 2', ...infos],
  },
  {
    commit: 'a new verse 15',
    act: (base) => lay(base, [verse(15)]),
    again: ['verses 10 to 20', 'all verses', ...infos],
  },
  {
    commit: 'a row 99 that is verse 5',
    act: (base) => lay(base, [verse(99, 5)]),
    again: ['all verses', 'row 99', ...infos],
  },
  {
    commit: 'verse 2 removed',
    act: (base) => lay(base, [2]),
    again: ['verses 1 to 3', 'all verses', 'row 2', ...infos],
  },
  {
    commit: 'verse 2 moved to 15',
    act: (base) => lay(base, [verse(2, 15)]),
    again: ['verses 1 to 3', 'verses 10 to 20', 'all verses', 'row 2', ...infos],
  },
  {
    commit: 'verse 12 moved to where none was read',
    act: (base) => lay(base, [verse(12, 5)]),
    again: ['verses 10 to 20', 'all verses', ...infos],
  },
  {
    commit: 'verse 2 corrected in one commit, and verse 12 in the next one',
    act: (base) => lay(base, [verse(2, 2, 'corrected')], [verse(12, 12, 'corrected')]),
    again: ['verses 1 to 3', 'verses 10 to 20', 'all verses', 'row 2', ...infos],
  },
  {
    commit: 'a new verse 15 that the next commit removes',
    act: (base) => lay(base, [verse(15)], [15]),
    again: ['all verses', ...infos],
  },
  {
    commit: 'deltas that are compacted at once',
    act: async (base) => {
      await lay(base, [verse(12, 12, 'corrected')])
      await compact()
    },
    // A new base: nothing tells which deltas it contains.
    again: [...rows, ...infos],
  },
  {
    commit: 'another refresh',
    act: async () => install(db, await storeManifest(writer, [verse(1, 1, 'other'), verse(2, 2, 'other')])),
    again: [...rows, ...infos],
  },
  { commit: 'the resource withdrawn', act: () => db.resources.clear(), again: [...rows, ...infos] },
  {
    commit: 'its rows removed',
    act: () => db.resources.update(resource, { manifests: [], status: 'unavailable' }),
    again: [...rows, ...infos],
  },
  {
    commit: 'damage that was found',
    act: () => db.resources.update(resource, { needsSnapshot: 'damage' }),
    again: [...rows, ...infos],
  },
  {
    commit: 'a later bound, and the rows as they were',
    act: () => db.resources.update(resource, { asOf: 12, committedAt: 9 }),
    again: infos,
  },
  {
    commit: 'a mark of freshness',
    act: () => db.resources.update(resource, { freshAt: '2026-01-01' }),
    again: infos,
  },
  { commit: 'a sync without changes', act: () => db.subscriptions.put(subscription), again: infos },
  {
    commit: 'rows of another resource',
    act: async () => {
      const record = (await db.resources.get(resource))!
      const manifests = record.manifests.map((ref) => ({ ...ref, id: ref.id.replace(':20', ':31') }))
      await db.resources.put({ ...record, key: 'translations:31', id: 31, manifests })
    },
    again: ['all infos', 'rows of another'],
  },
]

describe('what was read', () => {
  it.each(table)('after $commit is read again where it may differ: $again', async ({ act, again }) => {
    const base = await start()
    const seen = await readAll()
    await act(base)
    const found = await outdated(
      db,
      reads,
      [...seen.values()].map(({ set }) => set),
    )
    expect(names.filter((name) => found.has(seen.get(name)!.set)).sort()).toEqual([...again].sort())
    for (const [name, { answer }] of seen)
      if (!again.includes(name)) expect([name, await all[name]([])]).toEqual([name, answer])
  })

  it('holds as of the last look, which need not look at the same deltas again', async () => {
    const ref = await lay(await start(), [verse(12, 12, 'corrected')])
    const set = new ReadSet()
    await all['verses 1 to 3']([set])
    const next = await lay(ref, [verse(11, 11, 'corrected')])
    expect((await outdated(db, reads, [set])).size).toBe(0)
    expect(set.rows[0]!.from).toEqual(next)
  })

  it('is read again where the deltas cannot be read', async () => {
    const base = await start()
    const set = new ReadSet()
    await all['verses 1 to 3']([set])
    const { deltas } = await lay(base, [verse(12, 12, 'corrected')])
    await db.manifests.delete(deltas![0]!.id)
    expect((await outdated(db, reads, [set])).size).toBe(1)
  })

  it('is read again after any change where a read failed, and where nothing was read', async () => {
    await start()
    const [failed, nothing] = [new ReadSet(), new ReadSet()]
    await all['row 2']([failed])
    failed.failed = true
    expect((await outdated(db, reads, [failed, nothing])).size).toBe(2)
  })

  it('of the bookkeeping is read again where what was taken of it differs', async () => {
    await db.meta.put({ key: 'counters', stagings: 1, commits: 1 })
    const sets = ['commits', 'none'].map((name) => {
      const of = (record: unknown) => (record as Record<string, unknown>)[name]
      const set = new ReadSet()
      set.meta.push({ key: 'counters', of, text: metaText(of, { commits: 1 }) })
      return set
    })
    await db.meta.put({ key: 'counters', stagings: 2, commits: 1 })
    expect((await outdated(db, reads, sets)).size).toBe(0)
    await db.meta.put({ key: 'counters', stagings: 2, commits: 2 })
    expect([...(await outdated(db, reads, sets))]).toEqual([sets[0]])
  })

  it('by the age of content is read again once that hides or shows it', async () => {
    let now = 0
    const clock = { ...systemClock, now: () => now }
    reads = new DatabaseReads(resolveFreshness({ policy: 'hide', staleAfterMs: 10 }), clock)
    await start()
    await db.subscriptions.put({ ...subscription, currentAtServer: null } as SubscriptionRecord)
    const set = new ReadSet()
    expect(await all['row 2']([set])).toBeDefined()
    expect([set.rowsByAge, (await outdated(db, reads, [set])).size]).toEqual([true, 0])
    now = 100
    expect((await outdated(db, reads, [set])).size).toBe(1)
  })
})

describe('by chance', () => {
  const change = fc.oneof(
    fc.integer({ min: 1, max: 24 }),
    fc
      .tuple(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 24 }), fc.string({ maxLength: 2 }))
      .map(([id, place, text]) => verse(id, place, text)),
  )
  const delta = fc.array(change, { minLength: 1, maxLength: 4 })
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ lay: fc.array(delta, { minLength: 1, maxLength: 2 }) }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('compact' as const, 'damage' as const, 'heal' as const, 'refresh' as const),
    },
  )

  it('an answer that differs was always told, also with commits and compacts in between', async () => {
    let spared = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        let ref = await start()
        const seen = await readAll()
        for (const each of steps) {
          if (typeof each === 'object') ref = await lay(ref, ...each.lay)
          else if (each === 'damage') await db.resources.update(resource, { needsSnapshot: 'damage' })
          else if (each === 'heal') await db.resources.update(resource, { needsSnapshot: null })
          else if (each === 'refresh')
            await install(db, (ref = await storeManifest(writer, [verse(2), verse(12)])))
          else {
            await compact()
            ref = (await db.resources.get(resource))!.manifests[0]!
          }
          const sets = [...seen.values()].map(({ set }) => set)
          const found = await outdated(db, reads, sets)
          for (const [name, { set, answer }] of seen) {
            const fresh = new ReadSet()
            const now = await all[name]([fresh])
            if (found.has(set)) seen.set(name, { set: fresh, answer: now })
            else {
              spared++
              expect([each, name, now]).toEqual([each, name, answer])
            }
          }
        }
      }),
      { numRuns: runs(60) },
    )
    expect(spared).toBeGreaterThan(25)
  })
})
