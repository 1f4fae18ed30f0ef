// Dexie's live queries ask for a global IndexedDB when Dexie is loaded, whichever one is injected later.
import 'fake-indexeddb/auto'
import { systemClock } from '@waraq/client'
import { createSyncEngine, openContentStore, type RunReport, type SyncEngine } from '@waraq/engine'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { wentBackForGood } from '../../packages/engine/src/run/resync.ts'
import { HostileService, type Liar, type Served } from './hostile-service.ts'
import { modelFilter } from './model-service.ts'
import { difference, viewsOf, viewsOfService, type Views } from './readers-view.ts'
import { checkRound, mayBeBelieved } from './round-oracle.ts'

const mostSyncsToHeal = 4

/** What a round came to. */
export interface Round {
  readonly report: RunReport
  /** Whether the lie kept all rules, so that nothing showed it. */
  readonly believed: boolean
  /** Whether the feed seemed to have gone back afterwards, which is waited for before it is believed. */
  readonly wentBack: boolean
}

/** One lie of the service: what is answered by it, and how far the run may go in one go. */
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
  readonly #store = openContentStore(this.#storage)
  #engine = this.#start()
  /** What readers saw at the end of the last healing. */
  #seen: Views = new Map()
  /** How far the device's clock was set forward. */
  #ahead = 0

  async open(): Promise<void> {
    await this.#engine.subscribe(modelFilter)
    await this.heal(false)
  }

  async close(): Promise<void> {
    await this.#engine.close()
    this.#store.close()
  }

  /** As if the tab were closed and opened again. */
  async reopen(): Promise<void> {
    await this.#engine.close()
    this.#engine = this.#start()
  }

  /** A sync with one lie in it, held against what was served, and honest ones until readers see what the service has. */
  async round({ kind, skip = 0, pages, liar }: Attack): Promise<Round> {
    const before = this.#seen
    this.service.arm(kind, skip, liar)
    const report = await this.#sync(pages)
    const after = await viewsOf(this.#store)
    const { served } = this.service
    const told = served.find(({ lie }) => lie !== undefined)
    try {
      checkRound(before, after, served, report)
      if (!told) throw new Error('no hostile body went out')
      const believed = mayBeBelieved(told)
      return { report, believed, wentBack: await this.heal(believed) }
    } catch (error) {
      const { how, bytes } = told?.lie ?? { how: [], bytes: new Uint8Array() }
      const text = new TextDecoder().decode(bytes).slice(0, 3000)
      throw new Error(`${report.outcome} after: ${how.join(', ')}\n${text}`, { cause: error })
    }
  }

  /**
   * Honest syncs until one is current; what it shows has to be what the service has. Only a service that lied within the
   * rules may have to tell its readers to fetch everything anew.
   */
  async heal(lied: boolean): Promise<boolean> {
    this.service.disarm()
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
    mustBeCurrent(report, 'honest syncs do not heal it')
    const wrong = await this.#wrong()
    if (wrong === undefined) return wentBack
    if (!lied) throw new Error(`${wrong} is not what the service has, and nobody lied`)
    this.service.model.invalidateAll()
    mustBeCurrent(await this.#sync(), 'an invalidation does not heal it')
    const still = await this.#wrong()
    if (still !== undefined) throw new Error(`${still} is not what the service has after an invalidation`)
    return wentBack
  }

  async #wrong(): Promise<string | undefined> {
    this.#seen = await viewsOf(this.#store)
    return difference(this.#seen, viewsOfService(this.service.model))
  }

  async #sync(pages?: number): Promise<RunReport> {
    const { runs } = await this.#engine.sync(pages === undefined ? {} : { budget: { pages } })
    return runs[0]!
  }

  #start(): SyncEngine {
    return createSyncEngine({
      contentRoot: 'http://127.0.0.1/content',
      tokens: { get: () => Promise.resolve({ token: 'token', clientId: 'client', expiresAt: 0 }) },
      fetch: this.service.fetch,
      retry: { attempts: 1 },
      locks: null,
      clock: { ...systemClock, now: () => Date.now() + this.#ahead },
      ...this.#storage,
    })
  }
}

function mustBeCurrent(report: RunReport, otherwise: string): void {
  if (report.outcome !== 'current') throw new Error(otherwise, { cause: report.error })
}
