import { opensAgain } from '../../platform/storage/open-again.ts'
import type { Heartbeat } from '../../platform/leader/epoch.ts'
import { Dexie, type Table } from 'dexie'
import { refuseUnreadable, type RepairableDatabase } from './repair.ts'
import type { ReadingForms } from '../model/reading-forms.ts'
import type { Row, TransportName, PendingChange } from '../model/records.ts'

export interface IndexedDBOptions {
  /** For contexts without a global IndexedDB, and for tests. */
  readonly indexedDB?: IDBFactory | undefined
  readonly IDBKeyRange?: typeof globalThis.IDBKeyRange | undefined
}

/** The leader of delivery, and its heartbeat. */
export interface LeaderRecord extends Heartbeat {
  readonly key: 'leader'
}

/** Times and counts that only rise. */
export interface ClockRecord {
  readonly key: 'clock'
  /** The time of the latest mutation. */
  readonly lastAt: number
  /** The service's clock minus the device's, in milliseconds, as the latest answer reported. */
  readonly offset: number
  /** The tick of the latest answer that changed a row. */
  readonly tick: number
}

/** Failed tries, and when the next one may start. */
export interface BackoffRecord {
  readonly key: 'backoff'
  /** Number of consecutive failed tries. */
  readonly failures: number
  /** Milliseconds since the epoch, by the clock of the device. */
  readonly nextAt: number
  /** When the latest of them failed, by the same clock. Missing if an earlier version wrote the record. */
  readonly failedAt?: number | undefined
  /** Whether the service named the time. */
  readonly named: boolean
  readonly code: string
}

/** When a list was read completely. */
export interface ListedRecord {
  readonly key: `listed|${string}`
  /** Milliseconds since the epoch, by the clock of the device. */
  readonly at: number
}

/** How far the feed of this account has been read. */
export interface FeedRecord {
  readonly key: 'feed'
  /** `lastMutationAt` of the latest pull whose pages agreed, in the service's milliseconds. Pushes are based on it. */
  readonly cursor: number
  /** When everything was read from the beginning, by the clock of the device. */
  readonly wholeAt: number
  /** Names of rows that could not be read. The next read from the beginning requests them again. */
  readonly unreadable?: readonly string[] | undefined
  readonly reading?: ReadingForms | undefined
}

/** The transport that was known last. */
export interface TransportRecord {
  readonly key: 'transport'
  readonly transport: TransportName
}

/** Reading time that may or may not have been counted, and was dropped. */
export interface UncountedRecord {
  readonly key: 'uncounted'
  readonly seconds: number
}

/** The account was removed, or the device's own data has moved into an account. Nothing more is written here. */
export interface MovedRecord {
  readonly key: 'moved'
}

/** The intents that were written last (`Intents`), so that none is written twice. */
export interface WrittenRecord {
  readonly key: 'written'
  readonly ids: readonly string[]
}

/** The data that a repair could not keep. */
export interface LostRecord {
  readonly key: 'lost'
  /**
   * Records that could not be read, and are gone. Null: unknown, because the database did not open, or not even keys could be
   * read.
   */
  readonly records: number | null
  /** When it was found, by the clock of the device. */
  readonly at: number
}

export type MetaRecord =
  | LeaderRecord
  | ClockRecord
  | BackoffRecord
  | ListedRecord
  | FeedRecord
  | TransportRecord
  | UncountedRecord
  | LostRecord
  | MovedRecord
  | WrittenRecord

/** Ids of written intents that are kept: more than can be left by pages. */
const mostWritten = 32

export const noClock: ClockRecord = { key: 'clock', lastAt: 0, offset: 0, tick: 0 }
export const noElection: LeaderRecord = { key: 'leader', epoch: 0, leaseUntil: 0 }

/** The data of one account: the service's state, and the person's pending changes. */
export class UserDatabase extends Dexie implements RepairableDatabase {
  declare readonly rows: Table<Row, string>
  declare readonly pending: Table<PendingChange, string>
  declare readonly meta: Table<MetaRecord, string>

  constructor(name: string, { indexedDB, IDBKeyRange }: IndexedDBOptions = {}) {
    super(name, {
      ...(indexedDB && { indexedDB }),
      ...(IDBKeyRange && { IDBKeyRange }),
      // User data must survive a power cut: by default browsers report a write as complete before it is on the disk.
      chromeTransactionDurability: 'strict',
    })
    opensAgain(this)
    // Another tab deletes the database, because the account was removed. Dexie would open it again with the next write.
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

  /** Deletes the read state of the feed and the lists, because rows that they reported may be lost. Records the loss. */
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

  /** Stores, in the transaction of its mutation, that an intent was written. Resolves with false if it was written before. */
  async noteWritten(id: string): Promise<boolean> {
    const { ids = [] } = ((await this.meta.get('written')) as WrittenRecord | undefined) ?? {}
    if (ids.includes(id)) return false
    await this.meta.put({ key: 'written', ids: [...ids, id].slice(-mostWritten) })
    return true
  }

  async feed(): Promise<FeedRecord | undefined> {
    return (await this.meta.get('feed')) as FeedRecord | undefined
  }

  /** The transport that was known last; the operations if none was ever known. */
  async transport(): Promise<TransportName> {
    return ((await this.meta.get('transport')) as TransportRecord | undefined)?.transport ?? 'operations'
  }

  /**
   * Stores the current transport. After a change to the operations the feed is later read from its beginning, to include what
   * they change.
   */
  async noteTransport(transport: TransportName): Promise<void> {
    if ((await this.transport()) === transport && (await this.meta.get('transport'))) return
    await this.transaction('rw', this.meta, async () => {
      await this.meta.put({ key: 'transport', transport })
      if (transport === 'operations') await this.meta.delete('feed')
    })
  }

  async backoff(): Promise<BackoffRecord | undefined> {
    return (await this.meta.get('backoff')) as BackoffRecord | undefined
  }
}
