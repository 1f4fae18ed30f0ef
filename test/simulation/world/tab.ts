import { IDBKeyRange } from 'fake-indexeddb'
import { createSyncEngine } from '../../../packages/waraq/src/sync/engine/create-sync-engine.ts'
import type { SyncEngine } from '../../../packages/waraq/src/sync/api/sync-engine.ts'
import type { SyncReport } from '../../../packages/waraq/src/sync/run/report.ts'
import type { Random } from '@waraq/test-support/random'
import type { SharedLocks } from '@waraq/test-support/locks'
import type { Network } from './network.ts'
import { tabStorage, type TabStorage } from './storage.ts'
import type { Owner, VirtualClock } from '@waraq/test-support/virtual-clock'

export interface TabOptions {
  readonly name: string
  readonly shared: IDBFactory
  readonly time: VirtualClock
  readonly network: Network
  readonly locks: SharedLocks
  readonly random: Random
  readonly perPage: number
  readonly snapshotConcurrency: number
  /** Called with each write transaction that the tab starts. */
  readonly onWrite: (tab: string, transaction: IDBTransaction) => void
}

/** A call to an engine and its result. */
export interface Call {
  readonly what: string
  readonly startedAt: number
  settled: boolean
  report: SyncReport | null
  error: unknown
}

/** One tab with its engine. It can freeze, thaw and die. Code of a dead tab that still runs has no effect. */
export class Tab implements Owner {
  state: 'alive' | 'frozen' | 'dead' = 'alive'
  readonly name: string
  readonly engine: SyncEngine
  readonly calls = new Set<Call>()
  readonly #storage: TabStorage
  readonly #options: TabOptions

  constructor(options: TabOptions) {
    const { name, shared, time, network, locks, random, perPage, snapshotConcurrency, onWrite } = options
    this.name = name
    this.#options = options
    this.#storage = tabStorage(shared, (transaction) => onWrite(name, transaction))
    const clock = time.of(this)
    const ownLocks = locks.of(this)
    // Code of a frozen tab requests nothing until it thaws, and its timers wait for that.
    const request = async (...asked: Parameters<LockManager['request']>) => {
      while (this.state === 'frozen') await clock.sleep(0)
      return ownLocks.request(...asked)
    }
    this.engine = createSyncEngine({
      contentRoot: 'http://127.0.0.1/content',
      tokens: { get: ({ refresh = false } = {}) => network.accessToken(this, refresh) },
      fetch: network.fetchOf(this, name),
      perPage,
      snapshotConcurrency,
      retry: { attempts: 3, baseMs: 400, maxMs: 10_000 },
      clock,
      random: () => random.next(),
      locks: { request: request as LockManager['request'] },
      indexedDB: this.#storage.factory,
      IDBKeyRange,
    })
  }

  /** Follows a call to its end. */
  follow(what: string, promise: Promise<unknown>, onEnd: (call: Call) => void): Call {
    const call: Call = {
      what,
      startedAt: this.#options.time.elapsed,
      settled: false,
      report: null,
      error: undefined,
    }
    this.calls.add(call)
    const end = () => {
      call.settled = true
      this.calls.delete(call)
      if (this.state !== 'dead') onEnd(call)
    }
    promise.then(
      (value) => {
        if (typeof value === 'object' && value !== null && 'runs' in value) call.report = value as SyncReport
        end()
      },
      (error: unknown) => {
        call.error = error
        end()
      },
    )
    return call
  }

  kill(): void {
    if (this.state === 'dead') return
    this.state = 'dead'
    this.calls.clear()
    this.#storage.die()
    this.#options.locks.release(this)
  }
}
