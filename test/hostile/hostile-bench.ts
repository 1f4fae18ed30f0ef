import { systemClock } from 'waraq/client'
import { createSyncEngine, type RunReport, type SyncEngine } from 'waraq'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { RawDatabase } from '@waraq/test-support/raw-database'
import { unreachable } from '@waraq/test-support/tables'
import { wentBackForGood } from '../../packages/waraq/src/sync/run/resync.ts'
import { HostileService, type Liar, type Lie, type Served } from './hostile-service.ts'
import { difference, Reader, viewsOfService, type Views } from './readers-view.ts'
import { checkRound, mayBeBelieved } from './round-oracle.ts'
import { changesPerPage, smallFilter } from './small-service.ts'

const mostSyncsToHeal = 4

/** The outcome of a round. */
export interface Round {
  readonly report: RunReport
  /** Whether the lie went out; without one, nothing was tried. */
  readonly reported: boolean
  /** Whether the lie kept all rules, so that nothing showed it. */
  readonly believed: boolean
}

/** One lie of the service: which answer it changes, and how far the run may go at once. */
export interface Attack {
  readonly kind: Served['kind']
  /** So many answers of the kind are honest first. */
  readonly skip?: number
  readonly pages?: number | undefined
  readonly liar: Liar
}

/** A real engine on an in-memory database, readers, and a service that lies when told to. */
export class HostileBench {
  readonly service = new HostileService()
  readonly #storage = { indexedDB: new IDBFactory(), IDBKeyRange }
  readonly #reader = new Reader(this.#storage.indexedDB)
  #engine = this.#start()
  /** What readers saw at the end of the last round or healing. */
  #seen: Views = new Map()
  /** What the subscription was current at after the last sync. */
  #sequence: number | null = null
  /** The bodies that were sent since the last healing. */
  #earlier: Served[] = []
  /** How far the device's clock was set forward. */
  #ahead = 0

  async open(): Promise<void> {
    await this.#engine.subscribe(smallFilter)
    await this.heal(false)
  }

  async close(): Promise<void> {
    await this.#engine.close()
    this.#reader.close()
  }

  /** Stored records that neither a reader nor a batch under way can reach, once the engine has tidied up. */
  async leftovers(): Promise<string[]> {
    const raw = new RawDatabase(this.#storage.indexedDB)
    await raw.idle()
    return unreachable(raw)
  }

  /** Closes all tabs and opens them again. */
  async reopen(): Promise<void> {
    await this.#engine.close()
    this.#reader.forget()
    this.#engine = this.#start()
  }

  /** A sync with one lie in it, held against what was served. */
  async round({ kind, skip = 0, pages, liar }: Attack): Promise<Round> {
    const before = this.#seen
    const sequence = this.#sequence
    this.service.arm(kind, skip, liar)
    const report = await this.#sync(pages)
    this.#seen = await this.#reader.read()
    const { served } = this.service
    const reported = served.find(({ lie }) => lie !== undefined)
    const lies = [...this.#earlier, ...served].flatMap(({ lie }) => lie ?? [])
    try {
      checkRound(before, this.#seen, { now: served, earlier: this.#earlier }, report, sequence)
    } catch (error) {
      throw new Error(`${report.outcome} after: ${describeLies(lies)}`, { cause: error })
    }
    this.#earlier.push(...served)
    return {
      report,
      reported: reported !== undefined,
      believed: reported !== undefined && mayBeBelieved(reported),
    }
  }

  /**
   * Honest syncs until one is current; what it shows has to be what the service has. Only a service that lied within the
   * rules may have to tell its readers to fetch everything anew. True where the feed seemed to have gone back, which is
   * waited for before it is believed.
   */
  async heal(lied: boolean): Promise<boolean> {
    const lies = this.#earlier.flatMap(({ lie }) => lie ?? [])
    this.#earlier = []
    try {
      return await this.#heal(lied)
    } catch (error) {
      throw new Error(`not healed after: ${describeLies(lies)}`, { cause: error })
    }
  }

  async #heal(lied: boolean): Promise<boolean> {
    this.service.disarm()
    const wentBack = await this.#syncUntilCurrent('honest syncs do not heal it')
    const wrong = await this.#wrong()
    if (wrong === undefined) return wentBack
    if (!lied) throw new Error(`${wrong} is not what the service has, and no answer lied`)
    this.service.model.invalidateAll()
    // A believed lie about a sequence shows only now: what is here claims to be newer than the snapshot.
    const wentBackAgain = await this.#syncUntilCurrent('an invalidation does not heal it')
    const still = await this.#wrong()
    if (still !== undefined) throw new Error(`${still} is not what the service has after an invalidation`)
    return wentBack || wentBackAgain
  }

  /** True where the feed, or a snapshot, seemed to have gone back. */
  async #syncUntilCurrent(otherwise: string): Promise<boolean> {
    let report = await this.#sync()
    for (let tries = 1; report.outcome !== 'current' && tries < mostSyncsToHeal; tries++)
      report = await this.#sync()
    const wentBack = report.error?.code === 'feed_went_back'
    if (wentBack) {
      // One more run says so after the time is over; the one after it believes it.
      this.#ahead += wentBackForGood.ms
      await this.#sync()
      report = await this.#sync()
    }
    if (report.outcome !== 'current') throw new Error(otherwise, { cause: report.error })
    return wentBack
  }

  async #wrong(): Promise<string | undefined> {
    this.#seen = await this.#reader.read()
    return difference(this.#seen, viewsOfService(this.service.model))
  }

  async #sync(pages?: number): Promise<RunReport> {
    const { runs } = await this.#engine.sync(pages === undefined ? {} : { budget: { pages } })
    this.#sequence = runs[0]!.sequence
    return runs[0]!
  }

  #start(): SyncEngine {
    return createSyncEngine({
      contentRoot: 'http://127.0.0.1/content',
      tokens: { get: () => Promise.resolve({ token: 'token', clientId: 'client', expiresAt: 0 }) },
      fetch: this.service.fetch,
      perPage: changesPerPage,
      retry: { attempts: 1 },
      clock: { ...systemClock, now: () => Date.now() + this.#ahead },
      ...this.#storage,
    })
  }
}

function describeLies(lies: readonly Lie[]): string {
  return lies
    .map(({ how, bytes }) => `${how.join(', ')}\n${new TextDecoder().decode(bytes).slice(0, 3000)}`)
    .join('\n\n')
}
