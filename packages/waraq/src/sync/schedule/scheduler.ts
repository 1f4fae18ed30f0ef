import { callListener } from '../../client/observable.ts'
import type { Clock } from '../../client/clock.ts'
import { isAbort, isWaraqError, WaraqError } from '@waraq/protocol'
import type { SyncProgress, SyncReport } from '../run/report.ts'
import type { SyncOptions, TimedSyncOptions } from '../run/sync-options.ts'
import { Alarm } from './alarm.ts'
import type { Conditions } from '../../platform/conditions.ts'
import { resultOf, resultOfError } from './sync-result.ts'
import type { ScheduleReason, ScheduleRecord } from '../../store/schedule-record.ts'
import type { ScheduleContext, ScheduleSettings } from './settings.ts'
import { afterCancel, afterGone, afterHint, afterSync } from './after-sync.ts'
import { dueIn, onTrigger, whileAsked, type Decision, type SyncTrigger } from './timetable.ts'

/**
 * Changes the record in one read-write transaction, and resolves with the stored record. If `change` returns the object that
 * it received, no write is needed.
 */
export type UpdateSchedule = (
  change: (record: ScheduleRecord | null) => ScheduleRecord | null,
) => Promise<ScheduleRecord | null>

export interface SchedulerOptions {
  readonly update: UpdateSchedule
  /** `byItself`: the sync is automatic, no caller asked for it. */
  readonly sync: (options: TimedSyncOptions, byItself: boolean) => Promise<SyncReport>
  readonly clock: Clock
  readonly random: () => number
  readonly conditions: () => Conditions
  readonly settings: ScheduleSettings
  /** Runs the work once no engine holds the writer's lock. It waits for an engine that works, and replaces one that is silent. */
  readonly whenLeaderLeaves: (signal: AbortSignal, work: () => Promise<void>) => Promise<void>
  /** Unique identifier of this engine. */
  readonly leader: string
  /** Called when the timetable existed before and is gone: the database was deleted or cleared under the open page. */
  readonly onLost?: (() => void) | undefined
  /** Called after this engine changed the timetable, so that others read it again. */
  readonly onChange?: ((record: ScheduleRecord | null) => void) | undefined
}

/** The result of a trigger. */
export type WakeResult =
  | { readonly result: 'synced'; readonly report: SyncReport }
  /** No sync now. The next one starts at `nextAt`, or the caller may ask again then. */
  | { readonly result: 'waits'; readonly nextAt: number | null; readonly reason: ScheduleReason }
  /** The sync produced no report, or the timetable could not be read. */
  | { readonly result: 'failed'; readonly error: unknown }

type Failed = Extract<WakeResult, { readonly result: 'failed' }>

export interface WakeOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined
}

/** For an engine that wakes itself: options of the sync that follows. Default: all subscriptions, without a limit. */
export type EngineWakeOptions = WakeOptions & Pick<SyncOptions, 'filters' | 'budget'>

/** Milliseconds until the timetable is tried again after it could not be read or written. */
const unreadableMs = 2_000

/** Milliseconds after which this engine queues for the writer's lock behind a sync that another engine started. */
const followAfterMs = 250

function stopped(): WaraqError {
  return new WaraqError({
    code: 'engine_closed',
    message: 'The schedule was stopped. Create a new engine.',
  })
}

/** Returns whether the engine itself ended the sync. That is no failure of the service and means nothing to the other engines. */
function isCancelled(error: unknown): boolean {
  return isAbort(error) || (isWaraqError(error) && error.code === 'engine_closed')
}

/**
 * Syncs when the timetable is due. The timetable is stored in the database; a scheduler only sets the alarm, asks the
 * timetable for a decision and executes it. So any number of engines may have a scheduler, and any of them may vanish.
 */
export class Scheduler {
  readonly #options: SchedulerOptions
  readonly #alarm: Alarm
  readonly #stopping = new AbortController()
  readonly #inProgress = new Set<Promise<unknown>>()
  #known: ScheduleRecord | null = null
  /** A trigger that has no decision yet, because the timetable could not be read. */
  #missed: Exclude<SyncTrigger, 'asked'> | null = null
  #started = false
  /** Claims of this scheduler's running syncs. */
  readonly #own = new Set<string>()
  #claims = 0
  /** The claim of another engine. It stands until that engine ends it or releases the writer's lock. */
  #others: { readonly claim: string; readonly over: AbortController } | null = null
  #reading = false
  #readAgain = false

  constructor(options: SchedulerOptions) {
    this.#options = options
    const due = () => (this.#missed === null ? dueIn(this.#known, this.#context()) : 0)
    this.#alarm = new Alarm(options.clock, due, () => void this.wake(this.#missed ?? 'interval'))
  }

  /** Starts automatic syncs. To be called once. Never rejects. */
  start(): Promise<WakeResult> {
    this.#started = true
    return this.wake('start')
  }

  /** To be called on an event that may require a sync. Never rejects. */
  wake(trigger: SyncTrigger, options: EngineWakeOptions = {}): Promise<WakeResult> {
    return this.#claiming((claim) => this.#answer(trigger, claim, options))
  }

  /** Syncs for a caller regardless of the timetable. If this engine ends during the sync, another one continues. */
  async sync(options: SyncOptions): Promise<SyncReport> {
    const answer = await this.#claiming(async (claim) => {
      await this.#writeIfPossible((record) => whileAsked(record, claim, this.#context()))
      return this.#sync('asked', claim, false, options)
    })
    if (answer.result === 'synced') return answer.report
    throw answer.error
  }

  /** To be called when another engine may have changed the timetable. */
  changed(): void {
    this.#readAgain = true
    if (this.#started && !this.#reading) void this.#read()
  }

  /** To be called after a sync of some subscriptions. Stores the times that the service set. Never rejects. */
  async note(report: SyncReport): Promise<void> {
    await this.#writeIfPossible((record) => afterHint(record, resultOf(report), this.#context()))
  }

  /**
   * Ends this scheduler's syncs and releases their claims, so that other engines continue. Resolves once that is stored, or
   * failed.
   */
  async stop(): Promise<void> {
    this.#stopping.abort(stopped())
    this.#alarm.clear()
    await Promise.allSettled(this.#inProgress)
  }

  async #answer(trigger: SyncTrigger, claim: string, options: EngineWakeOptions): Promise<WakeResult> {
    const decision = await this.#decide(trigger, claim)
    if (decision.sync)
      return this.#sync(trigger, decision.record.inProgress?.id ?? claim, decision.background, options)
    return { result: 'waits', nextAt: decision.nextAt, reason: decision.reason }
  }

  /** Runs the work under its own claim, and makes `stop` wait for it. Never rejects. */
  async #claiming<Answer>(work: (claim: string) => Promise<Answer>): Promise<Answer | Failed> {
    const { signal: stopping } = this.#stopping
    if (stopping.aborted) return { result: 'failed', error: stopping.reason }
    const claim = `${this.#options.leader}:${++this.#claims}`
    this.#own.add(claim)
    const answer = work(claim)
    this.#inProgress.add(answer)
    try {
      return await answer
    } catch (error) {
      return { result: 'failed', error }
    } finally {
      this.#inProgress.delete(answer)
      this.#own.delete(claim)
      this.#followOthers()
    }
  }

  /** Decides inside the transaction, so that only one of many engines that wake at the same time starts a sync. */
  async #decide(trigger: SyncTrigger, claim: string): Promise<Decision> {
    let decision: Decision | undefined
    if (this.#missed === trigger) this.#missed = null
    try {
      await this.#write((record) => {
        decision = onTrigger(record, trigger, claim, this.#context())
        return decision.record
      })
    } catch (error) {
      // A caller that asked gets the error. Any other trigger would be lost, so it is kept and decided later.
      if (trigger !== 'asked') this.#missed ??= trigger
      throw error
    }
    return decision!
  }

  async #sync(
    trigger: SyncTrigger,
    claim: string,
    background: boolean,
    { signal, ...options }: SyncOptions,
  ): Promise<Exclude<WakeResult, { readonly result: 'waits' }>> {
    const { sync } = this.#options
    const cancelled = AbortSignal.any([this.#stopping.signal, ...(signal ? [signal] : [])])
    try {
      const report = await sync(
        {
          joinRunning: trigger !== 'asked',
          ...options,
          background,
          signal: cancelled,
          // Runs while this engine is the leader: the next leader takes a claim that still stands for that of a vanished
          // engine.
          onReport: (of) =>
            this.#writeIfPossible((record) => afterSync(record, claim, resultOf(of), this.#context())),
        },
        trigger !== 'asked',
      )
      return { result: 'synced', report }
    } catch (error) {
      const result = cancelled.aborted || isCancelled(error) ? null : resultOfError(error)
      // Only the engine that made a claim ends it.
      if (!result && !this.#own.has(claim)) return { result: 'failed', error }
      const afterMs = this.#stopping.signal.aborted ? 0 : undefined
      await this.#writeIfPossible((record) =>
        result
          ? afterSync(record, claim, result, this.#context())
          : afterCancel(record, claim, this.#context(), afterMs),
      )
      return { result: 'failed', error }
    }
  }

  /** Waits for the end of a sync that another engine started, or for the end of that engine. */
  #followOthers(): void {
    const claim = this.#known?.inProgress?.id
    if (claim !== undefined && claim === this.#others?.claim) return
    this.#others?.over.abort('over')
    this.#others = null
    if (claim === undefined || this.#own.has(claim) || !this.#started) return
    const over = new AbortController()
    this.#others = { claim, over }
    void this.#endWhenGone(claim, AbortSignal.any([over.signal, this.#stopping.signal]))
  }

  async #endWhenGone(claim: string, signal: AbortSignal): Promise<void> {
    const { whenLeaderLeaves, clock } = this.#options
    while (!signal.aborted)
      try {
        // An engine that has just started a sync requests the leadership first, and most syncs end before another engine
        // needs it.
        await clock.sleep(followAfterMs, signal)
        await whenLeaderLeaves(signal, () =>
          this.#write((record) => afterGone(record, claim, this.#context())),
        )
        return
      } catch {
        // The wait is over, or the database did not answer. In the second case, wait again.
      }
  }

  async #read(): Promise<void> {
    this.#reading = true
    while (this.#readAgain && !this.#stopping.signal.aborted) {
      this.#readAgain = false
      await this.#writeIfPossible((record) => record)
    }
    this.#reading = false
  }

  /** Writes and ignores a failure. The alarm tries again, and a claim that is left behind ends like that of a vanished engine. */
  async #writeIfPossible(change: (record: ScheduleRecord | null) => ScheduleRecord | null): Promise<void> {
    try {
      await this.#write(change)
    } catch {
      // `#write` has set the alarm.
    }
  }

  async #write(change: (record: ScheduleRecord | null) => ScheduleRecord | null): Promise<void> {
    let isChanged = false
    let isLost = false
    try {
      const before = this.#known
      this.#known = await this.#options.update((record) => {
        isLost = before !== null && record === null
        const next = change(record)
        isChanged = next !== record
        return next
      })
    } catch (error) {
      this.#setAlarm(unreadableMs)
      throw error
    }
    this.#setAlarm(0)
    this.#followOthers()
    if (isLost) this.#options.onLost?.()
    // A read is not announced: otherwise engines would notify each other endlessly.
    if (isChanged) this.#tell()
  }

  #tell(): void {
    const { onChange } = this.#options
    // A listener that throws must not prevent a sync that the timetable already counts as started.
    if (onChange) callListener(onChange, this.#known)
  }

  #setAlarm(atLeastMs: number): void {
    if (this.#started && !this.#stopping.signal.aborted) this.#alarm.set(atLeastMs)
  }

  #context(): ScheduleContext {
    const { clock, random, conditions, settings } = this.#options
    return { now: clock.now(), conditions: conditions(), settings, random }
  }
}
