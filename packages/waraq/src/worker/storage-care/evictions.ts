import type { EngineStatus } from '../../sync/status/status.ts'
import type { SyncEngine } from '../../sync/api/sync-engine.ts'
import { judge, readMark, writeMark, type EvictionMark } from './eviction-mark.ts'
import type { SiteStorage } from '../../platform/storage/browser-parts.ts'

type ReportedStatus = Pick<EngineStatus, 'persistent' | 'subscriptions' | 'name' | 'commits'>

interface EvictionsOptions {
  readonly engine: Pick<SyncEngine, 'subscribe'>
  readonly marks: SiteStorage | null
  /** Name of the database. Default: the one in the status. */
  readonly name: string | undefined
  readonly resubscribe: boolean
  /** Called when an eviction is found, and when content is back. */
  readonly onChange: (evicted: boolean) => void
  /** Called once for an eviction; with `resubscribe`, after the first try to subscribe again. */
  readonly onEvicted: (filters: readonly string[]) => void
}

/** Maximum number of tries to subscribe again; each status allows one. */
const mostTries = 5

/**
 * Maintains the mark, uses it to detect that the library was cleared, and subscribes again. The first status of a database
 * decides: a library that is empty then was cleared by the browser; one that becomes empty later was cleared by the
 * application.
 */
export class Evictions {
  readonly #options: EvictionsOptions
  #judged = false
  /** Count of commits in the latest status. */
  #commits = 0
  #evicted = false
  /** Filters of the cleared library that are not yet subscribed to again. */
  #owing: readonly string[] = []
  #subscribing = false
  #tries = 0
  /** The mark as stored; null if there is none. */
  #mark: EvictionMark | null = null
  /** Whether a status had subscriptions. A later status without any then means that the application dropped them. */
  #hadSome = false
  /** False if the mark is unreadable: then it must not be overwritten. */
  #writes = true

  constructor(options: EvictionsOptions) {
    this.#options = options
  }

  /** Processes each status of the engine. */
  note(status: ReportedStatus): void {
    // A library in memory is empty at each start; the database that the mark describes may be available next time.
    if (!status.persistent) return
    // The count of commits never falls: a lower one belongs to another database, created while the page was open.
    if (!this.#judged || status.commits < this.#commits) this.#judge(status)
    this.#commits = status.commits
    this.#hadSome ||= status.subscriptions.length > 0
    if (this.#owing.length > 0 && this.#tries < mostTries) void this.#subscribeAgain()
    else this.#keepMark(status)
  }

  #name({ name }: ReportedStatus): string {
    return this.#options.name ?? name
  }

  #judge(status: ReportedStatus): void {
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
        // The engine has accepted this filter before, so its groups are allowed.
        await this.#options.engine.subscribe(filter, { unknownGroups: 'allow' })
      } catch {
        failed.push(filter)
      }
    }
    this.#owing = failed
    this.#subscribing = false
    if (first) this.#options.onEvicted(wanted)
  }

  /** Keeps the mark up to date with the subscriptions, once one of them was current. */
  #keepMark(status: ReportedStatus): void {
    const { subscriptions } = status
    const times = subscriptions.flatMap(({ currentAt }) => (currentAt === null ? [] : [currentAt]))
    if (this.#evicted && times.length > 0) {
      this.#evicted = false
      this.#options.onChange(false)
    }
    // Without `resubscribe` nothing is subscribed to after an eviction. The mark stays, so that the next visit finds it again.
    if (subscriptions.length === 0 && !this.#hadSome) return
    const currentAt = times.length > 0 ? Math.max(...times) : (this.#mark?.currentAt ?? null)
    const filters = [...new Set([...subscriptions.map(({ filter }) => filter), ...this.#owing])]
    // Until a subscription is current again, the mark describes the library that was cleared.
    const commits = times.length > 0 ? status.commits : (this.#mark?.commits ?? 0)
    this.#put(status, currentAt === null || filters.length === 0 ? null : { currentAt, filters, commits })
  }

  /** Writes the mark if it changed: statuses come with each step of a run. */
  #put(status: ReportedStatus, mark: EvictionMark | null): void {
    // A change of only the commit count is not written: the mark may lag behind it, and a bootstrap makes many commits.
    const gist = (of: EvictionMark | null) => of && JSON.stringify([of.currentAt, of.filters])
    if (!this.#writes || gist(mark) === gist(this.#mark)) return
    this.#mark = mark
    writeMark(this.#options.marks, this.#name(status), mark)
  }
}
