import { WaraqError } from '@waraq/contract'
import { expose, wrap, type Remote } from 'comlink'
import type { Search } from '../search.ts'
import { holdLife, type Life, type Locks } from './life-lock.ts'
import {
  protocolVersion,
  type Opened,
  type PageDoor,
  type RemoteCalls,
  type RemoteMethod,
  type RemoteSearchOptions,
  type Reply,
  type WorkerDoor,
} from './protocol.ts'
import { packError, packStatus } from './wire.ts'

/** A search that was made for a page, with whatever has to be closed after it. */
export interface Served {
  readonly search: Search
  close(): void
}

export interface SessionParts {
  readonly serve: (options: RemoteSearchOptions) => Served
  readonly locks: Locks | undefined
}

function protocolMismatch(page: number): WaraqError {
  return new WaraqError({
    code: 'protocol_mismatch',
    message: 'Page and worker are of different versions. Reload the page.',
    details: { page, worker: protocolVersion },
  })
}

/** Work as a value, whatever comes of it. */
async function reply<T>(work: () => Promise<T>): Promise<Reply<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    return { ok: false, error: packError(error) }
  }
}

/** The worker's side of a connection: one page, one search. */
export class Session {
  readonly #parts: SessionParts
  readonly #page: Remote<PageDoor>
  readonly #port: MessagePort
  readonly #calls = new Map<number, AbortController>()
  #served: Served | undefined
  #life: Life | undefined
  #endWatch: (() => void) | undefined

  constructor(port: MessagePort, parts: SessionParts) {
    this.#parts = parts
    this.#port = port
    this.#page = wrap<PageDoor>(port)
    expose(this.#door(), port)
  }

  close(): void {
    this.#endWatch?.()
    this.#served?.close()
    this.#life?.release()
    this.#port.close()
  }

  #door(): WorkerDoor {
    return {
      open: (protocol, options) => reply(() => this.#open(protocol, options)),
      call: (id, method, input) => reply(() => this.#call(id, method, input)),
      abort: (id) => this.#calls.get(id)?.abort(),
    }
  }

  async #open(protocol: number, options: RemoteSearchOptions): Promise<Opened> {
    if (protocol !== protocolVersion) throw protocolMismatch(protocol)
    this.#served ??= this.#parts.serve(options)
    this.#life ??= await holdLife(this.#parts.locks)
    return { lifeLock: this.#life.name }
  }

  async #call(id: number, method: RemoteMethod, input: RemoteCalls[RemoteMethod]): Promise<unknown> {
    const controller = new AbortController()
    this.#calls.set(id, controller)
    try {
      return await this.#handle(method, input, controller.signal)
    } finally {
      this.#calls.delete(id)
    }
  }

  async #handle(
    method: RemoteMethod,
    input: RemoteCalls[RemoteMethod],
    signal: AbortSignal,
  ): Promise<unknown> {
    const search = this.#served?.search
    if (!search) throw protocolMismatch(protocolVersion)
    switch (method) {
      case 'choose':
        return search.choose((input as RemoteCalls['choose']).resources)
      case 'search': {
        const { text, ...options } = input as RemoteCalls['search']
        return search.search(text, { ...options, signal })
      }
      case 'status':
        return packStatus(await search.status())
      case 'watch':
        return this.#watch(search)
      case 'unwatch':
        return this.#endWatch?.()
      default:
        throw protocolMismatch(protocolVersion)
    }
  }

  #watch(search: Search): void {
    this.#endWatch?.()
    // The page may be gone; then nobody is left to be told.
    this.#endWatch = search.watch(
      (status) => void this.#page.status(packStatus(status)).catch(() => undefined),
    )
  }
}
