import { failure } from '@waraq/test-support/failure'
import { FakeWorker } from '@waraq/test-support/fake-worker'
import { SharedLocks } from '@waraq/test-support/locks'
import { expose } from 'comlink'
import { onTestFinished } from 'vitest'
import { settle } from '@waraq/test-support/at-rest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import type { WorkerSource } from '../link/settings.ts'
import { workerConnection } from '../link/worker-connection.ts'
import type { SyncTrigger } from '../sync/schedule/timetable.ts'
import type { Locks } from '../platform/locks/locks.ts'
import type { ContentStore } from '../store/read/content-store.ts'
import type { OnStorageFull } from '../sync/space/on-storage-full.ts'
import type { SessionDependencies } from './browser-session.ts'
import { resolveConnection, type ConnectedEngine, type ConnectOptions } from './options.ts'
import { engineProtocol, type RemoteEngineOptions } from './protocol.ts'
import { remoteEngine } from './remote-engine.ts'
import { ScriptedEngine } from './scripted-engine.test-support.ts'
import { serveEngine } from './serve-engine.ts'

/** A worker whose engine the test scripts. */
export class EngineWorker extends FakeWorker {
  readonly engine = new ScriptedEngine()
  options: RemoteEngineOptions | undefined
  onStorageFull: OnStorageFull | undefined
  store: Partial<ContentStore> = {}

  constructor(shared: SharedLocks | undefined, connection?: object) {
    super(shared)
    this.engine.outcomes.status = () => ({ name: 'scripted' })
    this.engine.outcomes.subscribe = () => 'translations:20'
    this.engine.outcomes.close = () => undefined
    const real = workerConnection({
      protocol: engineProtocol,
      serve: (options, ask) => {
        this.options = options
        this.onStorageFull = options.asksWhatToDrop ? ask : undefined
        return serveEngine(this.engine, async () => this.store as ContentStore)
      },
      locks: this.locks,
    })
    const gated: typeof real = {
      open: (version, given, port) => real.open(version, given, this.gate(port)),
    }
    expose(connection ?? gated, this.scope as unknown as MessagePort)
  }
}

export interface Stage {
  readonly clock: VirtualClock
  readonly connection: ConnectedEngine
  /** All that were made, in order. */
  readonly workers: EngineWorker[]
  readonly latest: EngineWorker
  /** Locks that are held or waited for. */
  readonly lockNames: ReadonlySet<string>
  /** Listeners for the page being shown again. */
  readonly wakes: Set<(kind: SyncTrigger) => void>
  readonly returns: ReadonlySet<() => void>
  returnFromCache(): void
}

export interface StageOptions extends Partial<ConnectOptions> {
  /** Called with each worker that is made, for instance to throw; `n` counts from 1. */
  readonly make?: (worker: EngineWorker, n: number) => void
  readonly connection?: object
  /** Gives the connection the worker itself instead of a function. */
  readonly single?: boolean
  readonly withoutLocks?: boolean
  /** The browser refuses locks to the page, but not to the worker. */
  readonly pageRefusedLocks?: boolean
  readonly session?: SessionDependencies
}

function stage({
  make,
  connection,
  single,
  withoutLocks,
  pageRefusedLocks,
  session,
  ...options
}: StageOptions = {}): Stage {
  const clock = new VirtualClock()
  const shared = new SharedLocks()
  const locks = withoutLocks ? undefined : shared
  const workers: EngineWorker[] = []
  const returns = new Set<() => void>()
  const refuse = () => Promise.reject(new DOMException('refused', 'SecurityError'))
  const newWorker = () => {
    const worker = new EngineWorker(locks, connection)
    workers.push(worker)
    make?.(worker, workers.length)
    return worker as unknown as Worker
  }
  const source: WorkerSource = single ? newWorker() : newWorker
  const onReturn = (listener: () => void) => {
    returns.add(listener)
    return () => void returns.delete(listener)
  }
  const wakes = new Set<(kind: SyncTrigger) => void>()
  const watchTriggers = (listener: (kind: SyncTrigger) => void) => {
    wakes.add(listener)
    return () => void wakes.delete(listener)
  }
  const settings = resolveConnection(
    { contentRoot: 'http://127.0.0.1/content', relay: '/token', ...options },
    {
      clock,
      locks: pageRefusedLocks ? { request: refuse as Locks['request'] } : locks?.of({}),
      onReturn,
      watchTriggers,
      session,
    },
  )
  return {
    clock,
    connection: remoteEngine(source, settings),
    workers,
    get latest() {
      return workers.at(-1)!
    },
    lockNames: shared.names,
    returns,
    wakes,
    returnFromCache: () => returns.forEach((listener) => listener()),
  }
}

/** A connection to fake workers, closed after the test. */
export function start(options?: StageOptions): Stage {
  const each = stage(options)
  onTestFinished(async () => {
    const closed = each.connection.close()
    await each.clock.advance(60_000)
    await closed
  })
  return each
}

export { failure, settle }
