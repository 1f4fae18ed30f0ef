import type { TimedSyncOptions } from '../run/sync-options.ts'
import type { SyncReport } from '../run/report.ts'
import { ProcessLocks } from '../../platform/locks/process-locks.ts'
import type { Conditions } from '../../platform/conditions.ts'
import type { ScheduleRecord } from '../../store/schedule-record.ts'
import { Scheduler, type SchedulerOptions } from './scheduler.ts'
import { scheduleSettings } from './settings.ts'
import { noon, plain, seeded, VirtualClock, worked } from './support.test-support.ts'

/** A sync that a scheduler asked of an engine of the test. */
export interface AskedSync {
  readonly tab: string
  readonly at: number
  readonly options: TimedSyncOptions
}

/** Several tabs over one database, of which only the record exists here. */
export class Tabs {
  readonly clock = new VirtualClock(noon)
  readonly syncs: AskedSync[] = []
  conditions: Conditions = plain
  /** What the database holds; null before anything was written. */
  record: ScheduleRecord | null = null
  writes = 0
  /** How often engines told each other. */
  reported = 0
  /** Messages between tabs arrive. */
  heard = true
  /** The database refuses. */
  refused: Error | null = null
  syncMs = 2_000
  /** Whoever syncs has the writer's lock. */
  readonly #locks = new ProcessLocks()
  /** The result of the next syncs. */
  answer: (options: TimedSyncOptions) => Promise<SyncReport> | SyncReport = () => worked
  readonly #random = seeded(1).next
  readonly #tabs = new Map<string, Scheduler>()

  open(name: string, options: Partial<SchedulerOptions> = {}): Scheduler {
    const tab = new Scheduler({
      update: (change) => this.#update(change),
      sync: (asked) => this.#sync(name, asked),
      whenLeaderLeaves: (signal, work) => this.seated(signal, work),
      clock: this.clock,
      random: this.#random,
      conditions: () => this.conditions,
      settings: scheduleSettings(),
      leader: name,
      onChange: () => this.#tell(name),
      ...options,
    })
    this.#tabs.set(name, tab)
    return tab
  }

  async #update(
    change: (record: ScheduleRecord | null) => ScheduleRecord | null,
  ): Promise<ScheduleRecord | null> {
    await Promise.resolve()
    if (this.refused) throw this.refused
    const next = change(this.record)
    if (next !== this.record) {
      this.record = structuredClone(next)
      this.writes += 1
    }
    return this.record
  }

  /** As `LeaderElection.run`: the lock of a tab that is closed or crashes comes free. */
  async seated<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    return (await this.#locks.request('leader', signal ? { signal } : {}, work)) as T
  }

  #sync(tab: string, options: TimedSyncOptions): Promise<SyncReport> {
    return this.seated(options.signal, async () => {
      this.syncs.push({ tab, at: this.clock.now(), options })
      await this.clock.sleep(this.syncMs, options.signal)
      const report = await this.answer(options)
      await options.onReport?.(report)
      return report
    })
  }

  #tell(from: string): void {
    this.reported += 1
    if (!this.heard) return
    for (const [name, tab] of this.#tabs) if (name !== from) tab.changed()
  }
}
