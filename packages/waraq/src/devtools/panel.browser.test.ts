import { expect, it, onTestFinished } from 'vitest'
import type { EngineStatus } from '../sync/status/status.ts'
import { openPanel } from './panel.ts'
import { scriptedWatch } from './scripted-watch.test-support.ts'

const now = Date.parse('2026-01-10T12:00:00')

const status = (part: Partial<EngineStatus>): EngineStatus =>
  ({
    name: 'waraq',
    persistent: true,
    newerFormat: false,
    storage: {
      kind: 'indexeddb',
      persisted: false,
      usage: 4_200_000,
      quota: 1_000_000_000,
      available: 995_800_000,
      state: 'ok',
      why: 'There is room.',
    },
    subscriptions: [],
    problem: null,
    schedule: {
      nextSyncAt: now + 3_600_000,
      reason: 'interval',
      lastSyncAt: now,
      errorCode: null,
      failures: 0,
    },
    commits: 3,
    role: 'writer',
    activity: null,
    ...part,
  }) as EngineStatus

function bench(into?: Element) {
  const { engine, reported } = scriptedWatch()
  const close = openPanel(engine, { into, clock: { now: () => now } })
  onTestFinished(close)
  const host = (into ?? document.body).lastElementChild as HTMLElement
  const text = () => host.shadowRoot!.textContent.replaceAll(/\s+/g, ' ')
  return { reported, close, host, text }
}

it('shows the next sync, storage, subscriptions and the last runs, the latest first', () => {
  const { reported, text } = bench()
  expect(text()).toBe('Waraq: opening')
  const subscription = (outcome: 'current' | 'failed', at: number, errorCode: string | null) =>
    ({
      filter: 'translations:20',
      sequence: 1_000,
      resources: 1,
      emptyGroups: [],
      stale: false,
      inProgress: false,
      refreshes: [],
      lastRun: { at, epoch: 1, outcome, errorCode, message: null, retryAt: null },
    }) as unknown as EngineStatus['subscriptions'][number]
  reported.status!(status({ subscriptions: [subscription('failed', now - 60_000, 'token_unavailable')] }))
  reported.status!(status({ subscriptions: [subscription('current', now, null)] }))
  expect(text()).toContain('Waraq: rests')
  expect(text()).toContain('Next syncAt 13:00:00: interval.')
  expect(text()).toContain('translations:20: current, 1 resource at sequence 1000')
  expect(text()).toContain('4.2 MB of 1000.0 MB. There is room.')
  expect(text()).toMatch(
    /12:00:00 translations:20: current11:59:00 translations:20: failed, token_unavailable/,
  )
})

it('says when a deferred refresh comes', () => {
  const { reported, text } = bench()
  const dueAt = now + 2 * 3_600_000
  const lastRun = {
    at: now,
    epoch: 1,
    outcome: 'partial',
    errorCode: 'postponed',
    message: null,
    retryAt: dueAt,
  }
  const subscription = {
    filter: 'mushafs:1',
    sequence: 1_000,
    resources: 1,
    emptyGroups: [],
    stale: false,
    inProgress: false,
    refreshes: [{ ref: { group: 'mushafs', id: 1 }, dueAt }],
    lastRun,
  } as unknown as EngineStatus['subscriptions'][number]
  reported.status!(status({ subscriptions: [subscription] }))
  expect(text()).toContain('Waraq: rests')
  expect(text()).toContain(
    'mushafs:1: partial, 1 resource at sequence 1000, a deferred refresh of mushafs:1 comes at about 14:00',
  )
  expect(text()).toContain('mushafs:1: partial, postponed; a deferred refresh comes at about 14:00')
})

it('shows a run under way and a problem, as text, also where they hold markup', () => {
  const { reported, text, host } = bench()
  reported.problem!({
    code: 'token_unavailable',
    message: '<img src=x onerror=alert(1)>',
    remedy: 'Check it.',
    part: 'relay',
    unanswered: false,
    filter: null,
    since: null,
    nextTryAt: null,
  })
  expect(text()).toContain('Problem<img src=x onerror=alert(1)> Check it. (token_unavailable)')
  expect(host.shadowRoot!.querySelector('img')).toBeNull()
  const resource = {
    key: 'translations:20',
    phase: 'downloading',
    bytes: 5,
    bytesExpected: null,
    rows: 1_234,
  }
  const activity = {
    filter: 'translations:20',
    mode: 'bootstrap',
    phase: 'fetching',
    pages: 1,
    mutations: 1,
    snapshots: { total: 1, done: 0 },
    resources: [resource],
  } as unknown as EngineStatus['activity']
  reported.status!(status({ activity, role: 'follower' }))
  expect(text()).toContain('Waraq: syncing')
  expect(text()).toContain('fetching, in another tab, 1 page, 1 change, 0 of 1 snapshots')
  expect(text()).toContain('translations:20: downloading, 1,234 rows')
})

it('goes where it is told to, and leaves nothing behind', () => {
  const place = document.body.appendChild(document.createElement('div'))
  onTestFinished(() => place.remove())
  const { reported, close, host } = bench(place)
  expect(host.parentElement).toBe(place)
  expect(getComputedStyle(host).position).toBe('static')
  close()
  expect([place.childElementCount, reported]).toEqual([0, {}])
})
