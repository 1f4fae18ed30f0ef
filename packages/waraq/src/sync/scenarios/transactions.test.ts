import { SharedLocks } from '@waraq/test-support/locks'
import type { JsonObject } from '@waraq/protocol'
import { IDBDatabase } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  clockAhead,
  createBench,
  type Bench,
  type BenchOptions,
  type EngineChanges,
} from '../bench.test-support.ts'
import type { SyncEngine } from '../api/sync-engine.ts'
import { bufferLimits } from '../run/plan/set-limits.ts'

/**
 * The transactions of a sync: each one takes a turn in the browser's one queue, in which readers wait, too. The numbers are
 * exact, so that a rise fails the test; a change that lowers one lowers it here.
 */

let bench: Bench | undefined
const { ms } = bufferLimits
// Counts must not depend on how fast the machine is.
beforeEach(() => void (bufferLimits.ms = Infinity))
afterEach(async () => {
  bufferLimits.ms = ms
  vi.restoreAllMocks()
  await bench?.close()
  bench = undefined
})

/** Every transaction that is begun, as `readwrite meta subscriptions`, except those of one connection. */
function watchTransactions(but: () => unknown): string[] {
  const seen: string[] = []
  const { transaction } = IDBDatabase.prototype
  // Before the database is opened: Dexie keeps the method that it finds then.
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: InstanceType<typeof IDBDatabase>,
    stores,
    mode,
    options,
  ) {
    if (this !== but()) seen.push([mode ?? 'readonly', ...[stores].flat().sort()].join(' '))
    return transaction.call(this, stores, mode, options)
  })
  return seen
}

const translation = 'translations:20'

interface World extends Bench {
  /** Transactions of its engines. */
  readonly seen: string[]
  /** Runs the work, and waits until the engine has given up the writer's lock. */
  settled<T>(work: () => Promise<T>): Promise<T>
  row(index: number): JsonObject & { readonly id: number }
}

/** An engine with Web Locks, as browsers have them. */
function open(options: BenchOptions = {}): World {
  const locks = new SharedLocks()
  const made = createBench({
    ...options,
    sandbox: { content: { resources: 'articles:1;translations:20' }, ...options.sandbox },
    engine: { locks: locks.of({}), ...options.engine },
  })
  bench = made
  const seen = watchTransactions(() => made.db.backendDB())
  const rows = () => made.sandbox.snapshotRows(translation)!
  return Object.assign(made, {
    seen,
    settled: async <T>(work: () => Promise<T>) => {
      const result = await work()
      await vi.waitUntil(() => locks.names.size === 0)
      return result
    },
    row: (index: number) => rows()[index] as JsonObject & { readonly id: number },
  })
}

/** The same engine after a sync, in which it has done all that an engine does only once. */
async function synced(filters: readonly string[], options?: BenchOptions): Promise<World> {
  const world = open(options)
  for (const filter of filters) await world.engine.subscribe(filter)
  for (let round = 0; round < 2; round++) await world.settled(() => world.engine.sync())
  return world
}

/** Changes these rows of the translation. */
function change(world: World, indexes: readonly number[]): void {
  world.sandbox.publish(
    indexes.map((index) => ({
      resource: translation,
      update: { key: world.row(index).id, text: `changed ${index}` },
    })),
  )
}

const every = (count: number, step: number) => Array.from({ length: count }, (_, index) => index * step)

interface Case {
  readonly name: string
  readonly prepare: () => Promise<World>
  readonly work?: (world: World) => Promise<unknown>
  readonly reads: number
  readonly writes: number
}

const sync = (world: World, engine: SyncEngine = world.engine) =>
  world.settled(async () => expect(await engine.sync()).toMatchObject({ outcome: 'current' }))

async function afterChange(indexes: readonly number[], engine?: EngineChanges): Promise<World> {
  const world = await synced([translation], engine && { engine })
  change(world, indexes)
  return world
}

const cases: readonly Case[] = [
  {
    name: 'nothing changed',
    prepare: () => synced([translation]),
    reads: 1,
    writes: 2,
  },
  {
    name: 'nothing changed, in an engine that has just begun',
    prepare: () => synced([translation]),
    work: (world) => sync(world, world.newEngine()),
    reads: 3,
    writes: 2,
  },
  {
    name: 'one row changed',
    prepare: () => afterChange([17]),
    reads: 2,
    writes: 2,
  },
  {
    name: 'one page of changes',
    prepare: () => afterChange(every(100, 60)),
    reads: 2,
    writes: 2,
  },
  {
    name: 'ten pages of changes',
    prepare: () => afterChange(every(100, 60), { perPage: 10 }),
    reads: 2,
    writes: 2,
  },
  {
    name: 'fifty pages of changes',
    prepare: () => afterChange(every(100, 60), { perPage: 2 }),
    reads: 2,
    writes: 2,
  },
  {
    name: 'one small snapshot',
    prepare: async () => {
      const world = await synced(['articles:1'])
      world.sandbox.invalidate('articles:1')
      return world
    },
    reads: 4,
    writes: 6,
  },
  {
    name: 'bootstrap of one translation',
    prepare: async () => {
      const world = open()
      await world.engine.subscribe(translation)
      return world
    },
    // One of the writes brings the first rows to who reads while it arrives.
    reads: 2,
    writes: 8,
  },
  {
    name: 'ten subscriptions, nothing changed',
    prepare: () =>
      synced(
        every(10, 1).map((index) => `translations:${20 + index}`),
        { sandbox: { content: { resources: 'translations:*', chapters: [114] } } },
      ),
    reads: 1,
    writes: 11,
  },
  {
    name: 'two subscriptions that share a token, nothing changed',
    prepare: async () => {
      let ahead = 0
      const world = await synced([translation, 'articles:1'], {
        engine: { clock: clockAhead(() => ahead) },
      })
      ahead = 60 * 60 * 1000
      await sync(world)
      return world
    },
    reads: 1,
    writes: 2,
  },
]

describe('transactions of a sync', () => {
  it.each(cases)(
    '$name: $reads to read and $writes to write',
    async ({ prepare, work = sync, ...expected }) => {
      const world = await prepare()
      const { seen } = world
      seen.length = 0
      await work(world)
      const writes = seen.filter((each) => each.startsWith('readwrite')).length
      expect({ reads: seen.length - writes, writes }, seen.join('\n')).toEqual({
        reads: expected.reads,
        writes: expected.writes,
      })
    },
  )
})
