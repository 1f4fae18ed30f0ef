import type { ResourceRef, WaraqError } from '@waraq/contract'
import type { CatalogueList } from '../catalogue/content.ts'
import type { ListItems } from '../catalogue/lists.ts'
import { Connection } from '../link/connection.ts'
import type { Link } from '../link/link.ts'
import type { WorkerSource } from '../link/settings.ts'
import { watchProblem, type Problem } from '../status/problem.ts'
import type { ReadRequest } from '../read/read-through.ts'
import type { SyncReport } from '../run/report.ts'
import type { VerifyReport } from '../run/verify.ts'
import type { WakeAnswer, WakeOptions } from '../schedule/scheduler.ts'
import type { ScheduleOptions } from '../schedule/settings.ts'
import type { Wake } from '../schedule/timetable.ts'
import type { EngineStatus } from '../status/status.ts'
import type { DropCandidate } from '../space/least-used.ts'
import type { SignalOption, SubscribeOptions, SyncEngine, SyncOptions } from '../api/sync-engine.ts'
import { beginsSession, noteSession } from './browser-session.ts'
import type { ConnectedEngine, RemoteSettings } from './options.ts'
import type { EngineShape } from './protocol.ts'
import { afterLoss } from './restart-policy.ts'

/** Milliseconds after which a new worker that could not resume `keepCurrent` is asked again. */
const keepAgainMs = 60_000

/** The engine of a worker, and of the next worker after a loss. */
export class RemoteEngine implements ConnectedEngine {
  readonly #settings: RemoteSettings
  readonly #connection: Connection<EngineShape>
  /** Options of `keepCurrent`, which each new worker gets again. */
  #keeping: ScheduleOptions | undefined
  /** Whether the browser cleared the library; each new worker is told again. */
  #evicted = false
  #endWakes: (() => void) | undefined

  constructor(source: WorkerSource, settings: RemoteSettings) {
    const { fallback } = settings
    this.#settings = settings
    this.#connection = new Connection({
      source,
      settings,
      afterLoss,
      // Imported only where it is needed: a page with a worker need not load the engine's own store.
      fallback: fallback && (async () => (await import('./serve-here.ts')).serveHere(await fallback())),
      onOpen: (link) => {
        if (this.#evicted) link.call('noteEviction', { evicted: true }).catch(() => undefined)
        void this.#goOnKeeping(link)
      },
    })
  }

  get library(): SyncEngine['library'] {
    const { name, freshness } = this.#settings.options
    return { name, freshness }
  }

  subscribe(filter: string, { unknownGroups }: SubscribeOptions = {}): Promise<string> {
    return this.#connection.call('subscribe', { filter, unknownGroups })
  }

  keep(filters: readonly string[], { unknownGroups }: SubscribeOptions = {}): Promise<readonly string[]> {
    return this.#connection.call('keep', { filters, unknownGroups })
  }

  unsubscribe(filter: string): Promise<void> {
    return this.#connection.call('unsubscribe', { filter })
  }

  sync({ filters, budget, joinRunning, ...extras }: SyncOptions = {}): Promise<SyncReport> {
    return this.#connection.call('sync', { filters, budget, joinRunning }, extras)
  }

  async keepCurrent({ everyMs, dataSaver }: ScheduleOptions = {}): Promise<void> {
    const options = { everyMs, dataSaver }
    await this.#connection.call('keepCurrent', options)
    this.#keeping ??= options
    // A worker cannot see that the page is shown again.
    this.#endWakes ??= this.#settings.watchWakes?.((kind) => void this.wake(kind))
    void this.#beginSession()
  }

  /** On the first page of a browser session, asks the service however young the content is. */
  async #beginSession(): Promise<void> {
    const { session, options } = this.#settings
    if (!session) return
    const isPartOfOne = !(await beginsSession(session, options.name))
    if (isPartOfOne || (await this.wake('session')).result !== 'failed') noteSession(session, options.name)
  }

  pause(): Promise<void> {
    return this.#connection.call('pause', null)
  }

  resume(): Promise<void> {
    return this.#connection.call('resume', null)
  }

  async wake(kind: Wake, { signal }: WakeOptions = {}): Promise<WakeAnswer> {
    try {
      return await this.#connection.call('wake', { kind }, { signal })
    } catch (error) {
      return { result: 'failed', error }
    }
  }

  status(): Promise<EngineStatus> {
    return this.#connection.call('status', null)
  }

  droppable(): Promise<readonly DropCandidate[]> {
    return this.#connection.call('droppable', null)
  }

  watch(listener: (status: EngineStatus) => void, onProblem?: (problem: WaraqError) => void): () => void {
    return this.#connection.watch(listener, onProblem)
  }

  onProblem(listener: (problem: Problem | null) => void): () => void {
    return watchProblem(this, this.#settings.clock, listener, () => this.#connection.nextTryAt)
  }

  noteEviction(evicted: boolean): Promise<void> {
    this.#evicted = evicted
    return this.#connection.call('noteEviction', { evicted })
  }

  resync(
    filter: string,
    { budget, joinRunning, ...extras }: Omit<SyncOptions, 'filters'> = {},
  ): Promise<SyncReport> {
    return this.#connection.call('resync', { filter, budget, joinRunning }, extras)
  }

  verify({ group, id }: ResourceRef, { signal }: SignalOption = {}): Promise<VerifyReport> {
    return this.#connection.call('verify', { ref: { group, id } }, { signal })
  }

  available({ signal }: SignalOption = {}): Promise<readonly ResourceRef[]> {
    return this.#connection.call('available', null, { signal })
  }

  listNames(list: CatalogueList, language: string, { signal }: SignalOption = {}): Promise<ListItems> {
    return this.#connection.call('listNames', { list, language }, { signal })
  }

  read(request: ReadRequest): Promise<unknown> {
    return this.#connection.call('read', request)
  }

  close(): Promise<void> {
    this.#endWakes?.()
    return this.#connection.close()
  }

  /** Calls `keepCurrent` on a new worker until it succeeds: no caller waits here to be told of a failure. */
  async #goOnKeeping(link: Link<EngineShape>): Promise<void> {
    const { clock } = this.#settings
    while (this.#keeping && !link.over.aborted) {
      try {
        return await link.call('keepCurrent', this.#keeping)
      } catch {
        await clock.sleep(keepAgainMs, link.over).catch(() => undefined)
      }
    }
  }
}
