import { restoredError } from '@waraq/contract'
import { describe, expect, it } from 'vitest'
import {
  initial,
  stepOf,
  transition,
  type Phase,
  type RunEvent,
  type RunState,
  type Step,
  type Transition,
} from './machine.ts'

const error = (code: string, retryable = true) => restoredError({ code, message: code, retryable })

const state = (phase: Phase, rest: Partial<RunState> = {}): RunState => ({
  ...initial().state,
  phase,
  mode: 'incremental',
  ...rest,
})

/** A transition in one line: the next phase, and the next step. */
function told({ state, step }: Transition): string {
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
      return step.forgetJournal ? 'settle, forgetting the set' : 'settle'
    default:
      return step.do
  }
}

const events: { readonly [Type in RunEvent['type']]: Extract<RunEvent, { type: Type }> } = {
  opened: { type: 'opened', hasToken: true, journal: null },
  staged: { type: 'staged', complete: false },
  planned: { type: 'planned', abandoned: false, fetches: 2 },
  fetched: { type: 'fetched', owed: null },
  committed: { type: 'committed' },
  failed: { type: 'failed', error: error('network') },
  stopped: { type: 'stopped', error: error('budget_spent') },
}

const impossible = 'settled failed(internal): settle'
const deferred = 'settled deferred(network): settle'
const stopped = 'settled deferred(budget_spent): settle'
const over = 'settled: settle'

/** Each event in each phase. A missing cell does not compile. */
const table: { readonly [P in Phase]: { readonly [Type in RunEvent['type']]: string } } = {
  opening: {
    opened: 'paging: begin incremental',
    staged: impossible,
    planned: impossible,
    fetched: impossible,
    committed: impossible,
    failed: deferred,
    stopped,
  },
  paging: {
    opened: impossible,
    staged: 'paging: page',
    planned: impossible,
    fetched: impossible,
    committed: impossible,
    failed: deferred,
    stopped,
  },
  planning: {
    opened: impossible,
    staged: impossible,
    planned: 'fetching: fetch',
    fetched: impossible,
    committed: impossible,
    failed: deferred,
    stopped,
  },
  fetching: {
    opened: impossible,
    staged: impossible,
    planned: impossible,
    fetched: 'committing: commit with token',
    committed: impossible,
    failed: deferred,
    stopped,
  },
  committing: {
    opened: impossible,
    staged: impossible,
    planned: impossible,
    fetched: impossible,
    committed: 'settled current: settle',
    failed: deferred,
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
        expect(told(transition(state(phase), events[type]))).toBe(expected)
      })
    }
  }
})

describe('opening', () => {
  it.each([
    ['no token', { hasToken: false, journal: null }, 'paging: begin bootstrap'],
    [
      'a page set under way',
      { hasToken: true, journal: { mode: 'incremental', complete: false } },
      'paging: page',
    ],
    [
      'a page set read to its end',
      { hasToken: true, journal: { mode: 'incremental', complete: true } },
      'planning: plan',
    ],
    [
      'a bootstrap under way',
      { hasToken: false, journal: { mode: 'bootstrap', complete: true } },
      'planning: plan',
    ],
  ] as const)('%s', (_, event, expected) => {
    expect(told(transition(state('opening'), { type: 'opened', ...event }))).toBe(expected)
  })
})

describe('the last page', () => {
  it('leads to planning', () => {
    expect(told(transition(state('paging'), { type: 'staged', complete: true }))).toBe('planning: plan')
  })
  it('leads straight to the commit where nothing is owed', () => {
    expect(told(transition(state('planning'), { type: 'planned', abandoned: false, fetches: 0 }))).toBe(
      'committing: commit with token',
    )
  })
})

describe('a snapshot that stays owed', () => {
  const owed = error('stale_snapshot')
  it('keeps the token back', () => {
    const { state: committing, step } = transition(state('fetching'), { type: 'fetched', owed })
    expect(words(step)).toBe('commit without token')
    expect(told(transition(committing, { type: 'committed' }))).toBe(
      'settled partial(stale_snapshot): settle, forgetting the set',
    )
  })
  it('because of an address that the set gives forgets the set of a bootstrap, too', () => {
    const committing = state('committing', { mode: 'bootstrap', owed: error('foreign_address') })
    expect(told(transition(committing, { type: 'committed' }))).toBe(
      'settled partial(foreign_address): settle, forgetting the set',
    )
  })
  it('keeps the set of a bootstrap, which would otherwise fetch everything anew', () => {
    const committing = state('committing', { mode: 'bootstrap', owed })
    expect(told(transition(committing, { type: 'committed' }))).toBe(
      'settled partial(stale_snapshot): settle',
    )
  })
})

describe('answers to errors', () => {
  const after = (code: string, retryable: boolean, phase: Phase = 'paging', rest: Partial<RunState> = {}) =>
    told(transition(state(phase, rest), { type: 'failed', error: error(code, retryable) }))

  it.each([
    ['resync_required', false, 'paging: begin bootstrap, forgetting the token'],
    ['token_filter_mismatch', false, 'paging: begin bootstrap, forgetting the token'],
    ['cursor_filter_mismatch', false, 'paging: begin incremental'],
    ['cursor_per_page_mismatch', false, 'paging: begin incremental'],
    ['invalid_resources', false, 'settled failed(invalid_resources): settle'],
    ['unauthorized', true, 'settled failed(unauthorized): settle'],
    ['forbidden', false, 'settled failed(forbidden): settle'],
    ['rate_limited', true, 'settled deferred(rate_limited): settle'],
    ['service_failed', true, 'settled deferred(service_failed): settle'],
    ['timeout', true, 'settled deferred(timeout): settle'],
    ['truncated_body', true, 'settled deferred(truncated_body): settle'],
    ['not_json', true, 'settled deferred(not_json): settle'],
    ['invalid_response', true, 'settled deferred(invalid_response): settle'],
    ['feed_inconsistent', true, 'settled failed(feed_inconsistent): settle, forgetting the set'],
    ['feed_loop', true, 'settled failed(feed_loop): settle, forgetting the set'],
    ['feed_too_large', false, 'settled failed(feed_too_large): settle, forgetting the set'],
    ['writer_superseded', true, 'settled deferred(writer_superseded): settle'],
    ['quota_exceeded', false, 'paging: collect'],
    ['resource_damaged', true, 'planning: plan'],
    ['anything_else', false, 'settled failed(anything_else): settle'],
  ])('%s', (code, retryable, expected) => {
    expect(after(code, retryable)).toBe(expected)
  })

  it('a second bootstrap within one run is a loop', () => {
    expect(after('resync_required', false, 'paging', { mode: 'bootstrap', bootstraps: 1 })).toBe(
      'settled failed(resync_loop): settle, forgetting the set',
    )
  })
  it('a bootstrap resumed from its journal may be begun anew once', () => {
    expect(after('resync_required', false, 'paging', { mode: 'bootstrap', bootstraps: 0 })).toBe(
      'paging: begin bootstrap, forgetting the token',
    )
  })
  it('a page set is begun again once', () => {
    expect(after('cursor_filter_mismatch', false, 'paging', { restarts: 1 })).toBe(
      'settled failed(cursor_filter_mismatch): settle, forgetting the set',
    )
  })
  it('an overtaken set is begun again once', () => {
    const overtaken = { type: 'planned', abandoned: true, fetches: 0 } as const
    expect(told(transition(state('planning'), overtaken))).toBe('paging: begin incremental')
    expect(told(transition(state('planning', { restarts: 1 }), overtaken))).toBe(
      'settled failed(set_overtaken): settle, forgetting the set',
    )
  })
  it.each([
    ['opening', 'open'],
    ['paging', 'page'],
    ['planning', 'plan'],
    ['fetching', 'fetch'],
    ['committing', 'commit with token'],
    ['settled', 'settle'],
  ] as const)('after collecting garbage, %s does its own step again: %s', (phase, step) => {
    expect(words(stepOf(state(phase)))).toBe(step)
  })
  it('a set that cannot be gone on with before its mode is known is a bootstrap', () => {
    expect(after('cursor_filter_mismatch', false, 'opening', { mode: null })).toBe('paging: begin bootstrap')
  })
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
    // From each reachable state, the worst event for progress is the one that begins a set or a bootstrap again.
    let current = transition(initial().state, { type: 'opened', hasToken: true, journal: null })
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
