import { megabytes, roomFor, type Room } from '../../platform/storage/room.ts'
import { largestTypicalBytes } from './snapshot-bytes.ts'

/** The storage of the site, for the engine's status. */
export interface StorageStatus {
  /** `memory`: synced content is lost with the page. */
  readonly kind: 'indexeddb' | 'memory'
  /** Whether the browser promised not to clear this site when it needs space. Null if it does not report that. */
  readonly persisted: boolean | null
  /** Bytes of the entire site, by the browser's rough estimate. Null if it has none, and in memory. */
  readonly usage: number | null
  readonly quota: number | null
  readonly available: number | null
  /**
   * `full`: the browser refused to store more, or the wanted snapshots will clearly not fit. `evicted`: the browser cleared
   * the library, and it is not back yet. `tight`: the next snapshot may not fit. `unknown`: the browser gives no estimate.
   */
  readonly state: 'ok' | 'tight' | 'full' | 'evicted' | 'memory' | 'unknown'
  /** Bytes of the snapshots that are still to be fetched, if known. */
  readonly needed?: number
  /** Explanation in plain English. Ends with what to do. */
  readonly why: string
}

export interface StorageFacts {
  readonly kind: StorageStatus['kind']
  readonly estimate: StorageEstimate | undefined
  readonly persisted: boolean | null
  /** Bytes of the snapshots that are still to be fetched, see `bytesNeeded`; 0 if all are here. Null: not known. */
  readonly needed?: number | null | undefined
  /** Whether the browser refused the last attempt to store something, for lack of space. */
  readonly refused: boolean
  /**
   * Whether the browser cleared the library; see `judge` in `eviction-mark.ts`. A page detects that and reports it to the engine.
   */
  readonly evicted: boolean
}

const inMemory =
  'The browser lets this site store nothing, as in a private window, or its storage is broken; what is synced is gone when the page is closed. Leave the private window, allow this site to store data, or clear its data.'

const cleared = 'The browser cleared what was stored for this site. Sync to get it back.'

function whyFull({ verdict, needed, available }: Room, refused: boolean): string {
  const free = available === null ? '' : ` and ${megabytes(available)} are free`
  if (!refused) return `What is wanted needs ${megabytes(needed)}${free}. Free space or drop a subscription.`
  // Damage to the browser's own files often looks like a full disk.
  return verdict === 'fits'
    ? `The browser refused to store more although it reports ${megabytes(available!)} free. Restart the browser; if it happens again, clear this site's data.`
    : 'The browser refused to store more; what was stored before is still here. Free space or drop a subscription.'
}

function whyOk(persisted: boolean | null): string {
  if (persisted === true) return 'There is room, and the browser keeps what is stored. Nothing to do.'
  if (persisted === null)
    return 'There is room; the browser does not say whether it keeps what is stored. Nothing to do.'
  return 'There is room, but the browser may clear what is stored when it needs space. Install the site or allow it persistent storage.'
}

function whyUnknown(persisted: boolean | null): string {
  return persisted === true
    ? 'The browser does not say how much room there is; it keeps what is stored. Nothing to do.'
    : 'The browser does not say how much room there is, and may clear what is stored. Install the site to keep it.'
}

function whyTight({ available }: Room, needed: number | null): string {
  const free = megabytes(available!)
  return needed === null
    ? `There is little room left: ${free}. Free space before syncing more.`
    : `What is wanted needs ${megabytes(needed)} and ${free} are free, so it may not fit. Free space to be sure.`
}

/**
 * Returns the status of storage. The most severe state wins: memory, then a full disk, then a cleared library, then little room.
 * If no snapshot is wanted, room for one large snapshot is checked, because an incremental sync may bring one.
 */
export function storageStatus(facts: StorageFacts): StorageStatus {
  const { kind, persisted, refused, evicted } = facts
  const { needed: given } = facts
  const wanted = typeof given === 'number' ? { needed: given } : {}
  const needed = given || null
  if (kind === 'memory') {
    // The browser's figures are about its disk, which this library does not use.
    const none = { usage: null, quota: null, available: null }
    return { kind, persisted: false, ...none, state: 'memory', ...wanted, why: inMemory }
  }
  const room = roomFor(needed ?? largestTypicalBytes, facts.estimate)
  const { usage, quota, available, verdict } = room
  const figures = { kind, persisted, usage, quota, available, ...wanted }
  if (refused || (needed !== null && verdict === 'short'))
    return { ...figures, state: 'full', why: whyFull(room, refused) }
  if (evicted) return { ...figures, state: 'evicted', why: cleared }
  if (verdict === 'unknown') return { ...figures, state: 'unknown', why: whyUnknown(persisted) }
  if (verdict === 'fits') return { ...figures, state: 'ok', why: whyOk(persisted) }
  return { ...figures, state: 'tight', why: whyTight(room, needed) }
}
