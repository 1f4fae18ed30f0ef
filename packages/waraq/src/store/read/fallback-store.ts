import type { Clock } from '../../client/clock.ts'
import type { PartialSnapshot } from '../partial.ts'
import { isWaraqError, type RecordType, type ResourceRef } from '@waraq/protocol'
import type { LocatorRange } from '../manifest.ts'
import type { ContentStore } from './content-store.ts'
import { retryMs } from './changes.ts'
import { liveOf, type Live, type Observer } from './live.ts'
import { MessageView } from './message-view.ts'
import type { ReadThrough } from './read-through.ts'
import type { ResourceInfo } from './resource-info.ts'
import type { RowChanges } from './row-changes.ts'
import type { DataOf, Row, RowsOptions, StoreView } from './store-view.ts'

function isStorageProblem(error: unknown): boolean {
  return isWaraqError(error) && error.code.startsWith('storage_')
}

/**
 * Reads from the database. If this page cannot open one, reads through the engine: the library may then exist only in the memory
 * of the engine's worker.
 */
export class FallbackStore implements ContentStore {
  readonly #own: ContentStore
  readonly #engine: ReadThrough
  readonly #clock: Clock
  readonly #messages: StoreView
  #through = false

  constructor(own: ContentStore, engine: ReadThrough, clock: Clock) {
    this.#own = own
    this.#engine = engine
    this.#clock = clock
    this.#messages = new MessageView(engine)
  }

  resources(): Promise<ResourceInfo[]> {
    return this.#read((from) => from.resources())
  }

  resource(ref: ResourceRef): Promise<ResourceInfo | undefined> {
    return this.#read((from) => from.resource(ref))
  }

  rows<Type extends RecordType>(
    recordType: Type,
    ref: ResourceRef,
    range: LocatorRange = {},
    options: RowsOptions = {},
  ): Promise<Row<DataOf<Type>>[]> {
    return this.#read((from) => from.rows(recordType, ref, range, options))
  }

  partial(ref: ResourceRef): Promise<PartialSnapshot | undefined> {
    return this.#read((from) => from.partial(ref))
  }

  row<Type extends RecordType>(
    recordType: Type,
    ref: ResourceRef,
    recordKey: string,
  ): Promise<Row<DataOf<Type>> | undefined> {
    return this.#read((from) => from.row(recordType, ref, recordKey))
  }

  query<T>(query: (view: StoreView) => Promise<T>): Promise<T> {
    return this.#read((from) => from.query(query))
  }

  async changedRows(
    recordType: RecordType,
    ref: ResourceRef,
    since?: string,
  ): Promise<RowChanges | undefined> {
    const own = () => this.#own.changedRows(recordType, ref, since)
    // A library in a worker's memory ends with the worker, so its marks would mean nothing to the next one.
    return this.#read(async (from) => (from === this.#own ? own() : { mark: '', recordKeys: null }))
  }

  live<T>(query: (store: ContentStore) => Promise<T>): Live<T> {
    return liveOf(({ next, error }) => {
      let end = (): void => undefined
      const ended = new AbortController()
      const follow = () => {
        end()
        end = this.#follow(() => query(this), { next, error })
      }
      let isDeciding = false
      /** After a failure of this page's database, makes a small read. It decides where the query reads from then on. */
      const decide = async (problem: unknown): Promise<void> => {
        if (!isStorageProblem(problem)) return error?.(problem)
        if (isDeciding) return
        isDeciding = true
        try {
          await this.resources()
          if (ended.signal.aborted) return
          if (this.#through) follow()
          else error?.(problem)
        } catch (still) {
          if (ended.signal.aborted) return
          error?.(still)
          if (!this.#through) return
          this.#clock.sleep(retryMs, ended.signal).then(
            () => decide(problem),
            () => undefined,
          )
        } finally {
          isDeciding = false
        }
      }
      if (this.#through) follow()
      else end = this.#own.live(query).subscribe({ next, error: (problem) => void decide(problem) })
      return () => {
        ended.abort()
        end()
      }
    })
  }

  close(): void {
    this.#own.close()
  }

  /** Runs the query again with every commit that the engine reports. */
  #follow<T>(query: () => Promise<T>, { next, error }: Observer<T>): () => void {
    let commits = -1
    let latest = 0
    // A library in a worker's memory starts again with the next worker, and so does its commit count.
    const forget = () => void (commits = -1)
    return this.#engine.watch((status) => {
      if (status.commits === commits) return
      commits = status.commits
      const turn = ++latest
      query().then(
        (value) => {
          // Results may overtake each other; only the latest run counts.
          if (turn === latest) next(value)
        },
        (problem: unknown) => {
          if (turn === latest) error?.(problem)
        },
      )
    }, forget)
  }

  async #read<T>(read: (from: StoreView) => Promise<T>): Promise<T> {
    if (!this.#through) {
      try {
        return await read(this.#own)
      } catch (problem) {
        if (!isStorageProblem(problem)) throw problem
        // If the engine has recreated the database meanwhile, the page can open it, too.
        if ((await this.#engine.status()).persistent) return read(this.#own)
        this.#through = true
      }
    }
    return read(this.#messages)
  }
}
