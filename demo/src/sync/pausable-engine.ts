import type { SyncEngine } from '@waraq/engine'
import type { ConnectedEngine } from '@waraq/engine/page'

/** What goes on with the next engine. */
interface Watch {
  readonly begin: (engine: ConnectedEngine) => () => void
  end: () => void
}

/**
 * An engine that can be stopped and goes on later. Engines have no such thing: one that keeps everything current does so
 * until it is closed. So this closes it, which ends what is under way and keeps what was begun, and talks to a new one that
 * was not asked to keep anything current: that one stores choices and tells where things stand, and fetches nothing.
 *
 * The first one is there with the first call: until then a page can read without a worker beside it.
 */
export class PausableEngine implements ConnectedEngine {
  readonly #connect: () => ConnectedEngine
  readonly #watches = new Set<Watch>()
  #connected: ConnectedEngine | undefined
  readonly library: SyncEngine['library']

  constructor(name: string, connect: () => ConnectedEngine) {
    this.#connect = connect
    this.library = { name, freshness: undefined }
  }

  get #engine(): ConnectedEngine {
    return (this.#connected ??= this.#connect())
  }

  /** Nothing is fetched from now on until `keepCurrent` or `sync`. */
  pause(): void {
    const before = this.#engine
    for (const watch of this.#watches) watch.end()
    this.#connected = this.#connect()
    for (const watch of this.#watches) watch.end = watch.begin(this.#engine)
    // Whatever it ends with, this page talks to the next one.
    before.close().catch(() => undefined)
  }

  watch: SyncEngine['watch'] = (...given) => this.#follow((engine) => engine.watch(...given))
  onProblem: SyncEngine['onProblem'] = (listener) => this.#follow((engine) => engine.onProblem(listener))

  #follow(begin: Watch['begin']): () => void {
    const watch: Watch = { begin, end: begin(this.#engine) }
    this.#watches.add(watch)
    return () => {
      this.#watches.delete(watch)
      watch.end()
    }
  }

  subscribe: SyncEngine['subscribe'] = (...given) => this.#ask((engine) => engine.subscribe(...given))
  keep: SyncEngine['keep'] = (...given) => this.#ask((engine) => engine.keep(...given))
  unsubscribe: SyncEngine['unsubscribe'] = (filter) => this.#ask((engine) => engine.unsubscribe(filter))
  status: SyncEngine['status'] = () => this.#ask((engine) => engine.status())
  read: ConnectedEngine['read'] = (request) => this.#ask((engine) => engine.read(request))
  available: SyncEngine['available'] = (options) => this.#ask((engine) => engine.available(options))
  listNames: SyncEngine['listNames'] = (...given) => this.#ask((engine) => engine.listNames(...given))
  sync: SyncEngine['sync'] = (options) => this.#engine.sync(options)
  keepCurrent: SyncEngine['keepCurrent'] = (options) => this.#engine.keepCurrent(options)
  wake: SyncEngine['wake'] = (kind, options) => this.#engine.wake(kind, options)
  resync: SyncEngine['resync'] = (filter, options) => this.#engine.resync(filter, options)
  verify: SyncEngine['verify'] = (ref, options) => this.#engine.verify(ref, options)

  /** What is asked at the moment of a pause, and fetches nothing, is asked again of the next engine. */
  async #ask<T>(question: (engine: ConnectedEngine) => Promise<T>): Promise<T> {
    const engine = this.#engine
    try {
      return await question(engine)
    } catch (error) {
      if (engine === this.#engine) throw error
      return this.#ask(question)
    }
  }

  async close(): Promise<void> {
    this.#watches.clear()
    await this.#connected?.close()
  }
}
