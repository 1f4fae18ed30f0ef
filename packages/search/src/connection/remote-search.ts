import type { ResourceRef, WaraqError } from '@waraq/contract'
import type { RemoteCalls, RemoteMethod } from '../door/protocol.ts'
import { unpackStatus, type WireStatus } from '../door/wire.ts'
import { searchClosed } from '../errors.ts'
import { callListener, Listeners } from '../listeners.ts'
import type { Search, SearchOptions, SearchResult, SearchStatus } from '../search.ts'
import { unlessAborted } from '../unless-aborted.ts'
import { workerFailed } from './errors.ts'
import type { ConnectionSettings, WorkerSource } from './options.ts'
import { WorkerLink } from './worker-link.ts'

const starting: SearchStatus = { state: 'starting', resources: [], persistent: true }

/** The search of a worker, and of the next one after that was lost. */
export class RemoteSearch implements Search {
  readonly #source: WorkerSource
  readonly #settings: ConnectionSettings
  readonly #listeners = new Listeners<SearchStatus>()
  readonly #closing = new AbortController()
  #link: Promise<WorkerLink> | undefined
  /** The one that may have to be ended. */
  #latest: WorkerLink | undefined
  /** The one that tells its statuses. */
  #watched: WorkerLink | undefined
  #status = starting

  constructor(source: WorkerSource, settings: ConnectionSettings) {
    this.#source = source
    this.#settings = settings
    this.#wake().catch(() => undefined)
  }

  async choose(resources: readonly ResourceRef[] | 'all'): Promise<void> {
    await this.#call('choose', { resources: resources === 'all' ? resources : plain(resources) })
  }

  async search(text: string, options: SearchOptions = {}): Promise<SearchResult> {
    const { limit, offset, resources, signal } = options
    const input = { text, limit, offset, resources: resources && plain(resources) }
    return (await this.#call('search', input, signal)) as SearchResult
  }

  async status(): Promise<SearchStatus> {
    return unpackStatus((await this.#call('status', {})) as WireStatus)
  }

  watch(listener: (status: SearchStatus) => void): () => void {
    if (this.#closing.signal.aborted) return () => undefined
    const end = this.#listeners.add(listener)
    callListener(listener, this.#status)
    this.#wake().then(
      (link) => this.#watchAt(link),
      () => undefined,
    )
    return () => {
      end()
      if (this.#listeners.size === 0) this.#unwatch()
    }
  }

  close(): void {
    if (this.#closing.signal.aborted) return
    const error = searchClosed()
    this.#closing.abort(error)
    this.#listeners.clear()
    this.#latest?.end(error)
  }

  async #call<Method extends RemoteMethod>(
    method: Method,
    input: RemoteCalls[Method],
    signal?: AbortSignal | undefined,
  ): Promise<unknown> {
    signal?.throwIfAborted()
    const ends = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])])
    const link = await unlessAborted(this.#wake(), ends)
    return unlessAborted(link.call(method, input, ends), ends)
  }

  /** However many listen, the worker is asked once; what comes of it is told by statuses. */
  #watchAt(link: WorkerLink): void {
    if (this.#listeners.size === 0 || this.#watched === link) return
    this.#watched = link
    link.call('watch', {}).catch(() => undefined)
  }

  #unwatch(): void {
    this.#watched?.call('unwatch', {}).catch(() => undefined)
    this.#watched = undefined
  }

  /** The worker that is there, or a new one. */
  #wake(): Promise<WorkerLink> {
    if (this.#closing.signal.aborted) return Promise.reject(searchClosed())
    if (this.#link) return this.#link
    const link = this.#start()
    this.#link = link
    link.catch((error: WaraqError) => this.#lost(error))
    return link
  }

  async #start(): Promise<WorkerLink> {
    const link = this.#newLink()
    this.#latest = link
    await link.open()
    this.#watchAt(link)
    return link
  }

  #newLink(): WorkerLink {
    const onStatus = (status: SearchStatus) => this.#tell(status)
    const onLost = (error: WaraqError) => this.#lost(error)
    return new WorkerLink(this.#newWorker(), this.#settings, { onStatus, onLost })
  }

  #newWorker(): Worker {
    try {
      return this.#source()
    } catch (error) {
      throw workerFailed('The worker could not be made', error)
    }
  }

  /** The next call starts another one. */
  #lost(error: WaraqError): void {
    this.#link = undefined
    if (!this.#closing.signal.aborted) this.#tell({ ...this.#status, state: 'failed', error })
  }

  #tell(status: SearchStatus): void {
    this.#status = status
    this.#listeners.tell(status)
  }
}

/** What may cross of a reference, whatever else the object holds. */
function plain(refs: readonly ResourceRef[]): ResourceRef[] {
  return refs.map(({ group, id }) => ({ group, id }))
}
