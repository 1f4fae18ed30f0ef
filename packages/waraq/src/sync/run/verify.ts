import { isWaraqError, resourceKey, WaraqError, type RecordType, type ResourceRef } from '@waraq/protocol'
import { receiveSnapshot } from '../snapshot/receive.ts'
import { isSound } from '../../store/audit.ts'
import { digestOf } from '../../store/digest.ts'
import type { ManifestRef } from '../../store/manifest.ts'
import { eachRow } from '../../store/layers.ts'
import { DamageError } from '../../store/load.ts'
import { readCounters } from '../../store/writer.ts'
import { meansUnavailable } from '../errors/error-meanings.ts'
import type { RunContext } from './context.ts'
import { installed, installTables, putChanges } from './install.ts'

/** The result of comparing a resource with the service's copy. */
export interface VerifyReport {
  readonly ref: ResourceRef
  /**
   * `same`: all rows are equal. `repaired`: the local rows differed and were replaced. `unavailable`: the service has no such
   * resource now; the local rows stay until the feed removes them. `not_installed`: there is nothing to compare.
   */
  readonly outcome: 'same' | 'repaired' | 'unavailable' | 'not_installed'
  /** Rows that only the service has (`missing`), that only this device had (`extra`), and that differ (`changed`). */
  readonly missing: number
  readonly extra: number
  readonly changed: number
}

/** Returns JSON text that does not depend on the order of fields: a row change may list them in another order than a snapshot. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))
      : part,
  )
}

type RowDigests = Map<string, number>

/** Returns the digest of each row, by record type and key. Null if part of the resource is missing. */
async function digestRows(context: RunContext, refs: readonly ManifestRef[]): Promise<RowDigests | null> {
  const { db, layers } = context
  const digests: RowDigests = new Map()
  try {
    for (const ref of refs) {
      for await (const { key, data } of eachRow(db, await layers.get(db, ref)))
        digests.set(rowId(ref.recordType, key), digestOf(canonicalJson(data)))
    }
    return digests
  } catch (error) {
    if (error instanceof DamageError) return null
    throw error
  }
}

function rowId(recordType: RecordType, key: string): string {
  return `${recordType} ${key}`
}

function compare(
  local: RowDigests,
  service: RowDigests,
): Pick<VerifyReport, 'missing' | 'extra' | 'changed'> {
  let missing = 0
  let changed = 0
  for (const [key, digest] of service) {
    const own = local.get(key)
    if (own === undefined) missing++
    else if (own !== digest) changed++
  }
  return { missing, changed, extra: local.size - (service.size - missing) }
}

/**
 * Compares an installed resource with its snapshot and replaces it if they differ. Repairs differences that the feed cannot
 * show: a change that the service never listed, or rows older than the sequence that they were sent with.
 * @throws {WaraqError} errors of the download or the store; no content was changed then
 */
export async function verifyResource(context: RunContext, ref: ResourceRef): Promise<VerifyReport> {
  const { db, writer, client, readSnapshot, clock } = context
  const key = resourceKey(ref)
  const none = { ref, missing: 0, extra: 0, changed: 0 }
  const resource = await db.resources.get(key)
  if (resource?.status !== 'installed') return { ...none, outcome: 'not_installed' }
  try {
    const received = await client.snapshot(
      ref,
      (download) =>
        receiveSnapshot(
          writer,
          ref,
          Math.max(resource.asOf, resource.snapshotSequence),
          { parts: readSnapshot(download, () => undefined), refused: download.refused },
          () => undefined,
        ),
      { signal: context.signal },
    )
    const isSoundHere = await isSound((work) => work(db), resource)
    const local = isSoundHere ? await digestRows(context, resource.manifests) : null
    const service = await digestRows(context, received.manifests)
    if (!service) {
      throw new WaraqError({
        code: 'storage_failed',
        message: `Part of the snapshot of ${key} was lost right after it was stored. Nothing was replaced; try again.`,
        retryable: true,
      })
    }
    const difference = compare(local ?? new Map(), service)
    const same = local !== null && difference.missing + difference.extra + difference.changed === 0
    if (same && resource.needsSnapshot === null) return { ...none, outcome: 'same' }
    await writer.write(installTables, async () => {
      const [counters, before] = await Promise.all([readCounters(db), db.resources.get(key)])
      const stamp = { upTo: resource.asOf, set: 0, commit: counters.commits + 1, now: clock.now() }
      const base = Math.max(resource.base, resource.asOf)
      await Promise.all([
        putChanges(db, [installed(before, ref, received, { base, freshAt: null }, stamp)]),
        db.meta.put({ ...counters, commits: stamp.commit }),
      ])
    })
    return { ref, outcome: 'repaired', ...difference }
  } catch (error) {
    if (isWaraqError(error) && meansUnavailable(error)) return { ...none, outcome: 'unavailable' }
    throw error
  }
}
