import { isWaraqError, parseResourceKey } from '@waraq/protocol'
import { openContentStore, type EngineStatus, type SyncReport } from 'waraq'
import { connectSyncEngine, type ConnectedEngine } from 'waraq/page'
import { perPage } from '../content.ts'
import { digestOf, type RowTexts } from './digest.ts'
import { openRaw, settled } from '@waraq/test-support/read-tables'
import { complaints, databaseIsFree, dump, table, uncovered } from './raw.ts'
import { strayChannel } from './stray-channel.ts'
import { beginUpgrade, upgradeState, type UpgradeState } from './upgrade.ts'
import { makeWorker, terminateWorkers } from './engine-workers.ts'

/**
 * A page as an application writes one, driven by the tests. Its address says which tab it is, so that the service can tell
 * tabs apart, and which worker it starts. Nothing is opened before `connect`.
 */

const database = 'waraq'
const settings = new URLSearchParams(location.search)
const tab = settings.get('tab') ?? '0'
const workerName = settings.get('worker') ?? 'worker'
const patientMs = 60_000

/** An error as a test can see it. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly retryable: boolean
  readonly details: Readonly<Record<string, unknown>>
  /** Words of what the browser said, for whoever reads a failed test. */
  readonly cause?: string
}

/** The outcome of a sync: its report as plain data, or the error of the call. */
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
  /** Fetch everything of this filter anew. */
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
      // A busy machine is no dead worker.
      handshakeMs: 60_000,
      pingMs: 60_000,
      retry: { attempts: 2, baseMs: 1, maxMs: 2 },
      // Tests hold answers back for as long as they look around.
      timeouts: { headersMs: patientMs, idleMs: patientMs },
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
  /** Begins a sync in a page that is left meanwhile: `begun` gives the outcome. */
  beginSync: (): void => void came(engineHere().sync({ joinRunning: true })).then((each) => (begun = each)),
  begun: (): Came | null => begun,
  status: () => attempt(engineHere().status()),
  /** The status that the tab was told last. */
  told: (): EngineStatus | null => latest ?? null,
  terminate: terminateWorkers,
  /** Whose runs wait, and whether one is under way, here or in another tab. */
  async election(): Promise<{ held: number; waiting: number }> {
    const { held = [], pending = [] } = await navigator.locks.query()
    const count = (locks: LockInfo[]) =>
      locks.filter(({ name }) => name === `waraq:${database}:writer`).length
    return { held: count(held), waiting: count(pending) }
  },
  /** Waits until no engine writes any more: tidying goes on after a sync has resolved. */
  rest: () => navigator.locks.request(`waraq:${database}:writer`, () => undefined),

  rows,
  /** By resource, a digest of what readers see; null where it is absent. */
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
  /** Changes one record by hand, as no engine would. */
  async change(of: string, key: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
    const db = await openRaw(database)
    const writing = db.transaction(of, 'readwrite')
    const target = writing.objectStore(of)
    const before = (await settled(target.get(key))) as object
    await settled(target.put({ ...before, digest: undefined, ...fields }))
    db.close()
  },
  /** Deletes the database; resolves once it is gone. Tabs that have it open must close it. */
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
