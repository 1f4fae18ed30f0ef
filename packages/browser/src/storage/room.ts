import { WaraqError, type KnownResourceGroup, type ResourceRef } from '@waraq/contract'

/** How much room snapshots need, against what the browser says there is. Pure; all figures are bytes, and rough. */

const megabyte = 1_000_000

/**
 * Bytes that a resource of each group takes on the device, where nothing better is known: those of the sandbox's content as
 * stored, rounded up. Its snapshot is two to four times as long.
 */
export const typicalBytes = {
  articles: 0.1 * megabyte,
  chapter_recitations: 0.1 * megabyte,
  mushafs: 8 * megabyte,
  quran_core: 3 * megabyte,
  recitations: megabyte,
  tafsirs: 11 * megabyte,
  translations: 3 * megabyte,
  word_by_word_translations: 8 * megabyte,
  word_by_word_transliterations: 7 * megabyte,
} as const satisfies Readonly<Record<KnownResourceGroup, number>>

/** The same for groups that this version does not know. */
export const typicalBytesElsewhere = 3 * megabyte

/** The largest of these: with less room, the next snapshot may not fit. */
export const largestTypicalBytes = Math.max(...Object.values(typicalBytes))

/** A snapshot to be fetched. */
export interface WantedSnapshot {
  readonly ref: ResourceRef
  /** Bytes stored of the copy that it replaces (`DirectoryRef.size`); null where none is installed. */
  readonly installedSize?: number | null | undefined
  /** The length of its body where the service says it. */
  readonly contentLength?: number | null | undefined
}

function isSize(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

/**
 * About how many bytes one snapshot takes: its own length, else the size of the installed copy, else the usual of its group.
 */
export function bytesOf({ ref, installedSize, contentLength }: WantedSnapshot): number {
  if (isSize(contentLength)) return contentLength
  if (isSize(installedSize)) return installedSize
  const typical: Readonly<Record<string, number>> = typicalBytes
  // A group may be named like a property of every object, such as `constructor`.
  return Object.hasOwn(typical, ref.group) ? typical[ref.group]! : typicalBytesElsewhere
}

/**
 * Bytes that a set of snapshots needs on top of what is stored. The copies that they replace are not subtracted: both are
 * stored until the new ones are committed and the garbage is collected.
 */
export function bytesNeeded(snapshots: Iterable<WantedSnapshot>): number {
  let sum = 0
  for (const snapshot of snapshots) sum += bytesOf(snapshot)
  return sum
}

/** `short`: the content does not fit, by a clear margin. `tight`: it may or may not. `unknown`: the browser does not say. */
export type RoomVerdict = 'fits' | 'tight' | 'short' | 'unknown'

export interface Room {
  readonly verdict: RoomVerdict
  readonly needed: number
  readonly available: number | null
  readonly usage: number | null
  readonly quota: number | null
}

/** The factor by which need and room must differ before the estimate decides, in either direction. */
const margin = 1.2

function figure(value: number | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}

/**
 * Compares the needed bytes with the browser's estimate. All of these figures are rough. Usage may be padded, and counts
 * bytes after compression (42 MB of the sandbox's content came to 8 MB in Chromium). Quota may be a fixed figure that says
 * nothing about the disk, or one that several sites share. So an estimate alone refuses nothing unless it is `short`: more
 * is needed than 1.2 times what is available. `tight`, within that margin on either side, is tried, and the browser decides.
 * A quota of 0 counts as no figure: a site that may store nothing gets no estimate.
 */
export function roomFor(needed: number, estimate: StorageEstimate | undefined): Room {
  const usage = figure(estimate?.usage)
  const quota = figure(estimate?.quota)
  if (usage === null || quota === null || quota === 0)
    return { verdict: 'unknown', needed, available: null, usage, quota }
  const available = Math.max(0, quota - usage)
  const verdict = needed > available * margin ? 'short' : needed * margin > available ? 'tight' : 'fits'
  return { verdict, needed, available, usage, quota }
}

/** Bytes as text for a person. */
export function megabytes(bytes: number): string {
  const count = bytes / megabyte
  return `${count < 1 ? 'less than 1' : `about ${Math.round(count).toLocaleString('en')}`} MB`
}

/** The error of a run that fetches nothing because it would not fit. It has the code of a refusal by the browser. */
export function noRoom({ needed, available, usage, quota }: Room): WaraqError {
  const free = available === null ? 'less' : megabytes(available)
  return new WaraqError({
    code: 'quota_exceeded',
    message: `The content needs ${megabytes(needed)} and the browser offers ${free}; nothing was fetched. Free space or drop a subscription.`,
    details: { needed, available, usage, quota },
  })
}
