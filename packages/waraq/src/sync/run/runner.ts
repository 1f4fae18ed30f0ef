import { isWaraqError, WaraqError } from '@waraq/protocol'
import { Dexie } from 'dexie'
import { meaningOf } from '../errors/error-meanings.ts'
import { answerWithin } from '../../store/answer-within.ts'
import { collectGarbage } from '../../store/garbage.ts'
import type { LastRun, SubscriptionRecord } from '../../store/records.ts'
import { storageError } from '../../store/storage-error.ts'
import { asksWith } from '../../store/subscriptions.ts'
import { commitBatch } from './committing.ts'
import type { RunContext } from './context.ts'
import { fetchNeeded } from './fetching.ts'
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
import {
  dropBuffered,
  forgetBatch,
  openSet,
  readRunState,
  readBeginning,
  storeBuffered,
  turnPage,
} from './paging.ts'
import { planBatch } from './planning.ts'
import { prepareChanges } from './prepare-changes.ts'
import { namingFilter } from './refused-filter.ts'
import { emptyReport, ofFilter, type RunReport } from './report.ts'
import { endsSharing, startedFailing } from './sharing.ts'
import { stopSharing } from './share-token.ts'
import { asksForChanges, beginResync, needsResync } from './resync.ts'

/** Returns any error as a `WaraqError`. */
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

/**
 * Returns whether the run reports the reason like any other obstacle. A takeover by another tab, or a pause, does not reject
 * the call.
 */
function isReported(reason: unknown): boolean {
  if (!isWaraqError(reason)) return false
  const { othersWrite, cutOff } = meaningOf(reason.code)
  return othersWrite === true || cutOff === true
}

/** Performs the steps that the machine requests. The machine's state holds their input. */
class Runner {
  readonly #context: RunContext
  readonly #ahead: PageAhead
  #state: RunState

  constructor(context: RunContext) {
    this.#context = context
    this.#state = initial(context.shares).state
    this.#ahead = new PageAhead(context)
  }

  async run(): Promise<RunState> {
    try {
      return await this.#steps()
    } finally {
      this.#ahead.drop()
      // However this run ended, the next one continues from here. If the buffered pages cannot be stored, the next run
      // requests them again. The pages of a complete batch are not stored: requesting them again costs no more than storing
      // them.
      const set = this.#state.has?.set
      if (set && !set.batchCursor.complete) await storeBuffered(this.#context, set).catch(() => undefined)
    }
  }

  async #steps(): Promise<RunState> {
    let { step } = initial()
    let latest = step
    for (;;) {
      const { phase, mode, has } = this.#state
      this.#context.progress.enter(phase, mode)
      if (step.do === 'settle') {
        if (step.forgetBatchCursor) {
          if (has) dropBuffered(has.set)
          await forgetBatch(this.#context, false)
        }
        return this.#state
      }
      if (step.do !== 'collect') latest = step
      const event = await this.#attempt(step, latest)
      ;({ state: this.#state, step } = transition(this.#state, event))
    }
  }

  /** `latest`: the step to repeat once there is room. */
  async #attempt(step: Step, latest: Step): Promise<RunEvent> {
    try {
      this.#context.signal.throwIfAborted()
      return await (step.do === 'collect' ? this.#collect(latest) : this.#perform(step))
    } catch (error) {
      const { signal } = this.#context
      // Only the run's own signal cancels it. An `AbortError` is not enough: browsers also use that name for failed
      // transactions.
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
    const isResync = needsResync(known)
    const subscription = isResync ? await beginResync(context, known) : known
    const goesOn = !isResync && set?.batchCursor.fromToken === asksWith(known).token
    return {
      type: 'opened',
      hasToken: asksForChanges(subscription),
      has: goesOn ? { subscription, set } : null,
    }
  }

  async #begin(mode: 'bootstrap' | 'incremental', forgetToken: boolean): Promise<RunEvent> {
    this.#ahead.drop()
    let found = await readRunState(this.#context)
    if (forgetToken || found.leftSet) {
      await forgetBatch(this.#context, forgetToken)
      found = await readRunState(this.#context)
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
    const plan = await planBatch(this.#context, set, subscription)
    return { type: 'planned', has: { set, subscription, plan } }
  }

  async #fetch(has: Planned): Promise<RunEvent> {
    this.#context.tally.needed = []
    return {
      type: 'fetched',
      has: { ...has, fetched: await fetchNeeded(this.#context, has.set, has.plan) },
    }
  }

  async #commit({ set, plan, fetched }: Received, checkpoint: boolean): Promise<RunEvent> {
    const prepared = await prepareChanges(this.#context, plan)
    await commitBatch(this.#context, set, { ...prepared, planned: plan, fetched, checkpoint })
    this.#context.progress.committed()
    return { type: 'committed' }
  }

  /**
   * Collects garbage and repeats the step that found no room. If that was not enough, asks the application to drop
   * subscriptions.
   */
  async #collect(step: Step): Promise<RunEvent> {
    const { writer, signal, makeRoom } = this.#context
    await collectGarbage(writer, signal, { keepsPartial: false })
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

/** Milliseconds until the next try of a failed run whose error has no time. */
const defaultRetryMs = 30_000

export function retryTime(result: Pick<RunResult, 'error' | 'outcome'>, now: number): number | null {
  const { error, outcome } = result
  if (outcome === 'current' || !error) return null
  if (meaningOf(error.code).cutOff) return now
  return error.retryable ? (error.retryAt ?? now + defaultRetryMs) : null
}

/** Resolves with the browser's estimate of storage, in bytes: rough, and null if the browser has none. */
async function room({ estimate }: RunContext) {
  const { usage = null, quota = null } = (await estimate()) ?? {}
  return { usage, quota, available: usage !== null && quota !== null ? Math.max(0, quota - usage) : null }
}

/** Adds to a `quota_exceeded` error how much room there was. */
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

/** The end of a run for one of its subscriptions that did not become current. */
interface Ended {
  readonly filter: string
  readonly lastRun: LastRun
  readonly error: WaraqError | null
}

/** Stores how a run ended. Returns the sequences that the subscriptions are still current at. */
async function remember(
  { db, writer, clock }: RunContext,
  endings: readonly Ended[],
): Promise<ReadonlyMap<string, number | null>> {
  const filters = endings.map(({ filter }) => filter)
  const boundsOf = (stored: readonly (SubscriptionRecord | undefined)[]) =>
    new Map(stored.flatMap((each) => (each ? [[each.filter, each.sequence] as const] : [])))
  if (filters.length === 0) return new Map()
  try {
    return await writer.write(['subscriptions'], async () => {
      const stored = await db.subscriptions.bulkGet(filters)
      const after = endings.flatMap(({ lastRun, error }, index) => {
        const subscription = stored[index]
        if (!subscription) return []
        const { lastRun: before } = subscription
        const since = startedFailing(before, lastRun.errorCode) ?? lastRun.at
        return [
          {
            ...subscription,
            lastRun: { ...lastRun, since },
            wentBack: wentBackAfter(subscription, error, lastRun.at),
          },
        ]
      })
      if (after.length > 0) await db.subscriptions.bulkPut(after)
      return boundsOf(stored)
    })
  } catch {
    // The report contains the result even if it cannot be stored.
    return answerWithin(clock, () => db.subscriptions.bulkGet(filters)).then(boundsOf, () => new Map())
  }
}

/** Returns the run's result for one of its subscriptions. Those that need no snapshot are current. */
function resultFor(filter: string, { filters, tally }: RunContext, result: RunResult): RunResult {
  if (result.outcome !== 'partial' || filters.length === 1) return result
  const [needed] = ofFilter(tally.needed, filter)
  return needed ? { outcome: 'partial', error: needed.error } : { outcome: 'current', error: null }
}

/**
 * Brings one subscription up to date as far as possible, or several that share a token, and returns their reports. Null: the
 * run changed nothing, and the subscriptions have to be run one by one. Rejects only if the caller cancelled it.
 */
export async function runSubscriptions(context: RunContext): Promise<readonly RunReport[] | null> {
  const { clock, tally, filter, filters, shares, lastRun: before } = context
  const startedAt = clock.monotonic()
  const state = await new Runner(context).run()
  const { outcome, error } = state.result!
  const at = clock.now()
  if (shares && endsSharing({ outcome, error }, tally.pages, before, at)) {
    const isStored = await stopSharing(context).then(
      () => true,
      () => false,
    )
    if (isStored) return null
  }
  if (error?.code === 'subscription_changed' && filters.length > 1) return null
  const named = namingFilter(error, filter, context.parsedFilter)
  const result = { outcome, error: await withRoom(named, context) }
  const results = filters.map((each) => {
    const own = resultFor(each, context, result)
    return { ...own, filter: each, retryAt: retryTime(own, at) }
  })
  const endings = results.flatMap(({ filter: each, outcome: own, error: problem, retryAt }): Ended[] => {
    if (own === 'current') return []
    const errorCode = problem?.code ?? null
    const { epoch } = context.writer
    const answered = problem?.status === undefined ? {} : { status: problem.status }
    const message = problem?.message ?? null
    const lastRun = { at, epoch, outcome: own, errorCode, message, retryAt, ...answered }
    return [{ filter: each, lastRun, error: problem }]
  })
  const bounds = await remember(context, endings)
  const mode = state.resumed ?? state.mode ?? 'bootstrap'
  const durationMs = clock.monotonic() - startedAt
  return results.map(({ filter: each, outcome: own, error: problem, retryAt }) => {
    const { emptyGroups, unknownChanges, outsideFilter } = tally
    const { pages, mutations, snapshots, rowsWritten, rowsDeleted, rowsRejected, bytes } = tally
    // The requests were sent for all subscriptions, and count once.
    const counts =
      each === filter ? { pages, mutations, snapshots, rowsWritten, rowsDeleted, rowsRejected, bytes } : {}
    return {
      ...emptyReport(each, mode, own),
      ...counts,
      sequence: own === 'current' ? (state.has?.set.batchCursor.upTo ?? null) : (bounds.get(each) ?? null),
      needed: ofFilter(tally.needed, each),
      unavailable: ofFilter(tally.unavailable, each),
      ...(each === filter ? { emptyGroups, unknownChanges, outsideFilter } : {}),
      ...(problem ? { error: problem } : {}),
      ...(retryAt === null ? {} : { retryAt }),
      durationMs,
    }
  })
}
