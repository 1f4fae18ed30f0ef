import type { KnownResourceGroup, ResourceRef } from '@waraq/protocol'

/** How much room snapshots need. Pure; all figures are approximate bytes. */

const megabyte = 1_000_000

/**
 * Bytes that a resource of each group takes on the device if nothing better is known: the stored size of the sandbox's content,
 * rounded up. Its snapshot is two to four times as long.
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

/** The maximum of these: with less room, the next snapshot may not fit. */
export const largestTypicalBytes = Math.max(...Object.values(typicalBytes))

/** A snapshot to be fetched. */
export interface NeededSnapshot {
  readonly ref: ResourceRef
  /** Stored bytes of the copy that it replaces (`ManifestRef.size`); null if none is installed. */
  readonly installedSize?: number | null | undefined
  /** Length of its body in bytes, if the service reports it. */
  readonly contentLength?: number | null | undefined
}

function isSize(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

/** Approximate bytes of one snapshot: its own length, else the size of the installed copy, else the typical size of its group. */
export function bytesOf({ ref, installedSize, contentLength }: NeededSnapshot): number {
  if (isSize(contentLength)) return contentLength
  if (isSize(installedSize)) return installedSize
  const typical: Readonly<Record<string, number>> = typicalBytes
  // A group may be named like a property of every object, such as `constructor`.
  return Object.hasOwn(typical, ref.group) ? typical[ref.group]! : typicalBytesElsewhere
}

/**
 * Bytes that a set of snapshots needs in addition to what is stored. The copies that they replace are not subtracted: both are
 * stored until the new ones are committed and the garbage is collected.
 */
export function bytesNeeded(snapshots: Iterable<NeededSnapshot>): number {
  let sum = 0
  for (const snapshot of snapshots) sum += bytesOf(snapshot)
  return sum
}
