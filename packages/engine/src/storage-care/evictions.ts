import type { EngineStatus } from '../status/status.ts'
import type { SyncEngine } from '../api/sync-engine.ts'
import { judge, readMark, writeMark, type EvictionMark } from './eviction-mark.ts'
import type { SiteStorage } from '../platform/browser-parts.ts'

type Told = Pick<EngineStatus, 'persistent' | 'subscriptions' | 'name' | 'commits'>

interface EvictionsOptions {
  readonly engine: Pick<SyncEngine, 'subscribe'>
  readonly marks: SiteStorage | null
  /** Name of the database; default that of the status. */
  readonly name: string | undefined
  readonly resubscribe: boolean
  /** Said when an eviction is found, and when content is back. */
  readonly onChange: (evicted: boolean) => void
  /** Said once, after trying to subscribe again where that was asked for. */
  readonly onEvicted: (filters: readonly string[]) => void
}

/** Tries at subscribing again to what could not be, one with each status at most. */
const mostTries = 5

/**
 * Keeps the mark, finds out by it that the library was cleared, and subscribes again. The first status of a database decides:
 * what is empty then was emptied by the browser; what becomes empty later was dropped by the application, which is its right.
 */
export class Evictions {
  readonly #options: EvictionsOptions
  #judged = false
  /** As the latest status counted them. */
  #commits = 0
  #evicted = false
  /** Filters of the cleared library that are yet to be subscribed to. */
  #owing: readonly string[] = []
  #subscribing = false
  #tries = 0
  /** The mark as it stands; null where there is none. */
  #mark: EvictionMark | null = null
  /** Subscriptions were seen: should there be none later, they were dropped. */
  #hadSome = false
  /** A mark that is not for us to read is not for us to write. */
  #writes = true

  constructor(options: EvictionsOptions) {
    this.#options = options
  }

  /** To be called with each status, however often they come. */
  note(status: Told): void {
    // What lives in memory is empty at each start; the database that the mark is about may be there next time.
    if (!status.persistent) return
    // Commits never count back: with fewer of them it is another database, made anew while the page was open.
    if (!this.#judged || status.commits < this.#commits) this.#judge(status)
    this.#commits = status.commits
    this.#hadSome ||= status.subscriptions.length > 0
    if (this.#owing.length > 0 && this.#tries < mostTries) void this.#subscribeAgain()
    else this.#keepMark(status)
  }

  #name({ name }: Told): string {
    return this.#options.name ?? name
  }

  #judge(status: Told): void {
    this.#judged = true
    this.#hadSome = false
    this.#tries = 0
    const { marks, resubscribe } = this.#options
    const mark = readMark(marks, this.#name(status))
    this.#writes = mark !== 'unreadable'
    this.#mark = mark === 'unreadable' ? null : mark
    const verdict = judge(mark, status)
    if (verdict.is !== 'evicted') return
    this.#evicted = true
    this.#options.onChange(true)
    if (resubscribe) this.#owing = verdict.filters
    else this.#options.onEvicted(verdict.filters)
  }

  async #subscribeAgain(): Promise<void> {
    if (this.#subscribing) return
    this.#subscribing = true
    const first = this.#tries++ === 0
    const wanted = this.#owing
    const failed: string[] = []
    for (const filter of wanted) {
      try {
        // It was accepted once, whatever its groups are.
        await this.#options.engine.subscribe(filter, { unknownGroups: 'allow' })
      } catch {
        failed.push(filter)
      }
    }
    this.#owing = failed
    this.#subscribing = false
    if (first) this.#options.onEvicted(wanted)
  }

  /** The mark follows what is subscribed to, from the moment at which something first was current. */
  #keepMark(status: Told): void {
    const { subscriptions } = status
    const times = subscriptions.flatMap(({ currentAt }) => (currentAt === null ? [] : [currentAt]))
    if (this.#evicted && times.length > 0) {
      this.#evicted = false
      this.#options.onChange(false)
    }
    // Not subscribed to again, by choice: the mark stays, and so does what is known by it.
    if (subscriptions.length === 0 && !this.#hadSome) return
    const currentAt = times.length > 0 ? Math.max(...times) : (this.#mark?.currentAt ?? null)
    const filters = [...new Set([...subscriptions.map(({ filter }) => filter), ...this.#owing])]
    // While nothing is current again, the mark stays about the library that was cleared.
    const commits = times.length > 0 ? status.commits : (this.#mark?.commits ?? 0)
    this.#put(status, currentAt === null || filters.length === 0 ? null : { currentAt, filters, commits })
  }

  /** Statuses come with each step of a run; storage is touched only where something is new. */
  #put(status: Told, mark: EvictionMark | null): void {
    // Commits alone are no news: the mark may lag behind them, and a bootstrap makes many.
    const gist = (of: EvictionMark | null) => of && JSON.stringify([of.currentAt, of.filters])
    if (!this.#writes || gist(mark) === gist(this.#mark)) return
    this.#mark = mark
    writeMark(this.#options.marks, this.#name(status), mark)
  }
}
