import { WaraqError, type RecordType, type ResourceRef } from '@waraq/protocol'
import type { LocatorRange } from '../manifest.ts'
import type { ReadRequest, ReadThrough } from './read-through.ts'
import type { ResourceInfo } from './resource-info.ts'
import type { DataOf, Row, StoreView } from './store-view.ts'

/** Maximum runs of a query before its view fails. */
const mostRuns = 8

function unsettled(): WaraqError {
  return new WaraqError({
    code: 'view_unsettled',
    message:
      'Content changed each time while it was read, so no answer was of one commit. Try again in a moment.',
    retryable: true,
  })
}

/** Reads by message. A transaction cannot cross a port, so a view runs again if a commit happened meanwhile. */
export class MessageView implements StoreView {
  readonly #engine: ReadThrough
  /** Whether this is the view that a query received. The query runs again completely. */
  readonly #inner: boolean

  constructor(engine: ReadThrough, inner = false) {
    this.#engine = engine
    this.#inner = inner
  }

  resources(): Promise<ResourceInfo[]> {
    return this.#read({ read: 'resources' })
  }

  resource(ref: ResourceRef): Promise<ResourceInfo | undefined> {
    return this.#read({ read: 'resource', ref })
  }

  rows<Type extends RecordType>(
    recordType: Type,
    ref: ResourceRef,
    range: LocatorRange = {},
  ): Promise<Row<DataOf<Type>>[]> {
    return this.#read({ read: 'rows', recordType, ref, range })
  }

  /** A worker's memory is not read before a snapshot is complete. `rows` leaves its option out, too. */
  async partial(): Promise<undefined> {
    return undefined
  }

  row<Type extends RecordType>(
    recordType: Type,
    ref: ResourceRef,
    recordKey: string,
  ): Promise<Row<DataOf<Type>> | undefined> {
    return this.#read({ read: 'row', recordType, ref, recordKey })
  }

  async query<T>(query: (view: StoreView) => Promise<T>): Promise<T> {
    return this.#inner ? query(this) : this.#settled(query)
  }

  async #settled<T>(query: (view: StoreView) => Promise<T>): Promise<T> {
    let replaced = 0
    // The library of the next worker starts again, and so does its commit count.
    const endWatch = this.#engine.watch(
      () => undefined,
      () => void (replaced += 1),
    )
    const moment = async () => `${(await this.#engine.status()).commits} ${replaced}`
    try {
      let before = await moment()
      for (let run = 0; run < mostRuns; run++) {
        const answer = await query(new MessageView(this.#engine, true))
        const after = await moment()
        if (after === before) return answer
        before = after
      }
      throw unsettled()
    } finally {
      endWatch()
    }
  }

  async #read<T>(request: ReadRequest): Promise<T> {
    return (await this.#engine.read(request)) as T
  }
}
