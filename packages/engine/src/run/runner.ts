import { isWaraqError, WaraqError } from '@waraq/contract'
import { Dexie } from 'dexie'
import { meaningOf } from '../errors/error-meanings.ts'
import { answerWithin } from '../store/answer-within.ts'
import { collectGarbage } from '../store/garbage.ts'
import type { LastRun, SubscriptionRecord } from '../store/records.ts'
import { storageError } from '../store/storage-error.ts'
import { commitSet } from './committing.ts'
import type { RunContext } from './context.ts'
import { fetchOwed } from './fetching.ts'
import {
  initial,
  transition,
  type Begun,
  type Planned,
  type Received,
  type RunEvent,
  type RunResult,
  type RunState,
  type Step,
} from './machine.ts'
import { PageAhead } from './page-ahead.ts'
import { dropHeld, forgetSet, openSet, readAnew, readBeginning, stageHeld, turnPage } from './paging.ts'
import { planSet } from './planning.ts'
import { prepareChanges } from './prepare-changes.ts'
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

/** Does the steps that the machine asks for. The machine's state holds what they work with. */
class Runner {
  readonly #context: RunContext
  readonly #ahead: PageAhead
  #state = initial().state

  constructor(context: RunContext) {
    this.#context = context
    this.#ahead = new PageAhead(context)
  }

  async run(): Promise<RunState> {
    try {
      return await this.#steps()
    } finally {
      this.#ahead.drop()
      // However this run ended, the next one goes on from here. Where the held pages cannot be stored, the next run asks for
      // them again. Those of a complete set are not stored: to ask again costs no more than to store them.
      const set = this.#state.has?.set
      if (set && !set.journal.complete) await stageHeld(this.#context, set).catch(() => undefined)
    }
  }

  async #steps(): Promise<RunState> {
    let { step } = initial()
    let latest = step
    for (;;) {
      const { phase, mode, has } = this.#state
      this.#context.progress.enter(phase, mode)
      if (step.do === 'settle') {
        if (step.forgetJournal) {
          if (has) dropHeld(has.set)
          await forgetSet(this.#context, false)
        }
        return this.#state
      }
      if (step.do !== 'collect') latest = step
      const event = await this.#attempt(step, latest)
      ;({ state: this.#state, step } = transition(this.#state, event))
    }
  }

  /** `latest`: the step to do again once there is room. */
  async #attempt(step: Step, latest: Step): Promise<RunEvent> {
    try {
      this.#context.signal.throwIfAborted()
      return await (step.do === 'collect' ? this.#collect(latest) : this.#perform(step))
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
        return this.#page(step.has)
      case 'plan':
        return this.#plan(step.has)
      case 'fetch':
        return this.#fetch(step.has)
      case 'commit':
        return this.#commit(step.has, step.checkpoint)
      case 'collect':
      case 'settle':
        throw new Error(`${step.do} is not a step to perform`)
    }
  }

  async #open(): Promise<RunEvent> {
    const context = this.#context
    const { subscription: known, set } = await readBeginning(context)
    const anew = needsResync(known)
    const subscription = anew ? await beginResync(context, known) : known
    const goesOn = !anew && set?.journal.fromToken === known.token
    return {
      type: 'opened',
      hasToken: asksForChanges(subscription),
      has: goesOn ? { subscription, set } : null,
    }
  }

  async #begin(mode: 'bootstrap' | 'incremental', forgetToken: boolean): Promise<RunEvent> {
    this.#ahead.drop()
    let found = await readAnew(this.#context)
    if (forgetToken || found.leftSet) {
      await forgetSet(this.#context, forgetToken)
      found = await readAnew(this.#context)
    }
    const { subscription, commits } = found
    return this.#page({ subscription, set: openSet(this.#context, subscription, mode, commits) })
  }

  async #page(has: Begun): Promise<RunEvent> {
    this.#context.budget.check('page')
    const complete = await turnPage(this.#context, has.set, has.subscription, this.#ahead)
    return { type: 'staged', complete, has }
  }

  async #plan({ set, subscription }: Begun): Promise<RunEvent> {
    const plan = await planSet(this.#context, set, subscription)
    return { type: 'planned', has: { set, subscription, plan } }
  }

  async #fetch(has: Planned): Promise<RunEvent> {
    this.#context.tally.owed = []
    return {
      type: 'fetched',
      has: { ...has, fetched: await fetchOwed(this.#context, has.set, has.plan) },
    }
  }

  async #commit({ set, plan, fetched }: Received, checkpoint: boolean): Promise<RunEvent> {
    const prepared = await prepareChanges(this.#context, plan)
    await commitSet(this.#context, set, { ...prepared, planned: plan, fetched, checkpoint })
    this.#context.progress.committed()
    return { type: 'committed' }
  }

  /**
   * Collects garbage and repeats the step that found no room. Where that was not enough, asks the application to drop
   * something.
   */
  async #collect(step: Step): Promise<RunEvent> {
    const { writer, signal, makeRoom } = this.#context
    await collectGarbage(writer, signal)
    try {
      return await this.#perform(step)
    } catch (error) {
      signal.throwIfAborted()
      if (runError(error).code !== 'quota_exceeded') throw error
      const { available } = await room(this.#context)
      if (!(await makeRoom({ needed: null, available }))) throw error
      return this.#perform(step)
    }
  }
}

/** Milliseconds until the next try of a run that failed, where its error names no time. */
const defaultRetryMs = 30_000

export function retryTime(result: Pick<RunResult, 'error' | 'outcome'>, now: number): number | null {
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
  const state = await new Runner(context).run()
  const named = namingFilter(state.result!.error, filter, context.parsedFilter)
  const result = { ...state.result!, error: await withRoom(named, context) }
  const retryAt = retryTime(result, clock.now())
  let sequence = state.has?.set.journal.bound ?? null
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
    mode: state.resumed ?? state.mode ?? 'bootstrap',
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
