import { WaraqError } from '@waraq/protocol'
import { answerTo } from '../errors/error-meanings.ts'
import type { Outcome } from '../../store/outcome.ts'
import type { SubscriptionRecord } from '../../store/records.ts'
import type { Fetched } from './fetching.ts'
import type { Batch } from './paging.ts'
import type { Plan } from './plan/plan-types.ts'
import type { Mode, Phase } from './report.ts'

/**
 * One run as a state machine: (state, event) -> (state, next step). Pure: the runner performs the step and reports the
 * resulting event. The table at the end has a cell for each event in each phase and does not compile if a cell is missing.
 */

/**
 * Times that a run plans again at most. It does so after each resource that it marks as damaged. A store with more damage
 * needs another run.
 */
const mostReplans = 16

/** A batch that this run or an earlier one started. */
export interface Begun {
  readonly subscription: SubscriptionRecord
  readonly set: Batch
}

export interface Planned extends Begun {
  readonly plan: Plan
}

export interface Received extends Planned {
  readonly fetched: Fetched
}

/** Data of the run in each phase. The machine passes it on, so that each step receives its input. */
interface InHand {
  readonly opening: null
  /** Null until the first page of a new batch is read. */
  readonly paging: Begun | null
  readonly planning: Begun
  readonly fetching: Planned
  readonly committing: Received
  readonly settled: Begun | null
}

interface Common {
  /** Null until opened. */
  readonly mode: Mode | null
  /**
   * The mode of a batch that an earlier run started and this one continues; null if there was none. The batch may be older
   * than the call, so once it is committed the run requests the changes since.
   */
  readonly resumed: Mode | null
  /** Whether the changes since a resumed batch were requested. */
  readonly followsUp: boolean
  /** Bootstraps that this run started; a second one would be a loop. */
  readonly bootstraps: number
  /** Batches restarted from their token; a second restart would be a loop. */
  readonly restarts: number
  /** Times that the batch was replanned because of damage. */
  readonly replans: number
  /** Whether garbage was already collected to make room. */
  readonly collected: boolean
  /** Several subscriptions share the run's token, or one has a shared token. An error of that token then ends the run. */
  readonly shares: boolean
  readonly result: RunResult | null
}

export type StateIn<P extends Phase> = P extends Phase
  ? Common & { readonly phase: P; readonly has: InHand[P] }
  : never
export type RunState = StateIn<Phase>

export interface RunResult {
  readonly outcome: Outcome
  readonly error: WaraqError | null
}

export type RunEvent =
  /** Token and batch cursor were read. */
  | { readonly type: 'opened'; readonly hasToken: boolean; readonly has: Begun | null }
  /** A page was read. */
  | { readonly type: 'staged'; readonly complete: boolean; readonly has: Begun }
  /** The batch was planned. */
  | { readonly type: 'planned'; readonly has: Planned }
  /** Each needed snapshot was installed, unavailable or skipped for now. */
  | { readonly type: 'fetched'; readonly has: Received }
  | { readonly type: 'committed' }
  /** The step failed. */
  | { readonly type: 'failed'; readonly error: WaraqError }
  /** The budget is used up, or syncing was paused. */
  | { readonly type: 'stopped'; readonly error: WaraqError }

export type Step =
  | { readonly do: 'open' }
  /** Forget the batch cursor (and the token) and request the first page of a new batch. */
  | { readonly do: 'begin'; readonly mode: Mode; readonly forgetToken: boolean }
  /** Request the page that the batch cursor names. */
  | { readonly do: 'page'; readonly has: Begun }
  | { readonly do: 'plan'; readonly has: Begun }
  | { readonly do: 'fetch'; readonly has: Planned }
  | { readonly do: 'commit'; readonly has: Received; readonly checkpoint: boolean }
  /** Collect garbage to make room, then repeat the step that found no room. */
  | { readonly do: 'collect' }
  | { readonly do: 'settle'; readonly forgetBatchCursor: boolean }

export interface Transition {
  readonly state: RunState
  readonly step: Step
}

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>
type Cell<Type extends RunEvent['type'], P extends Phase = Phase> = (
  state: StateIn<P>,
  event: EventOf<Type>,
) => Transition
export type TransitionTable = {
  readonly [P in Phase]: { readonly [Type in RunEvent['type']]: Cell<Type, P> }
}

export function initial(shares = false): Transition {
  return {
    state: {
      phase: 'opening',
      has: null,
      mode: null,
      resumed: null,
      followsUp: false,
      bootstraps: 0,
      restarts: 0,
      replans: 0,
      collected: false,
      shares,
      result: null,
    },
    step: { do: 'open' },
  }
}

function toPage(state: RunState, has: Begun): Transition {
  return { state: { ...state, phase: 'paging', has }, step: { do: 'page', has } }
}

function toPlan(state: RunState, has: Begun): Transition {
  return { state: { ...state, phase: 'planning', has }, step: { do: 'plan', has } }
}

function toFetch(state: RunState, has: Planned): Transition {
  return { state: { ...state, phase: 'fetching', has }, step: { do: 'fetch', has } }
}

/** The token is stored only together with all content that it covers. */
function toCommit(state: RunState, has: Received): Transition {
  const { needed } = has.fetched
  return {
    state: { ...state, phase: 'committing', has },
    step: { do: 'commit', has, checkpoint: needed === null },
  }
}

function settle(state: RunState, result: RunResult, forgetBatchCursor = false): Transition {
  return { state: { ...state, phase: 'settled', result }, step: { do: 'settle', forgetBatchCursor } }
}

function begin(state: RunState, mode: Mode, forgetToken: boolean): Transition {
  const bootstraps = state.bootstraps + (mode === 'bootstrap' ? 1 : 0)
  return {
    state: { ...state, phase: 'paging', has: null, mode, resumed: null, bootstraps },
    step: { do: 'begin', mode, forgetToken },
  }
}

/** Requests the changes since a resumed batch was started. */
function followUp(state: RunState): Transition {
  const { state: next, step } = begin(state, 'incremental', false)
  return { state: { ...next, resumed: state.resumed, followsUp: true }, step }
}

/** Restarts the batch from its token, once. */
function restart(state: RunState, error: WaraqError): Transition {
  if (state.restarts > 0) return settle(state, { outcome: 'failed', error }, true)
  const mode = state.mode ?? 'bootstrap'
  // A bootstrap whose list is restarted counts as the same bootstrap, not as a second one.
  const next = begin({ ...state, restarts: state.restarts + 1 }, mode, false)
  return { ...next, state: { ...next.state, bootstraps: Math.max(1, state.bootstraps) } }
}

function resync(state: RunState, error: WaraqError): Transition {
  // Each subscription has its own token to continue with.
  if (state.shares) return settle(state, { outcome: 'failed', error }, true)
  if (state.bootstraps === 0) return begin(state, 'bootstrap', true)
  const loop = new WaraqError({
    code: 'resync_loop',
    message:
      'The service asked for a second bootstrap within one run. Nothing local was removed; try again later.',
    retryable: true,
    status: error.status,
    cause: error,
  })
  return settle(state, { outcome: 'failed', error: loop }, true)
}

const onFailed: Cell<'failed'> = (state, { error }) => {
  switch (answerTo(error)) {
    case 'resync':
      return resync(state, error)
    case 'restart':
      return restart(state, error)
    case 'abandon':
      return settle(state, { outcome: 'failed', error }, true)
    case 'replan':
      if (!state.has || state.replans >= mostReplans) return settle(state, { outcome: 'failed', error })
      return toPlan({ ...state, replans: state.replans + 1 }, state.has)
    case 'collect':
      if (state.collected) return settle(state, { outcome: 'failed', error })
      return { state: { ...state, collected: true }, step: { do: 'collect' } }
    case 'defer':
      return settle(state, { outcome: 'interrupted', error })
    case 'fail':
      return settle(state, { outcome: 'failed', error })
  }
}

const onStopped: Cell<'stopped'> = (state, { error }) => settle(state, { outcome: 'interrupted', error })

/** Handles an event that is impossible in this phase: the runner and the machine disagree, which is a defect of Waraq. */
function impossible<Type extends RunEvent['type']>(state: RunState, event: EventOf<Type>): Transition {
  const error = new WaraqError({
    code: 'internal',
    message: `The run met the event ${event.type} while ${state.phase}. This is a defect of Waraq; please report it.`,
  })
  return settle(state, { outcome: 'failed', error })
}

/** The result for a batch that needs no snapshot. */
const nothingFetched = (): Fetched => ({ unavailable: new Map(), needed: null })

/** A settled run stays settled. */
const over = (state: RunState): Transition => ({ state, step: { do: 'settle', forgetBatchCursor: false } })

export const transitions: TransitionTable = {
  opening: {
    opened: (state, { hasToken, has }) => {
      if (has) {
        const { mode, complete } = has.set.batchCursor
        return (complete ? toPlan : toPage)({ ...state, mode, resumed: mode }, has)
      }
      return begin(state, hasToken ? 'incremental' : 'bootstrap', false)
    },
    staged: impossible,
    planned: impossible,
    fetched: impossible,
    committed: impossible,
    failed: onFailed,
    stopped: onStopped,
  },
  paging: {
    opened: impossible,
    staged: (state, { complete, has }) => (complete ? toPlan : toPage)(state, has),
    planned: impossible,
    fetched: impossible,
    committed: impossible,
    failed: onFailed,
    stopped: onStopped,
  },
  planning: {
    opened: impossible,
    staged: impossible,
    planned: (state, { has }) => {
      const { abandoned, items } = has.plan
      if (!abandoned) {
        const needsSnapshot = items.some(({ action }) => action === 'fetch')
        return needsSnapshot ? toFetch(state, has) : toCommit(state, { ...has, fetched: nothingFetched() })
      }
      const error = new WaraqError({
        code: 'set_overtaken',
        message: 'Another subscription kept overtaking this batch. The next run begins it again.',
        retryable: true,
      })
      return restart(state, error)
    },
    fetched: impossible,
    committed: impossible,
    failed: onFailed,
    stopped: onStopped,
  },
  fetching: {
    opened: impossible,
    staged: impossible,
    planned: impossible,
    fetched: (state, { has }) => toCommit(state, has),
    committed: impossible,
    failed: onFailed,
    stopped: onStopped,
  },
  committing: {
    opened: impossible,
    staged: impossible,
    planned: impossible,
    fetched: impossible,
    committed: (state) => {
      const { needed } = state.has.fetched
      if (needed === null) {
        if (state.resumed !== null && !state.followsUp) return followUp(state)
        return settle(state, { outcome: 'current', error: null })
      }
      // The next run reads an incremental batch again from its token, because newer changes must not wait for one bad
      // resource. It continues the batch of a bootstrap, because a new one would request every snapshot again. A batch with a
      // foreign address is forgotten in any case, because it would contain that address again.
      return settle(
        state,
        { outcome: 'partial', error: needed },
        state.mode === 'incremental' || needed.code === 'foreign_address',
      )
    },
    failed: onFailed,
    stopped: onStopped,
  },
  settled: {
    opened: over,
    staged: over,
    planned: over,
    fetched: over,
    committed: over,
    failed: over,
    stopped: over,
  },
}

export function transition(state: RunState, event: RunEvent): Transition {
  const cell = transitions[state.phase][event.type] as (state: RunState, event: RunEvent) => Transition
  return cell(state, event)
}
