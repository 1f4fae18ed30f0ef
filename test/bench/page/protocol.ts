import type { JsonObject } from '@waraq/protocol'

/** The messages between the driver in Node, the page and the workers of the variants. No logic. */

/** A row's name within its resource. In mushafs the ids of pages and words meet, so the type belongs to it. */
export interface RowName {
  readonly recordType: string
  readonly id: number
}

/** One resource of a content service, and what a reader should find once it is there. */
export interface Source {
  readonly contentRoot: string
  /** Token relay, for the engine that runs behind its doors. */
  readonly relay: string
  readonly token: string
  readonly clientId: string
  readonly group: string
  readonly id: number
  /** Type of the rows that do not name their own. */
  readonly recordType: string
  readonly rows: number
  readonly probe: RowName
  /** Key paths that a store of single records needs for the stretches that are read. */
  readonly indexes: readonly string[]
}

/** Neighbouring rows, described for each kind of store by its fastest way to read them. */
export interface Stretch {
  readonly recordType: string
  /** First and last id: the primary key of a record a row, the best case of such a store. */
  readonly ids: readonly [number, number]
  /** First and last entry of an index. */
  readonly index: { readonly path: string; readonly from: IndexEntry; readonly to: IndexEntry }
  /** First and last locator. */
  readonly locators: readonly [number, number]
  /** Narrows the locators where they cover more. */
  readonly within?: { readonly field: string; readonly from: number; readonly to: number }
}
export type IndexEntry = number | readonly [string, number]

export type Read =
  | { readonly kind: 'row'; readonly name: RowName }
  | { readonly kind: 'stretch'; readonly stretch: Stretch; readonly rows: number }
  | { readonly kind: 'all'; readonly recordType: string; readonly rows: number }

/** Reads of one kind; the more there are, the steadier the figure. */
export interface ReadSeries {
  readonly name: string
  readonly statistic: 'median' | 'mean'
  readonly reads: readonly Read[]
}

/** Milliseconds of one read of a series. */
export interface ReadTimes {
  readonly name: string
  /** The first read of a connection just opened. */
  readonly cold: number
  readonly warm: number
}

export interface LoadTimes {
  /** From sending the snapshot's request until a reader has returned a row and the row count. */
  readonly readableMs: number
  /** The engine's whole `sync()`, with feed and commit. */
  readonly wholeMs?: number
}

/** How a store of single records replaces a resource. `chunks` shows readers a mixture for a while. */
export type Manner = 'whole' | 'chunks'

/** One variant at work, behind a worker or in the page. Times in milliseconds. */
export interface Handle {
  /** Opens an empty database. */
  connect(source: Source, name: string): Promise<void>
  load(): Promise<LoadTimes>
  /** Fetches the resource anew and puts it in the place of the stored one. */
  replace(manner: Manner): Promise<number>
  /** Applies the feed's changes since the load or the last call. */
  follow(): Promise<number>
  close(): Promise<void>
  read(source: Source, name: string, series: readonly ReadSeries[]): Promise<ReadTimes[]>
}

export interface BootstrapRequest {
  readonly source: Pick<Source, 'contentRoot' | 'token' | 'clientId'>
  readonly filter: string
  readonly resources: number
  readonly snapshotConcurrency: number
  readonly name: string
}

/** Milliseconds from the call of `sync()`. */
export interface BootstrapTimes {
  readonly firstReadable: number
  readonly allReadable: number
}

export interface ReaderFigures {
  readonly reads: number
  readonly p50: number
  readonly p99: number
  readonly worst: number
}

export interface BusyFigures {
  readonly idle: ReaderFigures
  readonly busy: ReaderFigures
  /**
   * Tasks of the page's thread over 50 ms, and the longest of them, while the work was done; null where the browser does
   * not tell.
   */
  readonly longTasks: number | null
  readonly longestTask: number | null
  readonly workMs: number
}

export interface ReciterRequest {
  readonly source: Source
  readonly recordingsBase: string
  /** By `fetch` and `put` alone, without the library. */
  readonly isBare: boolean
}

export interface StoredReciter {
  readonly files: number
  readonly bytes: number
  readonly ms: number
}

export type Row = JsonObject
