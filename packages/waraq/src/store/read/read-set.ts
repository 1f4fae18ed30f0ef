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
  /** The layers that the rows came from; undefined where there were none to read. */
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
  /** What arrived of it, by `partialText`. */
  readonly text: string
}

export interface MetaRead {
  readonly key: MetaRecord['key']
  readonly of: (record: unknown) => unknown
  /** What `of` made of the record, as JSON. */
  readonly text: string
}

/** All that a query read. A later comparison with the library tells whether the query would answer the same. */
export class ReadSet {
  rows: RowsRead[] = []
  readonly infos: InfosRead[] = []
  readonly partial: ProgressRead[] = []
  readonly meta: MetaRead[] = []
  /** The age of content decided which rows were shown. */
  rowsByAge = false
  /** A read failed, so its answer is not known. */
  failed = false

  /** Whether the answer's reads are unknown: any change may concern it then. */
  get isUnknown(): boolean {
    const { rows, infos, partial, meta } = this
    return this.failed || rows.length + infos.length + partial.length + meta.length === 0
  }
}

export function isOpenRange({ from, to }: LocatorRange): boolean {
  return from === undefined && to === undefined
}

/** The read sets of the running queries that may have asked for a read. Each set gets a note of it. */
export type Noted = readonly ReadSet[]

/** The infos as text to compare. */
export function infosText(infos: readonly ResourceInfo[]): string {
  return JSON.stringify(infos.map((info) => ({ ...info, rowsByType: [...info.rowsByType] })))
}

/** What arrived as text to compare. Each change of a staging that tells adds rows. */
export function partialText(staging: PartialStaging | undefined): string {
  return staging ? JSON.stringify([staging.id, partialFrom(staging)]) : ''
}

/** Runs a read. Where it fails, marks the read sets, because their queries cannot know what they missed. */
export async function notingFailure<T>(noted: Noted, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    for (const set of noted) set.failed = true
    throw error
  }
}
