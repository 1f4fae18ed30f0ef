import { restoredError, type WaraqError } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import {
  initial,
  transition,
  type Begun,
  type Planned,
  type Received,
  type RunEvent,
  type RunState,
  type Step,
  type Transition,
} from './machine.ts'
import type { Mode, Phase } from './report.ts'

const error = (code: string, retryable = true) => restoredError({ code, message: code, retryable })

/** Of all that is in hand, the machine looks at this. */
const begun = (mode: Mode = 'incremental', complete = false) =>
  ({ set: { batchCursor: { mode, complete } } }) as Begun
const planned = (fetches: number, abandoned = false): Planned => {
  const items = Array.from({ length: fetches }, () => ({ action: 'fetch' }))
  return { ...begun(), plan: { abandoned, items } } as unknown as Planned
}
const received = (needed: WaraqError | null = null): Received => ({
  ...planned(1),
  fetched: { unavailable: new Map(), needed },
})

const inHand = {
  opening: null,
  paging: begun(),
  planning: begun(),
  fetching: planned(1),
  committing: received(),
  settled: null,
}

const state = (phase: Phase, rest: Partial<Omit<RunState, 'phase'>> = {}): RunState =>
  ({ ...initial().state, phase, has: inHand[phase], mode: 'incremental', ...rest }) as RunState

/** A transition in one line: the next phase, and the next step. */
function reported({ state, step }: Transition): string {
  const outcome = state.result
    ? ` ${state.result.outcome}${state.result.error ? `(${state.result.error.code})` : ''}`
    : ''
  return `${state.phase}${outcome}: ${words(step)}`
}

function words(step: Step): string {
  switch (step.do) {
    case 'begin':
      return `begin ${step.mode}${step.forgetToken ? ', forgetting the token' : ''}`
    case 'commit':
      return step.checkpoint ? 'commit with token' : 'commit without token'
    case 'settle':
      return step.forgetBatchCursor ? 'settle, forgetting the batch' : 'settle'
    default:
      return step.do
  }
}

const events: { readonly [Type in RunEvent['type']]: Extract<RunEvent, { type: Type }> } = {
  opened: { type: 'opened', hasToken: true, has: null },
  staged: { type: 'staged', complete: false, has: begun() },
  planned: { type: 'planned', has: planned(2) },
  fetched: { type: 'fetched', has: received() },
  committed: { type: 'committed' },
  failed: { type: 'failed', error: error('network') },
  stopped: { type: 'stopped', error: error('budget_spent') },
}

const impossible = 'settled failed(internal): settle'
const interrupted = 'settled interrupted(network): settle'
const stopped = 'settled interrupted(budget_spent): settle'
const over = 'settled: settle'

/** Each event in each phase. A missing cell does not compile. */
const table: { readonly [P in Phase]: { readonly [Type in RunEvent['type']]: string } } = {
  opening: {
    opened: 'paging: begin incremental',
    staged: impossible,
    planned: impossible,
    fetched: impossible,
    committed: impossible,
    failed: interrupted,
    stopped,
  },
  paging: {
    opened: impossible,
    staged: 'paging: page',
    planned: impossible,
    fetched: impossible,
    committed: impossible,
    failed: interrupted,
    stopped,
  },
  planning: {
    opened: impossible,
    staged: impossible,
    planned: 'fetching: fetch',
    fetched: impossible,
    committed: impossible,
    failed: interrupted,
    stopped,
  },
  fetching: {
    opened: impossible,
    staged: impossible,
    planned: impossible,
    fetched: 'committing: commit with token',
    committed: impossible,
    failed: interrupted,
    stopped,
  },
  committing: {
    opened: impossible,
    staged: impossible,
    planned: impossible,
    fetched: impossible,
    committed: 'settled current: settle',
    failed: interrupted,
    stopped,
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

describe('each event in each phase', () => {
  for (const [phase, row] of Object.entries(table) as [Phase, (typeof table)[Phase]][]) {
    for (const [type, expected] of Object.entries(row) as [RunEvent['type'], string][]) {
      it(`${phase} + ${type}`, () => {
        expect(reported(transition(state(phase), events[type]))).toBe(expected)
      })
    }
  }
})

describe('opening', () => {
  it.each([
    ['no token', { hasToken: false, has: null }, 'paging: begin bootstrap'],
    ['a batch under way', { hasToken: true, has: begun() }, 'paging: page'],
    ['a batch read to its end', { hasToken: true, has: begun('incremental', true) }, 'planning: plan'],
    ['a bootstrap under way', { hasToken: false, has: begun('bootstrap', true) }, 'planning: plan'],
  ] as const)('%s', (_, event, expected) => {
    expect(reported(transition(state('opening'), { type: 'opened', ...event }))).toBe(expected)
  })
})

describe('the last page', () => {
  it('leads to planning', () => {
    expect(reported(transition(state('paging'), { type: 'staged', complete: true, has: begun() }))).toBe(
      'planning: plan',
    )
  })
  it('leads straight to the commit where nothing is needed', () => {
    expect(reported(transition(state('planning'), { type: 'planned', has: planned(0) }))).toBe(
      'committing: commit with token',
    )
  })
})

describe('a batch that an earlier run began', () => {
  const resume = (mode: Mode) =>
    transition(state('opening'), { type: 'opened', hasToken: true, has: begun(mode, true) }).state
  const commit = (from: RunState) =>
    transition({ ...state('committing'), ...from, phase: 'committing', has: received() }, events.committed)

  it.each<Mode>(['bootstrap', 'incremental'])('is followed by what came since, once: %s', (mode) => {
    const first = commit(resume(mode))
    expect(reported(first)).toBe('paging: begin incremental')
    expect(first.state.resumed).toBe(mode)
    expect(reported(commit(first.state))).toBe('settled current: settle')
  })
  it('and is given up is not followed', () => {
    const again = transition(resume('incremental'), {
      type: 'failed',
      error: error('cursor_filter_mismatch', false),
    })
    expect(reported(commit(again.state))).toBe('settled current: settle')
  })
})

describe('a snapshot that stays needed', () => {
  const needed = error('stale_snapshot')
  it('keeps the token back', () => {
    const { state: committing, step } = transition(state('fetching'), {
      type: 'fetched',
      has: received(needed),
    })
    expect(words(step)).toBe('commit without token')
    expect(reported(transition(committing, { type: 'committed' }))).toBe(
      'settled partial(stale_snapshot): settle, forgetting the batch',
    )
  })
  it('because of an address that the batch gives forgets the set of a bootstrap, too', () => {
    const committing = state('committing', { mode: 'bootstrap', has: received(error('foreign_address')) })
    expect(reported(transition(committing, { type: 'committed' }))).toBe(
      'settled partial(foreign_address): settle, forgetting the batch',
    )
  })
  it('keeps the set of a bootstrap, which would otherwise fetch everything anew', () => {
    const committing = state('committing', { mode: 'bootstrap', has: received(needed) })
    expect(reported(transition(committing, { type: 'committed' }))).toBe(
      'settled partial(stale_snapshot): settle',
    )
  })
})

describe('answers to errors', () => {
  const after = (
    code: string,
    retryable: boolean,
    phase: Phase = 'paging',
    rest: Parameters<typeof state>[1] = {},
  ) => reported(transition(state(phase, rest), { type: 'failed', error: error(code, retryable) }))

  it.each([
    ['resync_required', false, 'paging: begin bootstrap, forgetting the token'],
    ['token_filter_mismatch', false, 'paging: begin bootstrap, forgetting the token'],
    ['cursor_filter_mismatch', false, 'paging: begin incremental'],
    ['cursor_per_page_mismatch', false, 'paging: begin incremental'],
    ['invalid_resources', false, 'settled failed(invalid_resources): settle'],
    ['unauthorized', true, 'settled failed(unauthorized): settle'],
    ['forbidden', false, 'settled failed(forbidden): settle'],
    ['rate_limited', true, 'settled interrupted(rate_limited): settle'],
    ['service_failed', true, 'settled interrupted(service_failed): settle'],
    ['timeout', true, 'settled interrupted(timeout): settle'],
    ['truncated_body', true, 'settled interrupted(truncated_body): settle'],
    ['not_json', true, 'settled interrupted(not_json): settle'],
    ['invalid_response', true, 'settled interrupted(invalid_response): settle'],
    ['feed_inconsistent', true, 'settled failed(feed_inconsistent): settle, forgetting the batch'],
    ['feed_loop', true, 'settled failed(feed_loop): settle, forgetting the batch'],
    ['feed_too_large', false, 'settled failed(feed_too_large): settle, forgetting the batch'],
    ['writer_superseded', true, 'settled interrupted(writer_superseded): settle'],
    ['quota_exceeded', false, 'paging: collect'],
    ['resource_damaged', true, 'planning: plan'],
    ['anything_else', false, 'settled failed(anything_else): settle'],
  ])('%s', (code, retryable, expected) => {
    expect(after(code, retryable)).toBe(expected)
  })

  it('a second bootstrap within one run is a loop', () => {
    expect(after('resync_required', false, 'paging', { mode: 'bootstrap', bootstraps: 1 })).toBe(
      'settled failed(resync_loop): settle, forgetting the batch',
    )
  })
  it('a bootstrap resumed from its batch cursor may be begun anew once', () => {
    expect(after('resync_required', false, 'paging', { mode: 'bootstrap', bootstraps: 0 })).toBe(
      'paging: begin bootstrap, forgetting the token',
    )
  })
  it('a batch is begun again once', () => {
    expect(after('cursor_filter_mismatch', false, 'paging', { restarts: 1 })).toBe(
      'settled failed(cursor_filter_mismatch): settle, forgetting the batch',
    )
  })
  it('an overtaken set is begun again once', () => {
    const overtaken = { type: 'planned', has: planned(0, true) } as const
    expect(reported(transition(state('planning'), overtaken))).toBe('paging: begin incremental')
    expect(reported(transition(state('planning', { restarts: 1 }), overtaken))).toBe(
      'settled failed(set_overtaken): settle, forgetting the batch',
    )
  })
  it('what is in hand goes on with the run, and a batch that is begun anew has none of it', () => {
    const has = received(error('stale_snapshot'))
    const committing = transition(state('fetching'), { type: 'fetched', has })
    expect([committing.state.has, committing.step]).toEqual([has, { do: 'commit', has, checkpoint: false }])
    const again = transition(committing.state, { type: 'failed', error: error('resource_damaged') })
    expect([again.state.has, again.step]).toEqual([has, { do: 'plan', has }])
    const rebegun = transition(again.state, { type: 'failed', error: error('cursor_filter_mismatch', false) })
    expect(rebegun.state.has).toBeNull()
  })
  it('damage that is met before a page is here cannot be planned around', () => {
    const beginning = transition(state('opening'), events.opened).state
    expect(reported(transition(beginning, { type: 'failed', error: error('resource_damaged') }))).toBe(
      'settled failed(resource_damaged): settle',
    )
  })
  it('a batch that cannot be gone on with before its mode is known is a bootstrap', () => {
    expect(after('cursor_filter_mismatch', false, 'opening', { mode: null })).toBe('paging: begin bootstrap')
  })
  it.each(['resync_required', 'token_filter_mismatch'])(
    '%s of a shared token ends the run: each subscription has one of its own',
    (code) => {
      const { state: shared } = initial(true)
      expect(reported(transition(shared, { type: 'failed', error: error(code, false) }))).toBe(
        `settled failed(${code}): settle, forgetting the batch`,
      )
    },
  )
  it('garbage is collected once', () => {
    expect(after('quota_exceeded', false, 'committing', { collected: true })).toBe(
      'settled failed(quota_exceeded): settle',
    )
  })
  it('planning anew because of damage is bounded', () => {
    expect(after('resource_damaged', true, 'committing', { replans: 16 })).toBe(
      'settled failed(resource_damaged): settle',
    )
  })
})

describe('every run ends', () => {
  it('after any events, within a bounded number of restarts', () => {
    // From each reachable state, the worst event for progress is the one that begins a batch or a bootstrap again.
    let current = transition(initial().state, { type: 'opened', hasToken: true, has: null })
    const nasty: RunEvent[] = [
      { type: 'failed', error: error('cursor_filter_mismatch', false) },
      { type: 'failed', error: error('resync_required', false) },
      { type: 'failed', error: error('quota_exceeded', false) },
    ]
    let steps = 0
    while (current.state.phase !== 'settled' && steps < 100) {
      current = transition(current.state, nasty[steps % nasty.length]!)
      steps++
    }
    expect(steps).toBeLessThan(10)
  })
})
