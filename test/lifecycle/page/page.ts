import { isWaraqError, parseResourceKey } from '@waraq/protocol'
import {
  connectSyncEngine,
  openContentStore,
  type ConnectedEngine,
  type EngineStatus,
  type SyncReport,
} from 'waraq'
import { withDigest } from '../../../packages/waraq/src/store/record-digest.ts'
import { perPage } from '../content.ts'
import { digestOf, type RowTexts } from './digest.ts'
import { openRaw, settled } from '@waraq/test-support/read-tables'
import { complaints, databaseIsFree, dump, table, uncovered } from './raw.ts'
import { strayChannel } from './stray-channel.ts'
import { beginUpgrade, upgradeState, type UpgradeState } from './upgrade.ts'
import { makeWorker, terminateWorkers } from './engine-workers.ts'

/**
 * A page like that of an application, driven by the tests. Parameters of its address name the tab, so that the service can
 * distinguish tabs, and the worker that it starts. No connection is opened before `connect`.
 */

const database = 'waraq'
const settings = new URLSearchParams(location.search)
const tab = settings.get('tab') ?? '0'
const workerName = settings.get('worker') ?? 'worker'
const slowMs = 60_000

/** An error in a form that a test can read. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly retryable: boolean
  readonly details: Readonly<Record<string, unknown>>
  /** The browser's message, for the person who reads a failed test. */
  readonly cause?: string
}

/** The result of a sync: its report as plain data, or the error of the call. */
export interface Came {
  readonly outcome: SyncReport['outcome'] | 'rejected'
  readonly error: Failure | null
  readonly runs: readonly {
    readonly filter: string
    readonly outcome: string
    readonly mode: string
    readonly joined: boolean
    readonly pages: number
    readonly snapshots: number
    readonly error: Failure | null
  }[]
}

export interface SyncInput {
  readonly joinRunning?: boolean
  /** Fetch everything of this filter again. */
  readonly resync?: string
}

function failureOf(error: unknown): Failure {
  if (!isWaraqError(error)) return { code: 'foreign', message: String(error), retryable: false, details: {} }
  const { code, message, retryable, details, cause } = error
  return {
    code,
    message,
    retryable,
    details: JSON.parse(JSON.stringify(details)) as Failure['details'],
    cause: String(cause),
  }
}

function cameOf({ outcome, runs }: SyncReport): Came {
  const error = runs.find((run) => run.error)?.error
  return {
    outcome,
    error: error ? failureOf(error) : null,
    runs: runs.map(({ filter, outcome: each, mode, joined = false, pages, snapshots, error: of }) => {
      return { filter, outcome: each, mode, joined, pages, snapshots, error: of ? failureOf(of) : null }
    }),
  }
}

let kept = false
let begun: Came | null = null
let followed = 0
let engine: ConnectedEngine | undefined
let opened: ReturnType<typeof openContentStore> | undefined
let latest: EngineStatus | undefined
const stray: string[] = []

function engineHere(): ConnectedEngine {
  if (!engine) {
    const root = `${location.origin}/tab/${tab}`
    const make = () => makeWorker(`/${workerName}.js`)
    engine = connectSyncEngine(make, {
      contentRoot: `${root}/content`,
      relay: `${root}/token`,
      name: database,
      perPage,
      // A busy machine must not count as a dead worker.
      handshakeMs: 60_000,
      pingMs: 60_000,
      retry: { attempts: 2, baseMs: 1, maxMs: 2 },
      // Tests hold answers for as long as their checks take.
      timeouts: { headersMs: slowMs, idleMs: slowMs },
    })
    engine.watch((status) => (latest = status))
  }
  return engine
}

const store = () => (opened ??= openContentStore({ name: database, engine: engineHere() }))

async function came(work: Promise<SyncReport>): Promise<Came> {
  try {
    return cameOf(await work)
  } catch (error) {
    return { outcome: 'rejected', error: failureOf(error), runs: [] }
  }
}

async function attempt<T>(work: Promise<T>): Promise<T | Failure> {
  try {
    return await work
  } catch (error) {
    return failureOf(error)
  }
}

async function rows(key: string): Promise<RowTexts | null> {
  const ref = parseResourceKey(key)!
  const info = await store().resource(ref)
  if (info?.status !== 'installed') return null
  const texts: Record<string, string> = {}
  for (const type of info.rowsByType.keys())
    for (const row of await store().rows(type, ref)) texts[`${type} ${row.key}`] = JSON.stringify(row.data)
  return texts
}

async function installed(): Promise<string[]> {
  const resources = await store().resources()
  return resources.filter(({ status }) => status === 'installed').map(({ key }) => key)
}

const bench = {
  connect: (): void => void engineHere(),
  subscribe: (filter: string) => attempt(engineHere().subscribe(filter)),
  sync: ({ joinRunning = true, resync }: SyncInput = {}): Promise<Came> =>
    came(
      resync === undefined
        ? engineHere().sync({ joinRunning })
        : engineHere().resync(resync, { joinRunning }),
    ),
  /** Starts a sync in a page that is left in the meantime. `begun` returns the result. */
  beginSync: (): void => void came(engineHere().sync({ joinRunning: true })).then((each) => (begun = each)),
  begun: (): Came | null => begun,
  status: () => attempt(engineHere().status()),
  /** The last status that the tab received. */
  reported: (): EngineStatus | null => latest ?? null,
  terminate: terminateWorkers,
  /** The number of held and of waiting leader locks, across all tabs. */
  async election(): Promise<{ held: number; waiting: number }> {
    const { held = [], pending = [] } = await navigator.locks.query()
    const count = (locks: LockInfo[]) =>
      locks.filter(({ name }) => name === `waraq:${database}:writer`).length
    return { held: count(held), waiting: count(pending) }
  },
  /** Waits until no engine writes any more: cleanup continues after a sync has resolved. */
  rest: () => navigator.locks.request(`waraq:${database}:writer`, () => undefined),

  rows,
  /** A digest of the rows that readers see, by resource. Null if the resource is absent. */
  async digests(keys: readonly string[]): Promise<Record<string, string | null>> {
    const digests: Record<string, string | null> = {}
    for (const key of keys) {
      const texts = await rows(key)
      digests[key] = texts && (await digestOf(texts))
    }
    return digests
  },
  /** Resources that readers see as installed. */
  installed: () => attempt(installed()),

  /** Counts installed resources from now on, whenever a commit changes them. */
  follow: (): void => {
    store()
      .live((each) => each.resources())
      .subscribe((resources) => {
        followed = resources.filter(({ status }) => status === 'installed').length
      })
  },
  followed: (): number => followed,
  /** Whether the page came back from the browser's back/forward cache. */
  wasKept: (): boolean => kept,

  dump: () => dump(database),
  table: <T>(of: string) => table<T>(database, of),
  complaints: () => complaints(database),
  uncovered: () => uncovered(database),
  openRaw: () => openRaw(database),
  databaseIsFree: () => databaseIsFree(database),
  /** Changes one record manually, as no engine would. */
  async change(of: string, key: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
    const db = await openRaw(database)
    const writing = db.transaction(of, 'readwrite')
    const target = writing.objectStore(of)
    const before = (await settled(target.get(key))) as object
    const changed = { ...before, ...fields }
    await settled(target.put('digest' in before ? withDigest(changed) : changed))
    db.close()
  },
  /** Deletes the database. Resolves when it is gone. Tabs that have it open must close it. */
  deleteDatabase: async (): Promise<void> => void (await settled(indexedDB.deleteDatabase(database))),
  beginUpgrade: (version: number, format?: number): void => beginUpgrade(database, version, format),
  upgradeState: (): UpgradeState => upgradeState(),
  estimate: () => navigator.storage.estimate(),
  stray: (): string[] => stray,
}

/** Tests add what they need between two calls. */
export type Bench = typeof bench

addEventListener('pageshow', ({ persisted }) => (kept = persisted))
addEventListener('unhandledrejection', ({ reason }) => stray.push(String(reason)))
addEventListener('error', ({ message }) => stray.push(message))
new BroadcastChannel(strayChannel).onmessage = ({ data }) => void stray.push(String(data))

declare global {
  interface Window {
    waraq: Bench
  }
}
window.waraq = bench
