import type { JsonObject, KnownRecordType, RecordType, ResourceRef, RowOf } from '@waraq/protocol'
import type { LocatorRange } from '../manifest.ts'
import type { PartialSnapshot } from '../partial.ts'
import type { ResourceInfo } from './resource-info.ts'

/** A row for readers: its record key, and its data exactly as the service sent it. */
export interface Row<Data = JsonObject> {
  readonly key: string
  readonly data: Data
}

export type DataOf<Type extends RecordType> = Type extends KnownRecordType ? RowOf<Type> : JsonObject

export interface RowsOptions {
  /**
   * Returns the rows that are stored so far if the resource's first snapshot is still arriving; `partial` returns how much that
   * is. They are rows of one snapshot, and some that the service has are missing. Default false: a resource is complete or
   * absent.
   */
  readonly includePartial?: boolean | undefined
}

/** The reads of the library. Each call sees one commit; all calls of one `query` see the same one. */
export interface StoreView {
  /** Returns all known resources, including the unavailable ones, ordered by group and id. */
  resources(): Promise<ResourceInfo[]>
  resource(ref: ResourceRef): Promise<ResourceInfo | undefined>
  /**
   * Returns rows of one record type in reading order (by locator, then key). `range` limits the locator, inclusive; see
   * `chapterRange`, `pageRange`. Empty if the resource is absent or damaged.
   */
  rows<Type extends RecordType>(
    recordType: Type,
    ref: ResourceRef,
    range?: LocatorRange,
    options?: RowsOptions,
  ): Promise<Row<DataOf<Type>>[]>
  /**
   * Returns how much of the resource's first snapshot has arrived. Undefined if the resource is complete or absent, if nothing of
   * it has arrived, and if the library is in a worker's memory.
   */
  partial(ref: ResourceRef): Promise<PartialSnapshot | undefined>
  /** Returns one row by its record key. */
  row<Type extends RecordType>(
    recordType: Type,
    ref: ResourceRef,
    recordKey: string,
  ): Promise<Row<DataOf<Type>> | undefined>
  /**
   * Runs the query so that all its reads see one commit. The query may only await the view that it receives; otherwise the view
   * ends (`view_ended`). If the library is in a worker's memory, the query may run more than once. A view inside a view sees the
   * same commit. Errors that the query throws are passed on unchanged.
   */
  query<T>(query: (view: StoreView) => Promise<T>): Promise<T>
}
