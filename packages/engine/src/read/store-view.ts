import type { JsonObject, KnownRecordType, RecordType, ResourceRef, RowOf } from '@waraq/contract'
import type { LocatorRange } from '../store/directory.ts'
import type { ResourceInfo } from './resource-info.ts'

/** A row as readers get it: its record key and the data exactly as the service sent it. */
export interface Row<Data = JsonObject> {
  readonly key: string
  readonly data: Data
}

export type DataOf<Type extends RecordType> = Type extends KnownRecordType ? RowOf<Type> : JsonObject

/** What can be read of the library. Each call sees one commit; all calls of one `view` see the same one. */
export interface StoreView {
  /** All resources known, those that became unavailable too, by group and id. */
  resources(): Promise<ResourceInfo[]>
  resource(ref: ResourceRef): Promise<ResourceInfo | undefined>
  /**
   * Rows of one record type in reading order (by locator, then key). `range` bounds the locator, inclusive; see
   * `chapterRange`, `pageRange`. Empty where the resource is absent or damaged.
   */
  rows<Type extends RecordType>(
    recordType: Type,
    ref: ResourceRef,
    range?: LocatorRange,
  ): Promise<Row<DataOf<Type>>[]>
  /** One row by its record key. */
  row<Type extends RecordType>(
    recordType: Type,
    ref: ResourceRef,
    recordKey: string,
  ): Promise<Row<DataOf<Type>> | undefined>
  /**
   * Runs the query so that all that it reads is of one commit. It may await nothing but the view that it is given, or the
   * view ends (`view_ended`); where the library is in a worker's memory it may run more than once. A view of a view is
   * part of it. What the query throws comes out as it is.
   */
  view<T>(query: (view: StoreView) => Promise<T>): Promise<T>
}
