import type { RecordType, ResourceKey } from '@waraq/protocol'
import type { ManifestRef, LocatorRange } from '../manifest.ts'
import { partialFrom, type PartialStaging } from '../partial.ts'
import type { MetaRecord } from '../records.ts'
import type { ResourceInfo } from './resource-info.ts'

/** The rows of a record type that were read: one row, or those of a range with their keys. */
export type RowsAsked =
  { readonly recordKey: string } | { readonly range: LocatorRange; readonly recordKeys: ReadonlySet<string> }

export interface RowsRead {
  readonly resource: ResourceKey
  readonly recordType: RecordType
  readonly asked: RowsAsked
  /** The layers that the rows came from; undefined if there were none to read. */
  readonly from: ManifestRef | undefined
}

export interface InfosRead {
  /** Undefined: the infos of all resources. */
  readonly resource: ResourceKey | undefined
  /** The infos by `infosText`. */
  readonly text: string
}

export interface ProgressRead {
  readonly resource: ResourceKey
  /** The state of its partial snapshot, by `partialText`. */
  readonly text: string
}

export interface MetaRead {
  readonly key: MetaRecord['key']
  readonly of: (record: unknown) => unknown
  /** Result of `of` for the record, as JSON. */
  readonly text: string
}

/** Everything that a query read. A later comparison with the library shows whether the query would have the same result. */
export class ReadSet {
  rows: RowsRead[] = []
  readonly infos: InfosRead[] = []
  readonly partial: ProgressRead[] = []
  readonly meta: MetaRead[] = []
  /** Whether the age of content decided which rows were shown. */
  rowsByAge = false
  /** Whether a read failed, so that its result is not known. */
  failed = false

  /** Whether the reads of the result are unknown. Then any change may concern it. */
  get isUnknown(): boolean {
    const { rows, infos, partial, meta } = this
    return this.failed || rows.length + infos.length + partial.length + meta.length === 0
  }
}

export function isOpenRange({ from, to }: LocatorRange): boolean {
  return from === undefined && to === undefined
}

/** The read sets of the running queries that may have made a read. The read is recorded in each set. */
export type Noted = readonly ReadSet[]

/** The infos as text to compare. */
export function infosText(infos: readonly ResourceInfo[]): string {
  return JSON.stringify(infos.map((info) => ({ ...info, rowsByType: [...info.rowsByType] })))
}

/** The state of a partial snapshot as text to compare. Each change of a staging that announces one adds rows. */
export function partialText(staging: PartialStaging | undefined): string {
  return staging ? JSON.stringify([staging.id, partialFrom(staging)]) : ''
}

/** Runs a read. If it fails, marks the read sets, because their queries cannot know what they missed. */
export async function notingFailure<T>(noted: Noted, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    for (const set of noted) set.failed = true
    throw error
  }
}
