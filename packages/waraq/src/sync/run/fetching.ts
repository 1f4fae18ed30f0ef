import { isWaraqError, WaraqError, type ResourceKey } from '@waraq/protocol'
import type { SnapshotDownload } from '../../client/options.ts'
import { roomFor } from '../../platform/storage/room.ts'
import { bytesNeeded, bytesOf } from '../space/snapshot-bytes.ts'
import { receiveSnapshot, type ReceivedSnapshot } from '../snapshot/receive.ts'
import { isSound } from '../../store/audit.ts'
import { preparedOf } from '../../store/database.ts'
import { storedSize } from '../../store/manifest.ts'
import { partialStaging } from '../../store/partial.ts'
import type { LastWrite, PartialOptions } from '../../store/stagings.ts'
import type { PreparedRecord, ResourceRecord } from '../../store/records.ts'
import { readCounters } from '../../store/writer.ts'
import { meaningOf, meansUnavailable } from '../errors/error-meanings.ts'
import type { RunContext } from './context.ts'
import {
  installed,
  installTables,
  isStillNew,
  putChanges,
  removed,
  stampOf,
  withUpTo,
  type CommitStamp,
  type ResourceChange,
} from './install.ts'
import { storeBuffered, subscriptionChanged, type Batch } from './paging.ts'
import type { Plan, PlannedFetch } from './plan/plan-types.ts'

/** The result of fetching the needed snapshots of a batch. */
export interface Fetched {
  /** Resources without a snapshot in the service, with the reason. */
  readonly unavailable: Map<ResourceKey, string>
  /** The error of a snapshot that the batch covers and that is still needed; null if there is none. */
  needed: WaraqError | null
}

/** Bytes or rows between two progress reports. */
const reportEvery = { bytes: 256 * 1024, rows: 4096 } as const

/** Received part of a download, in bytes. */
interface OnItsWay {
  bytes: number
  /** From this size on, the download finishes even if its run is preempted, because aborted bytes have to be downloaded again. */
  enough: number
  /** Whether an earlier download was interrupted. */
  restarted: boolean
}

async function receive(
  context: RunContext,
  set: Batch,
  item: PlannedFetch,
  download: SnapshotDownload,
  onItsWay: OnItsWay,
): Promise<ReceivedSnapshot> {
  const { db, writer, progress, readSnapshot, tally } = context
  const { bytesExpected } = download
  let refusal: unknown
  const refused: SnapshotDownload['refused'] = (error) => {
    refusal = error
    return download.refused(error)
  }
  const seen = { rows: 0, reported: 0 }
  const { resources } = await writer.known()
  const isNew = resources.every(({ key }) => key !== item.key)
  // An earlier try may have received more, in this run or in one that was interrupted.
  const isPartlyStored = set.isReopened && isNew && (await partialStaging(db, item.key)) !== undefined
  onItsWay.restarted ||= onItsWay.bytes > 0 || isPartlyStored
  onItsWay.bytes = 0
  const tell = (phase: 'downloading' | 'writing') => {
    const { bytes, restarted } = onItsWay
    progress.resource(item.key, {
      phase,
      bytes,
      bytesExpected,
      rows: seen.rows,
      ...(restarted && { restarted }),
    })
  }
  tell('downloading')
  onItsWay.enough = bytesOf({ ref: item.ref, contentLength: bytesExpected }) / 2
  const parts = readSnapshot({ ...download, refused }, (bytes) => {
    tally.bytes += bytes
    onItsWay.bytes += bytes
    if (onItsWay.bytes - seen.reported < reportEvery.bytes) return
    seen.reported = onItsWay.bytes
    tell('downloading')
  })
  let reportedRows = 0
  const partial: PartialOptions = {
    resource: item.key,
    batchCursor: set.batchCursor.id,
    progress: () => ({ bytes: onItsWay.bytes, of: bytesExpected }),
  }
  const input = {
    parts,
    refused,
    isRefused: (error: unknown) => error === refusal,
    // If the resource was here before, readers have its earlier rows, or none.
    partial: isNew ? partial : undefined,
    last: (received: ReceivedSnapshot) =>
      set.batchCursor.mode === 'bootstrap'
        ? commitAlone(context, set, item.key, (before, stamp) =>
            installed(before, item.ref, received, item, stamp),
          )
        : keepPrepared(context, set, item, received),
  }
  return receiveSnapshot(writer, item.ref, item.floor, input, (rows) => {
    seen.rows = rows
    if (rows - reportedRows < reportEvery.rows) return
    reportedRows = rows
    tell('writing')
  })
}

/** Returns the commit of a single resource: a bootstrap shows each resource as soon as it is complete. */
function commitAlone(
  { db, clock, filter }: RunContext,
  { batchCursor }: Batch,
  key: ResourceKey,
  changeOf: (before: ResourceRecord | undefined, stamp: CommitStamp) => ResourceChange,
): LastWrite {
  const work = async () => {
    const [subscription, counters, before] = await Promise.all([
      db.subscriptions.get(filter),
      readCounters(db),
      db.resources.get(key),
    ])
    if (!subscription) throw subscriptionChanged(filter)
    const stamp = stampOf({ clock }, batchCursor, counters)
    await Promise.all([
      putChanges(db, [changeOf(before, stamp)]),
      db.subscriptions.put(withUpTo(subscription, stamp)),
      db.meta.put({ ...counters, commits: stamp.commit }),
    ])
  }
  return { tables: [...installTables, 'subscriptions'], work, isCommit: true }
}

/** Keeps a received snapshot for the commit of its batch: all changes of an incremental batch become visible at the same time. */
function keepPrepared(
  { db }: RunContext,
  { batchCursor }: Batch,
  { key, floor }: PlannedFetch,
  received: ReceivedSnapshot,
): LastWrite {
  const { rows: _, ...kept } = received
  const record: PreparedRecord = { batchCursor: batchCursor.id, key, floor, ...kept }
  return { tables: ['prepared'], work: async () => db.prepared.put(record), isCommit: false }
}

/**
 * Returns whether the snapshot was refused only because the installed one claims to be newer than all content of the service.
 * A lagging replica looks the same for a while. If it lasts, the installed snapshot came with a sequence from the future.
 */
async function isFromTheFuture(
  { db }: RunContext,
  { batchCursor }: Batch,
  item: PlannedFetch,
  error: WaraqError,
): Promise<boolean> {
  if (error.code !== 'stale_snapshot') return false
  const local = await db.resources.get(item.key)
  const here = Math.max(local?.asOf ?? 0, local?.snapshotSequence ?? 0)
  return here === item.floor && Number(error.details['sequence']) >= (batchCursor.upTo ?? 0)
}

/**
 * Returns an error that the run counts like a feed that went back. After enough of them (`resync.ts`), it fetches everything
 * again.
 */
function cameFromTheFuture(item: PlannedFetch, { batchCursor }: Batch): WaraqError {
  return new WaraqError({
    code: 'feed_went_back',
    message: `What is installed of ${item.key} claims to be newer than what the service has. It stays until the service has caught up, or until it is clear that it never will.`,
    retryable: true,
    details: { resource: item.key, floor: item.floor, serverTime: batchCursor.serverTime },
  })
}

async function fetchOne(
  context: RunContext,
  set: Batch,
  item: PlannedFetch,
  fetched: Fetched,
): Promise<void> {
  const { client, progress, tally } = context
  const bootstrap = set.batchCursor.mode === 'bootstrap'
  const onItsWay: OnItsWay = { bytes: 0, enough: Infinity, restarted: false }
  const lettingGo = new AbortController()
  const { preempting } = context.budget
  const letGo = () => onItsWay.bytes < onItsWay.enough && lettingGo.abort(preempting.reason)
  preempting.addEventListener('abort', letGo)
  try {
    const received = await client.snapshot(
      item.snapshotUrl ?? item.ref,
      (download) => receive(context, set, item, download, onItsWay),
      { signal: AbortSignal.any([context.signal, lettingGo.signal]) },
    )
    tally.snapshots++
    tally.rowsWritten += received.rows
    tally.rowsRejected += received.rejected?.count ?? 0
    // A bootstrap's snapshot can be read now. The snapshot of an incremental batch waits for its commit.
    const phase = bootstrap ? 'done' : 'committing'
    progress.resource(item.key, { phase, bytes: 0, bytesExpected: null, rows: received.rows })
  } catch (error) {
    if (context.signal.aborted || !isWaraqError(error) || meaningOf(error.code).cutOff) throw error
    if (meansUnavailable(error)) {
      const reason = error.code
      fetched.unavailable.set(item.key, reason)
      tally.unavailable.push({ ref: item.ref, reason })
      if (bootstrap) {
        const { tables, work } = commitAlone(context, set, item.key, (before, stamp) =>
          removed(before, item.ref, { base: item.base, reason, wanted: true }, stamp),
        )
        await context.writer.write(tables, work)
      }
      progress.resource(item.key, { phase: 'unavailable', bytes: 0, bytesExpected: null, rows: 0 })
      return
    }
    // If the subscription was dropped in the meantime, no other snapshot would be shown either.
    if (meaningOf(error.code).wholeRun || error.code === 'subscription_changed') throw error
    if (item.optional) return
    const problem = (await isFromTheFuture(context, set, item, error)) ? cameFromTheFuture(item, set) : error
    tally.needed.push({ ref: item.ref, reason: item.reason, error: problem })
    // A foreign address takes precedence over other errors: the batch itself contains it, so every later try of this batch
    // meets it too.
    if (!fetched.needed || problem.code === 'foreign_address') fetched.needed = problem
    progress.resource(item.key, { phase: 'needed', bytes: 0, bytesExpected: null, rows: 0 })
  } finally {
    preempting.removeEventListener('abort', letGo)
  }
}

/**
 * Returns resources whose snapshots an earlier, interrupted run of the same batch prepared, if these are complete and still
 * new enough. Only batches that were staged before have any. A bootstrap prepares none, because it shows each snapshot as it
 * arrives.
 */
async function preparedKeys(
  context: RunContext,
  set: Batch,
  fetches: readonly PlannedFetch[],
): Promise<Set<ResourceKey>> {
  const { db } = context
  const prepared = new Map((await preparedOf(db, set.batchCursor.id)).map((record) => [record.key, record]))
  const ready = new Set<ResourceKey>()
  for (const item of fetches) {
    const record = prepared.get(item.key)
    if (record && isStillNew(record, item) && (await isSound((work) => work(db), record))) ready.add(item.key)
  }
  return ready
}

/**
 * Stores when deferred refreshes are due before any of them is fetched, so that the next run keeps the times of a run that
 * was cut off.
 */
async function noteDueTimes({ db, writer }: RunContext, fetches: readonly PlannedFetch[]): Promise<void> {
  const { resources } = await writer.known()
  const noted = new Map(resources.map(({ key, refreshDueAt }) => [key, refreshDueAt]))
  const changed = fetches.filter(({ key, dueAt }) => dueAt !== undefined && dueAt !== noted.get(key))
  if (changed.length === 0) return
  await writer.write(['resources'], async () => {
    const stored = await db.resources.bulkGet(changed.map(({ key }) => key))
    await db.resources.bulkPut(
      stored.flatMap((resource, index) =>
        resource ? [{ ...resource, refreshDueAt: changed[index]!.dueAt }] : [],
      ),
    )
  })
}

function postponed({ key, dueAt }: PlannedFetch): WaraqError {
  return new WaraqError({
    code: 'postponed',
    message: `A deferred refresh of ${key} comes later, because no reader waits for it. To have it now, call sync().`,
    retryable: true,
    retryAt: dueAt!,
    details: { resource: key },
  })
}

/**
 * Reports before a bootstrap whether it seems to fit. It refuses none: estimates are rough, and the browser decides. No snapshot
 * waits for the estimate.
 */
async function tellRoom(
  { writer, estimate, onRoom }: RunContext,
  queue: readonly PlannedFetch[],
): Promise<void> {
  const { resources } = await writer.known()
  const sizes = new Map(resources.map(({ key, manifests }) => [key, storedSize(manifests)]))
  const needed = bytesNeeded(queue.map(({ ref, key }) => ({ ref, installedSize: sizes.get(key) })))
  void estimate().then((estimated) => onRoom(roomFor(needed, estimated)))
}

/** Takes the item that a person waits for most, or else the first. */
function takeNext(queue: PlannedFetch[], awaited: readonly ResourceKey[]): PlannedFetch | undefined {
  const key = awaited.find((each) => queue.some((item) => item.key === each))
  const at = queue.findIndex((item) => item.key === key)
  return queue.splice(Math.max(at, 0), 1)[0]
}

/**
 * Fetches the snapshots that the plan's resources need, a few at a time. A snapshot that fails or is not due stays needed and
 * does not stop the others. An error that every request would meet ends the step.
 */
export async function fetchNeeded(context: RunContext, set: Batch, planned: Plan): Promise<Fetched> {
  const fetched: Fetched = { unavailable: new Map(), needed: null }
  const fetches = planned.items.filter((item): item is PlannedFetch => item.action === 'fetch')
  const now = context.clock.now()
  const waits = ({ dueAt = now }: PlannedFetch) => dueAt > now
  await noteDueTimes(context, fetches)
  // Prepared snapshots are stored under the batch's number, which a batch gets when it is staged. If all fetches are
  // deferred, the batch is not staged.
  const isNew = fetches.every(waits) ? set.batchCursor.id === 0 : await storeBuffered(context, set)
  const bootstrap = set.batchCursor.mode === 'bootstrap'
  const ready = isNew || bootstrap ? new Set<ResourceKey>() : await preparedKeys(context, set, fetches)
  const missing = fetches.filter((item) => !ready.has(item.key))
  const later = missing.filter(waits)
  const queue = missing.filter((item) => !waits(item))
  if (bootstrap) await tellRoom(context, queue)
  context.progress.expectSnapshots(fetches.length - later.length, ready)
  for (const item of queue)
    context.progress.resource(item.key, { phase: 'waiting', bytes: 0, bytesExpected: null, rows: 0 })

  let stopped: unknown
  const work = async () => {
    const next = () => takeNext(queue, context.first())
    for (let item = next(); item !== undefined && stopped === undefined; item = next()) {
      try {
        context.signal.throwIfAborted()
        context.budget.check('other')
        await fetchOne(context, set, item, fetched)
      } catch (error) {
        stopped ??= error
      }
    }
  }
  await Promise.all(Array.from({ length: context.snapshotConcurrency }, work))
  if (stopped !== undefined) throw stopped
  for (const item of later) {
    const error = postponed(item)
    context.tally.needed.push({ ref: item.ref, reason: item.reason, error })
    // If a snapshot failed, the run reports that error instead.
    fetched.needed ??= error
  }
  return fetched
}
