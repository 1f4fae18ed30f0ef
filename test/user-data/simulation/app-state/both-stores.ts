import { createAppStateMemoryStore } from '@quranjs/api/public'
import { appStateStore } from 'waraq/app-state'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { isDeepStrictEqual } from 'node:util'
import { seedOf } from '../../../support/random.ts'
import { runSchedule, type Trace } from './run-schedule.ts'

export interface Compared {
  readonly schedules: number
  readonly requests: number
  readonly counts: Readonly<Record<string, number>>
}

/**
 * Runs the same schedules over the SDK's own store in memory and over our store, which is opened again at each restart.
 * @throws {Error} that names the seed if they differ
 */
export async function compareStores(series: number, schedules: number): Promise<Compared> {
  const counts: Record<string, number> = {}
  let requests = 0
  for (let index = 0; index < schedules; index += 1) {
    const seed = seedOf(series, index)
    const memory = createAppStateMemoryStore()
    const expected = await runSchedule(seed, () => memory)
    const actual = await overDisk(seed)
    if (!isDeepStrictEqual(actual, expected)) throw differs(seed, actual, expected)
    requests += expected.requests.length
    for (const [what, times] of Object.entries(expected.counts)) counts[what] = (counts[what] ?? 0) + times
  }
  return { schedules, requests, counts }
}

async function overDisk(seed: number): Promise<Trace> {
  const parts = { indexedDB: new IDBFactory(), IDBKeyRange }
  const stores: ReturnType<typeof appStateStore>[] = []
  try {
    return await runSchedule(seed, () => {
      const store = appStateStore({ name: 'schedule', ...parts })
      stores.push(store)
      return store
    })
  } finally {
    for (const store of stores) store.close()
  }
}

function differs(seed: number, actual: Trace, expected: Trace): Error {
  const at = expected.requests.findIndex((request, index) => actual.requests[index] !== request)
  const reported =
    at < 0
      ? 'what was seen differs'
      : `request ${at}: ${actual.requests[at]} instead of ${expected.requests[at]}`
  return new Error(`Schedule ${seed}: ${reported}`)
}
