import { opensAgain } from '../../platform/storage/open-again.ts'
import type { Heartbeat } from '../../platform/leader/epoch.ts'
import { Dexie, type Table } from 'dexie'
import { refuseUnreadable, type RepairableDatabase } from './repair.ts'
import type { ReadingForms } from '../model/reading-forms.ts'
import type { Row, TransportName, PendingChange } from '../model/records.ts'

export interface DatabaseParts {
  /** For contexts without a global IndexedDB, and for tests. */
  readonly indexedDB?: IDBFactory | undefined
  readonly IDBKeyRange?: typeof globalThis.IDBKeyRange | undefined
}

/** Who delivers, and whether it still lives. */
export interface LeaderRecord extends Heartbeat {
  readonly key: 'leader'
}

/** Times and counts that only rise. */
export interface ClockRecord {
  readonly key: 'clock'
  /** Of the latest act. */
  readonly lastAt: number
  /** The service's clock less the device's, in milliseconds, as the latest answer told. */
  readonly offset: number
  /** Of the latest answer that changed a row. */
  readonly tick: number
}

/** Tries that failed, and when the next one may be. */
export interface PaceRecord {
  readonly key: 'pace'
  /** Tries in a row that failed. */
  readonly failures: number
  /** Milliseconds since the epoch, by the clock of the device. */
  readonly nextAt: number
  /** When the latest of them failed, by the same clock. Missing where an earlier version noted it. */
  readonly failedAt?: number | undefined
  /** Whether the service named the time. */
  readonly named: boolean
  readonly code: string
}

/** When a list was read whole. */
export interface ListedRecord {
  readonly key: `listed|${string}`
  /** Milliseconds since the epoch, by the clock of the device. */
  readonly at: number
}

/** How far the feed of this account has been read. */
export interface FeedRecord {
  readonly key: 'feed'
  /** `lastMutationAt` of the latest pull whose pages agreed, in the service's milliseconds. Pushes go on top of it. */
  readonly cursor: number
  /** When everything was read from the beginning, by the clock of the device. */
  readonly wholeAt: number
  /** Names of rows that could not be read. The next reading from the beginning asks for them again. */
  readonly unreadable?: readonly string[] | undefined
  readonly reading?: ReadingForms | undefined
}

/** How the service is reached, as it was known last. */
export interface TransportRecord {
  readonly key: 'transport'
  readonly transport: TransportName
}

/** Time read that may have been counted or not, and was given up. */
export interface UncountedRecord {
  readonly key: 'uncounted'
  readonly seconds: number
}

/** The account has left, or what was here has gone along to an account: nothing more is written here. */
export interface MovedRecord {
  readonly key: 'moved'
}

/** What a repair could not keep. */
export interface LostRecord {
  readonly key: 'lost'
  /** Records that could not be read, and are gone. Null: not known, because the database did not open, or not even keys could be read. */
  readonly records: number | null
  /** When it was found, by the clock of the device. */
  readonly at: number
}

export type MetaRecord =
  | LeaderRecord
  | ClockRecord
  | PaceRecord
  | ListedRecord
  | FeedRecord
  | TransportRecord
  | UncountedRecord
  | LostRecord
  | MovedRecord

export const noClock: ClockRecord = { key: 'clock', lastAt: 0, offset: 0, tick: 0 }
export const noElection: LeaderRecord = { key: 'leader', epoch: 0, leaseUntil: 0 }

/** What one account keeps: what the service has, and what the person wants. */
export class UserDatabase extends Dexie implements RepairableDatabase {
  declare readonly rows: Table<Row, string>
  declare readonly pending: Table<PendingChange, string>
  declare readonly meta: Table<MetaRecord, string>

  constructor(name: string, { indexedDB, IDBKeyRange }: DatabaseParts = {}) {
    super(name, {
      ...(indexedDB && { indexedDB }),
      ...(IDBKeyRange && { IDBKeyRange }),
      // What a person did must outlive a power cut: browsers otherwise report it as written before it is on the disk.
      chromeTransactionDurability: 'strict',
    })
    opensAgain(this)
    // Another tab deletes it: the account has left. Dexie would open it anew with the next write.
    this.on('versionchange', () => {
      this.close()
      return false
    })
    this.version(1).stores({
      rows: 'key, kind, owner, id, *chapters',
      pending: 'key, kind, owner, at, *chapters',
      meta: 'key',
    })
    refuseUnreadable(this)
  }

  async clock(): Promise<ClockRecord> {
    return ((await this.meta.get('clock')) as ClockRecord | undefined) ?? noClock
  }

  async election(): Promise<LeaderRecord> {
    return ((await this.meta.get('leader')) as LeaderRecord | undefined) ?? noElection
  }

  async uncounted(): Promise<number> {
    return ((await this.meta.get('uncounted')) as UncountedRecord | undefined)?.seconds ?? 0
  }

  /** What the feed and the lists have told is forgotten with what they told. */
  async noteRepair(lost: number | null, at: number): Promise<void> {
    await this.meta.where('key').startsWith('listed|').delete()
    await this.meta.delete('feed')
    await this.meta.put({ key: 'lost', records: lost, at })
  }

  async lost(): Promise<LostRecord | undefined> {
    return (await this.meta.get('lost')) as LostRecord | undefined
  }

  async hasMoved(): Promise<boolean> {
    return (await this.meta.get('moved')) !== undefined
  }

  async noteMoved(moved: boolean): Promise<void> {
    await (moved ? this.meta.put({ key: 'moved' }) : this.meta.delete('moved'))
  }

  async feed(): Promise<FeedRecord | undefined> {
    return (await this.meta.get('feed')) as FeedRecord | undefined
  }

  /** The operations before it was ever known. */
  async transport(): Promise<TransportName> {
    return ((await this.meta.get('transport')) as TransportRecord | undefined)?.transport ?? 'operations'
  }

  /** Notes how the service is reached from now on. What operations change is read from the feed's beginning later. */
  async noteTransport(transport: TransportName): Promise<void> {
    if ((await this.transport()) === transport && (await this.meta.get('transport'))) return
    await this.transaction('rw', this.meta, async () => {
      await this.meta.put({ key: 'transport', transport })
      if (transport === 'operations') await this.meta.delete('feed')
    })
  }

  async pace(): Promise<PaceRecord | undefined> {
    return (await this.meta.get('pace')) as PaceRecord | undefined
  }
}
