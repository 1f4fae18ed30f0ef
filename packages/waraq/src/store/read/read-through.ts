import type { RecordType, ResourceRef, WaraqError } from '@waraq/protocol'
import type { LocatorRange } from '../manifest.ts'
import type { StoreView } from './store-view.ts'

/** A read as plain data, for the worker that holds the library in its memory. */
export type ReadRequest =
  | { readonly read: 'resources' }
  | { readonly read: 'resource'; readonly ref: ResourceRef }
  | {
      readonly read: 'rows'
      readonly recordType: RecordType
      readonly ref: ResourceRef
      readonly range: LocatorRange
    }
  | {
      readonly read: 'row'
      readonly recordType: RecordType
      readonly ref: ResourceRef
      readonly recordKey: string
    }

/** The part of an engine's status that a store uses. */
interface LibraryState {
  /** Whether the library is in a database, which the page can open, too. */
  readonly persistent: boolean
  readonly commits: number
}

/** An engine that answers reads for a page that cannot open the database. */
export interface ReadThrough {
  read(request: ReadRequest): Promise<unknown>
  status(): Promise<LibraryState>
  watch(listener: (status: LibraryState) => void, onProblem?: (problem: WaraqError) => void): () => void
}

export function answerRead(store: StoreView, request: ReadRequest): Promise<unknown> {
  switch (request.read) {
    case 'resources':
      return store.resources()
    case 'resource':
      return store.resource(request.ref)
    case 'rows':
      return store.rows(request.recordType, request.ref, request.range)
    case 'row':
      return store.row(request.recordType, request.ref, request.recordKey)
  }
}
