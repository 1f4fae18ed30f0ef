import { callListener } from '../../client/observable.ts'
import type { Clock } from '../../client/clock.ts'
import { isAbort, isWaraqError, WaraqError } from '@waraq/protocol'
import type { SyncProgress, SyncReport } from '../run/report.ts'
import type { SyncOptions, TimedSyncOptions } from '../run/sync-options.ts'
import { Alarm } from './alarm.ts'
import type { Conditions } from '../../platform/conditions.ts'
import { endingOf, endingOfError } from './ending.ts'
import type { ScheduleReason, ScheduleRecord } from '../../store/schedule-record.ts'
import type { Moment, ScheduleSettings } from './settings.ts'
import { afterCancel, afterGone, afterHint, afterSync } from './after-sync.ts'
import { dueIn, onWake, whileAsked, type Decision, type Wake } from './timetable.ts'

/**
 * Changes the record in one read-write transaction, and resolves with the stored record. Where `change` returns the same
 * object that it was given, nothing need be written.
 */
export type UpdateSchedule = (
  change: (record: ScheduleRecord | null) => ScheduleRecord | null,
) => Promise<ScheduleRecord | null>

export interface SchedulerOptions {
  readonly update: UpdateSchedule
  /** `byItself`: no caller asked for it. */
  readonly sync: (options: TimedSyncOptions, byItself: boolean) => Promise<SyncReport>
  readonly clock: Clock
  readonly random: () => number
  readonly conditions: () => Conditions
  readonly settings: ScheduleSettings
  /** Does the work once no engine has the writer's lock: it waits for one that works, and replaces one that is silent. */
  readonly whenLeaderLeaves: (signal: AbortSignal, work: () => Promise<void>) => Promise<void>
  /** Tells this engine from all others. */
  readonly leader: string
  /** Called where the timetable was there before and is gone: the database was deleted or cleared under the open page. */
  readonly onLost?: (() => void) | undefined
  /** Called after this engine changed the timetable, so that others read it again. */
  readonly onChange?: ((record: ScheduleRecord | null) => void) | undefined
}

/** What a wake led to. */
export type WakeAnswer =
  | { readonly result: 'synced'; readonly report: SyncReport }
  /** No sync now. The next one comes at `nextAt`, or the caller may ask again then. */
  | { readonly result: 'waits'; readonly nextAt: number | null; readonly reason: ScheduleReason }
  /** The sync gave no report, or the timetable could not be read. */
  | { readonly result: 'failed'; readonly error: unknown }

type Failed = Extract<WakeAnswer, { readonly result: 'failed' }>

export interface WakeOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined
}

/** For an engine that wakes itself: what a sync that follows is to do. Default: all subscriptions, without a limit. */
export type OwnWakeOptions = WakeOptions & Pick<SyncOptions, 'filters' | 'budget'>

/** After the timetable could not be read or written, it is tried again this much later. */
const unreadableMs = 2_000

/** A sync that another engine began is left alone for so long; then this engine waits for the writer's lock behind it. */
const followAfterMs = 250

function stopped(): WaraqError {
  return new WaraqError({
    code: 'engine_closed',
    message: 'The schedule was stopped. Create a new engine.',
  })
}

/** Whether the engine itself ended the sync, which is no failure of the service and says nothing to the other engines. */
function isCancelled(error: unknown): boolean {
  return isAbort(error) || (isWaraqError(error) && error.code === 'engine_closed')
}

/**
 * Syncs when the timetable says so. The timetable is in the database, and a scheduler only sets the alarm, asks the timetable
 * and does what it says. So any number of engines may have one, and any of them may vanish.
 */
export class Scheduler {
  readonly #options: SchedulerOptions
  readonly #alarm: Alarm
  readonly #stopping = new AbortController()
  readonly #underWay = new Set<Promise<unknown>>()
  #known: ScheduleRecord | null = null
  /** A wake without a decision, because the timetable could not be read. */
  #missed: Exclude<Wake, 'asked'> | null = null
  #started = false
  /** Claims of this scheduler whose syncs run. */
  readonly #own = new Set<string>()
  #claims = 0
  /** The claim of another engine, which stands until that engine ends it or leaves the writer's lock. */
  #others: { readonly claim: string; readonly over: AbortController } | null = null
  #reading = false
  #readAgain = false

  constructor(options: SchedulerOptions) {
    this.#options = options
    const due = () => (this.#missed === null ? dueIn(this.#known, this.#moment()) : 0)
    this.#alarm = new Alarm(options.clock, due, () => void this.wake(this.#missed ?? 'interval'))
  }

  /** From now on syncs come by themselves. */
  start(): void {
    if (this.#started) return
    this.#started = true
    void this.wake('start')
  }

  /** To be called on an event that may call for a sync. Never rejects. */
  wake(kind: Wake, options: OwnWakeOptions = {}): Promise<WakeAnswer> {
    return this.#claiming((claim) => this.#answer(kind, claim, options))
  }

  /** Syncs for a caller, whatever the timetable says. Where this engine ends meanwhile, another goes on. */
  async sync(options: SyncOptions): Promise<SyncReport> {
    const answer = await this.#claiming(async (claim) => {
      await this.#writeIfPossible((record) => whileAsked(record, claim, this.#moment()))
      return this.#sync('asked', claim, false, options)
    })
    if (answer.result === 'synced') return answer.report
    throw answer.error
  }

  /** To be called where another engine may have changed the timetable. */
  changed(): void {
    this.#readAgain = true
    if (this.#started && !this.#reading) void this.#read()
  }

  /** To be called after a sync of some subscriptions: the times that the service named are noted. Never rejects. */
  async note(report: SyncReport): Promise<void> {
    await this.#writeIfPossible((record) => afterHint(record, endingOf(report), this.#moment()))
  }

  /**
   * Ends this scheduler's syncs and gives up their claims, so that other engines go on. Resolves once that is stored, or
   * failed.
   */
  async stop(): Promise<void> {
    this.#stopping.abort(stopped())
    this.#alarm.clear()
    await Promise.allSettled(this.#underWay)
  }

  async #answer(kind: Wake, claim: string, options: OwnWakeOptions): Promise<WakeAnswer> {
    const decision = await this.#decide(kind, claim)
    if (decision.sync)
      return this.#sync(kind, decision.record.underWay?.id ?? claim, decision.patient, options)
    return { result: 'waits', nextAt: decision.nextAt, reason: decision.reason }
  }

  /** Does the work under a claim of its own, and has `stop` wait for it. Never rejects. */
  async #claiming<Answer>(work: (claim: string) => Promise<Answer>): Promise<Answer | Failed> {
    const { signal: stopping } = this.#stopping
    if (stopping.aborted) return { result: 'failed', error: stopping.reason }
    const claim = `${this.#options.leader}:${++this.#claims}`
    this.#own.add(claim)
    const answer = work(claim)
    this.#underWay.add(answer)
    try {
      return await answer
    } catch (error) {
      return { result: 'failed', error }
    } finally {
      this.#underWay.delete(answer)
      this.#own.delete(claim)
      this.#followOthers()
    }
  }

  /** Decides inside the transaction, so that of many engines that wake at once one begins. */
  async #decide(kind: Wake, claim: string): Promise<Decision> {
    let decision: Decision | undefined
    if (this.#missed === kind) this.#missed = null
    try {
      await this.#write((record) => {
        decision = onWake(record, kind, claim, this.#moment())
        return decision.record
      })
    } catch (error) {
      // A caller that asked gets the error. Another wake would be lost, so it is kept and decided later.
      if (kind !== 'asked') this.#missed ??= kind
      throw error
    }
    return decision!
  }

  async #sync(
    kind: Wake,
    claim: string,
    patient: boolean,
    { signal, ...options }: SyncOptions,
  ): Promise<Exclude<WakeAnswer, { readonly result: 'waits' }>> {
    const { sync } = this.#options
    const cancelled = AbortSignal.any([this.#stopping.signal, ...(signal ? [signal] : [])])
    try {
      const report = await sync(
        {
          joinRunning: kind !== 'asked',
          ...options,
          patient,
          signal: cancelled,
          // While the leadership is this engine's: whoever gets it next takes a claim that still stands for that of an engine gone.
          onReport: (of) =>
            this.#writeIfPossible((record) => afterSync(record, claim, endingOf(of), this.#moment())),
        },
        kind !== 'asked',
      )
      return { result: 'synced', report }
    } catch (error) {
      const ending = cancelled.aborted || isCancelled(error) ? null : endingOfError(error)
      // A claim of another engine is for that engine to end.
      if (!ending && !this.#own.has(claim)) return { result: 'failed', error }
      const afterMs = this.#stopping.signal.aborted ? 0 : undefined
      await this.#writeIfPossible((record) =>
        ending
          ? afterSync(record, claim, ending, this.#moment())
          : afterCancel(record, claim, this.#moment(), afterMs),
      )
      return { result: 'failed', error }
    }
  }

  /** Waits for the end of a sync that another engine has begun, or of that engine. */
  #followOthers(): void {
    const claim = this.#known?.underWay?.id
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
        // Whoever has just begun asks for the leadership first, and most syncs are over before another need ask.
        await clock.sleep(followAfterMs, signal)
        await whenLeaderLeaves(signal, () =>
          this.#write((record) => afterGone(record, claim, this.#moment())),
        )
        return
      } catch {
        // It is over, or the database gave no answer: then it is waited for again.
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

  /** Writes, and ignores a failure: the alarm tries again, and a claim that is left behind ends like that of an engine gone. */
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
    // A read is not told: otherwise engines would keep telling each other.
    if (isChanged) this.#tell()
  }

  #tell(): void {
    const { onChange } = this.#options
    // One that throws must not keep a sync from beginning that the timetable already counts as begun.
    if (onChange) callListener(onChange, this.#known)
  }

  #setAlarm(atLeastMs: number): void {
    if (this.#started && !this.#stopping.signal.aborted) this.#alarm.set(atLeastMs)
  }

  #moment(): Moment {
    const { clock, random, conditions, settings } = this.#options
    return { now: clock.now(), conditions: conditions(), settings, random }
  }
}
