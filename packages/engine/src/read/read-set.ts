import type { RecordType, ResourceKey } from '@waraq/contract'
import type { DirectoryRef, LocatorRange } from '../store/directory.ts'
import type { MetaRecord } from '../store/records.ts'
import type { ResourceInfo } from './resource-info.ts'

/** Which rows of a record type were read: one, or those of a range with the keys that these have. */
export type RowsAsked =
  { readonly recordKey: string } | { readonly range: LocatorRange; readonly recordKeys: ReadonlySet<string> }

export interface RowsRead {
  readonly resource: ResourceKey
  readonly recordType: RecordType
  readonly asked: RowsAsked
  /** The layers that the rows came from; undefined where there were none to read. */
  readonly from: DirectoryRef | undefined
}

export interface InfosRead {
  /** Undefined: those of all resources. */
  readonly resource: ResourceKey | undefined
  /** As `infosText` writes them. */
  readonly text: string
}

export interface MetaRead {
  readonly key: MetaRecord['key']
  readonly of: (record: unknown) => unknown
  /** What `of` made of the record, as JSON. */
  readonly text: string
}

/** What a query read, and what it was made of: later, that tells whether the query would answer the same. */
export class ReadSet {
  rows: RowsRead[] = []
  readonly infos: InfosRead[] = []
  readonly meta: MetaRead[] = []
  /** How old content is decides what rows are shown. */
  rowsByAge = false
  /** A read failed: what it would have answered is not known. */
  failed = false

  /** Nothing tells what the answer depends on, so any change may concern it. */
  get isUnknown(): boolean {
    return this.failed || this.rows.length + this.infos.length + this.meta.length === 0
  }
}

export function isOpenRange({ from, to }: LocatorRange): boolean {
  return from === undefined && to === undefined
}

/** The queries that are under way and may have asked for a read: each notes it. */
export type Noted = readonly ReadSet[]

/** What the infos say, to be compared. */
export function infosText(infos: readonly ResourceInfo[]): string {
  return JSON.stringify(infos.map((info) => ({ ...info, rowsByType: [...info.rowsByType] })))
}

/** The answer of a read; where it fails, the queries cannot know what they missed. */
export async function notingFailure<T>(noted: Noted, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    for (const set of noted) set.failed = true
    throw error
  }
}
