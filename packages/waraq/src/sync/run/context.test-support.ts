import { systemClock } from '../../client/clock.ts'
import type { ContentClient, SyncAnswer } from '../../client/options.ts'
import { parseFilter, type Mutation } from '@waraq/protocol'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { readSnapshotParts } from '../snapshot/parts.ts'
import { WaraqDatabase } from '../../store/database.ts'
import { staleAfterMs } from '../../store/freshness.ts'
import type { LastRun } from '../../store/records.ts'
import { LayerCache } from '../../store/layers.ts'
import { claimWriter } from '../../store/writer.ts'
import { addSubscription } from '../../store/subscriptions.ts'
import { Budget, ProgressBoard, type RunContext } from './context.ts'
import { Tally } from './report.ts'

/** One run by itself, on a database of its own, against a client made of functions. */
export interface RunBench {
  readonly context: RunContext
  readonly db: WaraqDatabase
  close(): void
}

export const runFilter = 'translations:20,131'

/** Subscribes to `runFilter`; every part of the context can be replaced. */
export async function createRunBench(parts: Partial<RunContext> = {}): Promise<RunBench> {
  const db = new WaraqDatabase({ name: 'run', indexedDB: new IDBFactory(), IDBKeyRange })
  await addSubscription(db, runFilter, 0)
  const writer = await claimWriter(db, 'a')
  const tally = new Tally()
  const clock = systemClock
  return {
    db,
    context: {
      db,
      writer: writer,
      client: clientOf({}),
      background: false,
      random: () => 0.5,
      staleAfterMs,
      clock,
      estimate: async () => undefined,
      onRoom: () => undefined,
      makeRoom: async () => false,
      readSnapshot: readSnapshotParts,
      layers: new LayerCache(),
      filter: runFilter,
      filters: [runFilter],
      shares: false,
      lastRun: null,
      parsedFilter: parseFilter(runFilter),
      perPage: 100,
      maxPages: 10,
      snapshotConcurrency: 1,
      first: () => [],
      signal: new AbortController().signal,
      budget: new Budget(clock),
      tally,
      progress: new ProgressBoard(runFilter, tally, undefined),
      ...parts,
    },
    close: () => db.close(),
  }
}

/** How the latest run of a subscription ended that is current. */
export const currentRun: LastRun = {
  at: 0,
  epoch: 1,
  outcome: 'current',
  errorCode: null,
  message: null,
  retryAt: null,
}

/** A client that answers as told, and fails the test by its error where nothing was told. */
export function clientOf(parts: Partial<ContentClient>): ContentClient {
  const unexpected = () => Promise.reject(new Error('not expected'))
  return { sync: unexpected, syncPage: unexpected, snapshot: unexpected, ...parts } as ContentClient
}

/** The last page of a batch. */
export function lastPage(upTo: number, mutations: readonly Mutation[] = []): SyncAnswer {
  return {
    page: {
      sync_until_sequence: upTo,
      has_more: false,
      next_page_url: null,
      next_sync_token: `token at ${upTo}`,
      mutations: [...mutations],
    },
    bytes: 100,
    serverTime: 1_000,
  } as SyncAnswer
}
