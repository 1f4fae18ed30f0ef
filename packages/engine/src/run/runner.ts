import { isWaraqError, WaraqError, type ResourceKey } from '@waraq/contract'
import { Dexie } from 'dexie'
import { meaningOf } from '../errors/error-meanings.ts'
import { answerWithin } from '../store/answer-within.ts'
import { collectGarbage } from '../store/garbage.ts'
import type { LastRun, SubscriptionRecord } from '../store/records.ts'
import { storageError } from '../store/storage-error.ts'
import { commitSet } from './committing.ts'
import type { RunContext } from './context.ts'
import { fetchOwed, type Fetched } from './fetching.ts'
import { initial, transition, type RunEvent, type RunResult, type RunState, type Step } from './machine.ts'
import { PageAhead } from './page-ahead.ts'
import {
  dropHeld,
  forgetSet,
  openSet,
  readAnew,
  readBeginning,
  stageHeld,
  turnPage,
  type PageSet,
} from './paging.ts'
import type { Plan } from './plan/plan-types.ts'
import { planSet } from './planning.ts'
import { namingFilter } from './refused-filter.ts'
import type { RunReport } from './report.ts'
import { asksForChanges, beginResync, needsResync } from './resync.ts'

/** Any error as a `WaraqError`. */
function runError(error: unknown): WaraqError {
  if (isWaraqError(error)) return error
  if (error instanceof Dexie.DexieError || error instanceof DOMException) return storageError(error)
  return new WaraqError({
    code: 'internal',
    message:
      'The run met an error that it does not know. This is a defect of Waraq; please report it with its cause.',
    cause: error,
  })
}

/** A takeover by another tab, or a pause, does not reject the call: the run reports it like any other obstacle. */
function isReported(reason: unknown): boolean {
  if (!isWaraqError(reason)) return false
  const { othersWrite, cutOff } = meaningOf(reason.code)
  return othersWrite === true || cutOff === true
}

/** Does the steps that the machine asks for, and keeps what one step hands to the next. */
class Runner {
  readonly #context: RunContext
  #subscription: SubscriptionRecord | undefined
  #set: PageSet | null = null
  readonly #ahead: PageAhead
  #plan: Plan | undefined
  /** The latest step, `collect` not counted. */
  #latest: Step = initial().step
  #fetched: Fetched = { unavailable: new Map<ResourceKey, string>(), owed: null }

  constructor(context: RunContext) {
    this.#context = context
    this.#ahead = new PageAhead(context)
  }

  /** Bound of the latest page set. */
  get bound(): number | null {
    return this.#set?.journal.bound ?? null
  }

  async run(): Promise<RunState> {
    try {
      return await this.#steps()
    } finally {
      this.#ahead.drop()
      // However this run ended, the next one goes on from here. Where the held pages cannot be stored, the next run asks for
      // them again. Those of a complete set are not stored: to ask again costs no more than to store them.
      const set = this.#set
      if (set && !set.journal.complete) await stageHeld(this.#context, set).catch(() => undefined)
    }
  }

  async #steps(): Promise<RunState> {
    let { state, step } = initial()
    for (;;) {
      this.#context.progress.enter(state.phase, state.mode)
      if (step.do === 'settle') {
        if (step.forgetJournal) {
          if (this.#set) dropHeld(this.#set)
          await forgetSet(this.#context, false)
        }
        return state
      }
      const event = await this.#attempt(step)
      ;({ state, step } = transition(state, event))
    }
  }

  async #attempt(step: Step): Promise<RunEvent> {
    try {
      this.#context.signal.throwIfAborted()
      if (step.do !== 'collect') this.#latest = step
      return await this.#perform(step)
    } catch (error) {
      const { signal } = this.#context
      // Only the run's own signal cancels it. An AbortError alone does not: browsers also name failed transactions so.
      if (signal.aborted && !isReported(signal.reason)) throw signal.reason
      const known = runError(signal.aborted ? signal.reason : error)
      return meaningOf(known.code).cutOff
        ? { type: 'stopped', error: known }
        : { type: 'failed', error: known }
    }
  }

  #perform(step: Step): Promise<RunEvent> {
    switch (step.do) {
      case 'open':
        return this.#open()
      case 'begin':
        return this.#begin(step.mode, step.forgetToken)
      case 'page':
        return this.#page()
      case 'plan':
        return this.#planSet()
      case 'fetch':
        return this.#fetch()
      case 'commit':
        return this.#commit(step.checkpoint)
      case 'collect':
        return this.#collect()
      case 'settle':
        throw new Error('Settling is not a step to perform')
    }
  }

  async #open(): Promise<RunEvent> {
    const context = this.#context
    const { subscription, set } = await readBeginning(context)
    const anew = needsResync(subscription)
    this.#subscription = anew ? await beginResync(context, subscription) : subscription
    this.#set = !anew && set?.journal.fromToken === subscription.token ? set : null
    return {
      type: 'opened',
      hasToken: asksForChanges(this.#subscription),
      journal: this.#set && { mode: this.#set.journal.mode, complete: this.#set.journal.complete },
    }
  }

  async #begin(mode: 'bootstrap' | 'incremental', forgetToken: boolean): Promise<RunEvent> {
    this.#ahead.drop()
    let found = await readAnew(this.#context)
    if (forgetToken || found.leftSet) {
      await forgetSet(this.#context, forgetToken)
      found = await readAnew(this.#context)
    }
    this.#subscription = found.subscription
    this.#set = openSet(this.#context, found.subscription, mode, found.commits)
    return this.#page()
  }

  async #page(): Promise<RunEvent> {
    this.#context.budget.check('page')
    return {
      type: 'staged',
      complete: await turnPage(this.#context, this.#set!, this.#subscription!, this.#ahead),
    }
  }

  async #planSet(): Promise<RunEvent> {
    this.#plan = await planSet(this.#context, this.#set!, this.#subscription!)
    const { abandoned, items } = this.#plan
    this.#fetched = { unavailable: new Map(), owed: null }
    return { type: 'planned', abandoned, fetches: items.filter((item) => item.action === 'fetch').length }
  }

  async #fetch(): Promise<RunEvent> {
    this.#context.tally.owed = []
    this.#fetched = await fetchOwed(this.#context, this.#set!, this.#plan!)
    return { type: 'fetched', owed: this.#fetched.owed }
  }

  async #commit(checkpoint: boolean): Promise<RunEvent> {
    await commitSet(this.#context, this.#set!, this.#plan!, this.#fetched, checkpoint)
    this.#context.progress.committed()
    return { type: 'committed' }
  }

  /**
   * Collects garbage and repeats the step that found no room. Where that was not enough, asks the application to drop
   * something.
   */
  async #collect(): Promise<RunEvent> {
    const { writer, signal, makeRoom } = this.#context
    await collectGarbage(writer, signal)
    try {
      return await this.#perform(this.#latest)
    } catch (error) {
      signal.throwIfAborted()
      if (runError(error).code !== 'quota_exceeded') throw error
      const { available } = await room(this.#context)
      if (!(await makeRoom({ needed: null, available }))) throw error
      return this.#perform(this.#latest)
    }
  }
}

/** Milliseconds until the next try of a run that failed, where its error names no time. */
const defaultRetryMs = 30_000

function retryTime(result: RunResult, now: number): number | null {
  const { error, outcome } = result
  if (outcome === 'current' || !error) return null
  if (meaningOf(error.code).cutOff) return now
  return error.retryable ? (error.retryAt ?? now + defaultRetryMs) : null
}

/** The browser's estimate of storage, in bytes: rough, and null where the browser gives none. */
async function room({ estimate }: RunContext) {
  const { usage = null, quota = null } = (await estimate()) ?? {}
  return { usage, quota, available: usage !== null && quota !== null ? Math.max(0, quota - usage) : null }
}

/** Adds to `quota_exceeded` how much room there was. */
async function withRoom(error: WaraqError | null, context: RunContext): Promise<WaraqError | null> {
  if (error?.code !== 'quota_exceeded') return error
  return new WaraqError({
    code: error.code,
    message: error.message,
    details: { received: context.tally.bytes, ...(await room(context)) },
    cause: error.cause,
  })
}

/** Counts runs that met a feed which went back, by the service's clock: the device's clock may be set in between. */
function wentBackAfter(
  { wentBack }: SubscriptionRecord,
  error: WaraqError | null,
  now: number,
): SubscriptionRecord['wentBack'] {
  if (error?.code !== 'feed_went_back') return wentBack
  const { serverTime } = error.details
  const latest = typeof serverTime === 'number' ? serverTime : now
  return { runs: (wentBack?.runs ?? 0) + 1, first: Math.min(wentBack?.first ?? latest, latest), latest }
}

/** Stores how a run ended that did not become current. Returns the bound that the subscription is still current at. */
async function remember(
  context: RunContext,
  lastRun: LastRun,
  error: WaraqError | null,
): Promise<number | null> {
  const { db, writer, filter } = context
  try {
    return await writer.write(['subscriptions'], async () => {
      const subscription = await db.subscriptions.get(filter)
      if (!subscription) return null
      const { lastRun: before } = subscription
      const isSame = before !== null && before.errorCode === lastRun.errorCode
      await db.subscriptions.put({
        ...subscription,
        lastRun: { ...lastRun, since: isSame ? (before.since ?? before.at) : lastRun.at },
        wentBack: wentBackAfter(subscription, error, lastRun.at),
      })
      return subscription.sequence
    })
  } catch {
    // The report tells what happened, even where it cannot be stored.
    return answerWithin(context.clock, () => db.subscriptions.get(filter)).then(
      (subscription) => subscription?.sequence ?? null,
      () => null,
    )
  }
}

/** Brings one subscription up to date as far as possible, and reports. Rejects only where the caller cancelled it. */
export async function runSubscription(context: RunContext): Promise<RunReport> {
  const { clock, tally, filter } = context
  const startedAt = clock.monotonic()
  const runner = new Runner(context)
  const state = await runner.run()
  const named = namingFilter(state.result!.error, filter, context.parsedFilter)
  const result = { ...state.result!, error: await withRoom(named, context) }
  const retryAt = retryTime(result, clock.now())
  let sequence = runner.bound
  if (result.outcome !== 'current') {
    sequence = await remember(
      context,
      {
        at: clock.now(),
        fence: context.writer.fence,
        outcome: result.outcome,
        errorCode: result.error?.code ?? null,
        message: result.error?.message ?? null,
        retryAt,
      },
      result.error,
    )
  }
  const { pages, mutations, snapshots, rowsWritten, rowsDeleted, rowsRejected, bytes, owed, unavailable } =
    tally
  const { emptyGroups, unknownChanges, outsideFilter } = tally
  return {
    filter,
    mode: state.mode ?? 'bootstrap',
    outcome: result.outcome,
    pages,
    mutations,
    snapshots,
    rowsWritten,
    rowsDeleted,
    rowsRejected,
    bytes,
    sequence,
    owed,
    unavailable,
    emptyGroups,
    unknownChanges,
    outsideFilter,
    ...(result.error ? { error: result.error } : {}),
    ...(retryAt === null ? {} : { retryAt }),
    durationMs: clock.monotonic() - startedAt,
  }
}
