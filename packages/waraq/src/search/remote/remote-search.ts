import { callListener } from '../../client/observable.ts'
import { unlessAborted } from '../../client/waits.ts'
import type { ResourceRef } from '@waraq/protocol'
import { Connection } from '../../link/connection.ts'
import type { LinkSettings } from '../../link/settings.ts'
import { searchClosed } from '../errors.ts'
import { starting, type Search, type SearchOptions, type SearchResult, type SearchStatus } from '../search.ts'
import type { SearchShape } from './protocol.ts'

/** The search of a worker. If the worker is lost, the next call starts another one. */
export class RemoteSearch implements Search {
  readonly #connection: Connection<SearchShape>
  readonly #closing = new AbortController()

  constructor(source: () => Worker, settings: LinkSettings<SearchShape>) {
    this.#connection = new Connection({ source, settings })
  }

  choose(resources: readonly ResourceRef[] | 'all'): Promise<void> {
    const chosen = resources === 'all' ? resources : plain(resources)
    return this.#settle(this.#connection.call('choose', [chosen]))
  }

  search(text: string, { limit, offset, resources, signal }: SearchOptions = {}): Promise<SearchResult> {
    const options = { limit, offset, resources: resources && plain(resources), signal }
    return this.#settle(this.#connection.call('search', [text, options]), signal)
  }

  status(): Promise<SearchStatus> {
    return this.#settle(this.#connection.call('status', []))
  }

  watch(listener: (status: SearchStatus) => void): () => void {
    if (this.#closing.signal.aborted) return () => undefined
    let latest: SearchStatus | undefined
    const tell = (status: SearchStatus) => {
      latest = status
      listener(status)
    }
    const end = this.#connection.watch(tell, (error) =>
      tell({ ...(latest ?? starting), state: 'failed', error }),
    )
    if (!latest) callListener(tell, starting)
    return end
  }

  close(): void {
    if (this.#closing.signal.aborted) return
    this.#closing.abort(searchClosed())
    void this.#connection.close()
  }

  /**
   * Rejects as soon as the signal is aborted, without waiting for the worker to stop: the reader has
   * already typed something else.
   */
  #settle<T>(call: Promise<T>, signal?: AbortSignal | undefined): Promise<T> {
    const { signal: closing } = this.#closing
    return unlessAborted(call, signal ? AbortSignal.any([closing, signal]) : closing)
  }
}

/** The fields of references that are sent to the worker. Other fields may not be cloneable. */
function plain(refs: readonly ResourceRef[]): ResourceRef[] {
  return refs.map(({ group, id }) => ({ group, id }))
}
