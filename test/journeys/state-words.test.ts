import { WaraqError, type ErrorCode } from '@waraq/protocol'
import type {
  EngineStatus,
  Problem,
  ResourceInfo,
  ResourceProgress,
  ScheduleReason,
  SubscriptionStatus,
} from 'waraq'
import { describe, expect, it } from 'vitest'
import { goneWithMemory } from '../../demo/src/sync/gone-with-memory.ts'
import { noticesOf } from '../../demo/src/sync/notices.ts'
import { troubleOf } from '../../demo/src/sync/problems.ts'
import { resourceShown } from '../../demo/src/sync/resource-shown.ts'
import { storageShown } from '../../demo/src/sync/storage-shown.ts'
import { syncLine } from '../../demo/src/sync/sync-line.ts'
import { initialSyncState, type SyncState, type Trouble } from '../../demo/src/sync/sync-state.ts'
import { ar } from '../../demo/src/words/ar.ts'
import { en } from '../../demo/src/words/en.ts'
import type { Words } from '../../demo/src/words/words.ts'

/** What the demo makes of the engine's status, in words. */

const now = Date.parse('2026-01-10T12:00:00Z')
const minute = 60_000
const day = 24 * 60 * minute

function subscription(parts: Partial<SubscriptionStatus> = {}): SubscriptionStatus {
  return {
    filter: 'translations:20',
    sequence: 5,
    resources: 1,
    owners: ['app'],
    emptyGroups: [],
    currentAt: now - 3 * minute,
    currentAtServer: null,
    stale: false,
    lastRun: null,
    problem: null,
    inProgress: false,
    refreshes: [],
    ...parts,
  }
}

function status(parts: Partial<EngineStatus> = {}): EngineStatus {
  const { schedule = null, pausedSince = null, ...others } = parts
  return {
    name: 'waraq',
    persistent: true,
    newerFormat: false,
    pausedSince,
    storage: {
      kind: 'indexeddb',
      persisted: false,
      usage: 2_000_000,
      quota: 3_000_000_000,
      available: 2_998_000_000,
      state: 'ok',
      why: 'There is room.',
    },
    subscriptions: [subscription()],
    problem: null,
    schedule,
    commits: 4,
    role: 'idle',
    activity: null,
    ...others,
  }
}

function state(reported: EngineStatus | null, parts: Partial<SyncState> = {}): SyncState {
  return { ...initialSyncState, status: reported, ...parts }
}

function problem(code: ErrorCode, message: string, unanswered = false): Problem {
  const rest = { remedy: '', part: 'service', filter: null, since: null, nextTryAt: null } as const
  return { code, message, unanswered, ...rest }
}

function failed(errorCode: ErrorCode, message: string, retryAt: number | null = now): SubscriptionStatus {
  const lastRun = { at: now - minute, epoch: 1, outcome: 'failed' as const, errorCode, message, retryAt }
  return subscription({ lastRun, problem: problem(errorCode, message, errorCode === 'network') })
}

function planned(reason: ScheduleReason, nextSyncAt: number | null, failures = 0): EngineStatus {
  return status({ schedule: { nextSyncAt, reason, lastSyncAt: now - minute, errorCode: null, failures } })
}

/** Another try alone does not help. */
function refused(code: ErrorCode): EngineStatus {
  const part = code.startsWith('storage') ? 'storage' : 'service'
  const each = {
    ...failed(code, 'Said to builders.'),
    problem: { ...problem(code, 'Said to builders.'), part } as const,
  }
  return { ...planned('needs_help', now + minute, 1), subscriptions: [each] }
}

const activity = {
  filter: 'translations:20',
  mode: 'bootstrap' as const,
  phase: 'fetching' as const,
  pages: 1,
  mutations: 1,
  snapshots: { total: 3, done: 1 },
  resources: [],
}

describe('the sign of syncing', () => {
  it.each<[string, SyncState, kind: string, line: RegExp]>([
    ['opening', state(null), 'waiting', /^Opening the library/],
    [
      'an engine that does not answer',
      state(null, { trouble: { code: 'storage_blocked', message: '' } }),
      'problem',
      /not available/,
    ],
    ['nothing kept', state(status({ subscriptions: [] })), 'empty', /^Nothing downloaded/],
    ['all current', state(status()), 'current', /^Last synced 3 minutes ago$/],
    [
      'something that never came',
      state(status({ subscriptions: [subscription({ currentAt: null })] })),
      'waiting',
      /^Some downloads/,
    ],
    ['a run of this tab', state(status({ activity, role: 'writer' })), 'syncing', /^Syncing…$/],
    [
      'a run of another tab',
      state(status({ activity, role: 'follower' })),
      'syncing',
      /^Syncing in another tab/,
    ],
    [
      'no connection',
      state(status(), { online: false }),
      'offline',
      /^showing your downloads · last synced 3 minutes ago$/,
    ],
    [
      'no connection and nothing kept',
      state(status({ subscriptions: [] }), { online: false }),
      'offline',
      /^Nothing downloaded/,
    ],
    [
      'a service that does not answer',
      state(status({ subscriptions: [failed('network', 'No answer.')] })),
      'offline',
      /^showing your downloads/,
    ],
    [
      'a sync that could not begin',
      state(
        status({
          problem: problem('storage_blocked', 'Held. Close it.'),
          schedule: {
            nextSyncAt: now,
            reason: 'retry',
            lastSyncAt: now,
            errorCode: 'storage_blocked',
            failures: 1,
          },
        }),
      ),
      'problem',
      /^Another tab is using the library\. Close/,
    ],
    [
      'a library in memory, which a notice tells',
      state(status({ problem: problem('storage_unavailable', 'In memory.') })),
      'current',
      /^Last synced/,
    ],
    [
      'a relay that refuses',
      state(status({ subscriptions: [failed('token_unavailable', 'The token relay answered 403.', null)] })),
      'problem',
      /^Access to the service was denied\./,
    ],
    [
      'a run that goes on by itself',
      state(status({ subscriptions: [{ ...failed('budget_spent', 'Cut.'), problem: null }] })),
      'current',
      /^Last synced/,
    ],
    [
      'no room',
      state(status({ subscriptions: [failed('quota_exceeded', 'Long.', null)] })),
      'problem',
      /^Not enough space/,
    ],
    [
      'old content',
      state(status({ subscriptions: [subscription({ stale: true, currentAt: now - 9 * day })] })),
      'stale',
      /^Out of date: last synced 9 days ago$/,
    ],
    [
      'old content that is being renewed',
      state(status({ subscriptions: [subscription({ stale: true, currentAt: now - 9 * day })], activity })),
      'syncing',
      /^Out of date: last synced 9 days ago · Syncing…$/,
    ],
    ['a newer version', state(status({ newerFormat: true })), 'problem', /^Read-only/],
  ])('with %s', (_, given, kind, line) => {
    const shown = syncLine(given, now, null, en)
    expect([shown.kind, shown.line]).toEqual([kind, expect.stringMatching(line)])
  })

  it.each<[ScheduleReason, RegExp]>([
    ['interval', /^Next sync in 5 minutes$/],
    ['retry', /^Next sync in 5 minutes: the last sync failed$/],
    ['offline', /no connection; sooner when it is back$/],
    ['online', /the connection is back$/],
    ['slept', /this device was asleep$/],
    ['service_asked', /the service asked/],
    ['budget', /was interrupted/],
    ['asked', /something new/],
    ['data_saver', /data saver is on/],
    ['rate_budget', /too many syncs recently/],
    ['in_progress', /^A sync is in progress; if its tab was closed, another one starts right away$/],
    ['never_synced', /nothing was synced yet/],
  ])('says what comes next and why: %s', (reason, words) => {
    expect(syncLine(state(planned(reason, now + 5 * minute)), now, null, en).next).toMatch(words)
  })

  it('counts failed tries, and says where none follows by itself', () => {
    expect(syncLine(state(planned('retry', now - 1, 3)), now, null, en).next).toMatch(
      /^Next attempt now after 3 failed attempts/,
    )
    expect(syncLine(state(planned('needs_help', null, 1)), now, null, en).next).toMatch(/^No automatic sync/)
    expect(syncLine(state(planned('nothing_subscribed', null)), now, null, en).next).toBeNull()
  })

  it.each<[language: string, Words, later: string, passed: string]>([
    ['English', en, 'Update planned for about ', 'Update queued for the next sync'],
    ['Arabic', ar, 'التحديث نحو الساعة ', 'التحديث في انتظار المزامنة التالية'],
  ])('says when a deferred refresh comes, in %s', (_, words, later, passed) => {
    const dueAt = now + 2 * 60 * minute + 4 * minute
    const waiting = (at: number) => {
      const error = { errorCode: 'postponed' as const, message: 'Said to builders.', retryAt: at }
      const lastRun = { at: now - minute, epoch: 1, outcome: 'partial' as const, ...error }
      const refreshes = [{ ref: { group: 'translations', id: 20 }, dueAt: at }]
      return subscription({ currentAt: now - 9 * 60 * minute, lastRun, refreshes })
    }
    const reported = (at: number) =>
      state({ ...planned('interval', now + 5 * minute), subscriptions: [waiting(at)] })
    const exact = `${later}${words.figures.timeOfDay(now + 2 * 60 * minute)}`
    // It is no trouble, and what is here was confirmed but for that.
    expect(syncLine(reported(dueAt), now, null, words)).toEqual({
      kind: 'current',
      line: words.sync.synced(now - minute, now),
      next: `${words.sync.next(now + 5 * minute, now, 'interval', 0)} · ${exact}`,
    })
    expect(syncLine(reported(now - 1), now, null, words).next).toContain(passed)
    const info = { status: 'installed', rows: 3, size: 5_000 } as unknown as ResourceInfo
    const facts = { info, progress: undefined, running: false, paused: false, online: true, inMemory: false }
    const saying = { words, contents: words.resource.verses, usualBytes: 0, now }
    expect(resourceShown({ ...facts, subscription: waiting(dueAt) }, saying).words).toBe(
      `${words.resource.here} · ${words.resource.verses(3)} · ${words.figures.bytes(5_000)} · ${exact}`,
    )
  })

  it('promises nothing while there is no engine to keep it', () => {
    const reported = planned('interval', now + minute)
    expect(syncLine(state(reported, { restarting: true }), now, null, en).next).toBeNull()
  })

  it('is offline where something else than a sync was asked for in vain, until a sync has ended since', () => {
    const reported = planned('interval', now + minute)
    expect(syncLine(state(reported), now, now, en).kind).toBe('offline')
    expect(syncLine(state(reported), now, now - 2 * minute, en).kind).toBe('current')
  })
})

const full = { ...status().storage, state: 'full' as const, why: 'Full. Free space.' }
const memory = { ...status().storage, kind: 'memory' as const, state: 'memory' as const, why: 'In memory.' }

describe('a text that is not here yet', () => {
  const facts = {
    info: undefined,
    progress: undefined,
    subscription: subscription({ currentAt: null }),
    running: false,
    paused: false,
    online: true,
    inMemory: false,
  }
  const cutShort = { ...failed('budget_spent', 'Cut.'), problem: null }
  it.each<[string, Partial<Parameters<typeof resourceShown>[0]>, string]>([
    ['waits for the next sync', {}, 'Queued for the next sync'],
    ['waits for its turn in this one', { running: true }, 'Queued'],
    ['waits for a connection', { online: false }, 'Waiting for a connection'],
    ['waits for its reader', { paused: true, online: false }, 'Paused'],
    ['was interrupted', { subscription: cutShort }, 'Paused; resumes with the next sync'],
    [
      'has a problem without words of its own: neither the engine’s message nor a name of a resource is shown',
      { subscription: failed('internal', 'No rows of translations:20.') },
      'Not downloaded yet. Something went wrong (internal). Try again; reload the page if that does not help.',
    ],
  ])('%s', (_, given, shown) => {
    const saying = { words: en, contents: null, usualBytes: 0, now }
    expect(resourceShown({ ...facts, ...given }, saying).words).toBe(shown)
  })
})

describe('a text that comes', () => {
  const at = (change: Partial<ResourceProgress>, online = true) => {
    const base = { key: 'translations:20', ref: { group: 'translations', id: 20 }, rows: 0 } as const
    const progress = { ...base, phase: 'downloading', bytes: 0, bytesExpected: null, ...change } as const
    const facts = { info: undefined, subscription: undefined, running: true, paused: false, inMemory: false }
    const saying = { words: en, contents: null, usualBytes: 4_000, now }
    return resourceShown({ ...facts, progress, online }, saying)
  }

  it('has come to a share of its length, of the usual one where it is not known, and no further than that', () => {
    expect(at({ bytes: 1_000, bytesExpected: 2_000 })).toMatchObject({
      words: 'Downloading · 50%',
      share: 0.5,
    })
    expect(at({ bytes: 1_000 })).toMatchObject({ words: 'Downloading · 25%', share: 0.25 })
    expect(at({ bytes: 5_000 })).toMatchObject({ words: 'Downloading', share: null })
  })

  it('says that it starts again after an interruption', () => {
    expect(at({ bytes: 1_000, restarted: true })).toMatchObject({
      words: 'Interrupted, downloading from the start · 25%',
      share: 0.25,
    })
    expect(at({ bytes: 5_000, restarted: true }).words).toBe('Interrupted, downloading from the start')
  })

  it('waits for its turn, or for a connection', () => {
    expect(at({ phase: 'waiting' }).words).toBe('Queued')
    expect(at({ phase: 'waiting' }, false).words).toBe('Waiting for a connection')
  })
})

describe('notices', () => {
  it.each<[string, SyncState, string[]]>([
    ['nothing wrong', state(status()), []],
    ['a library that opens slowly', state(null, { slow: true }), ['status slow']],
    [
      'one that does not open',
      state(null, { slow: true, trouble: { code: 'storage_blocked', message: 'Close.', part: 'storage' } }),
      ['alert closed'],
    ],
    [
      'no worker',
      state(status(), { trouble: { code: 'worker_failed', message: 'CSP', part: 'worker' } }),
      ['alert stopped'],
    ],
    [
      'no answer of the worker',
      state(status(), { trouble: { code: 'timeout', message: 'Late.' } }),
      ['alert stopped'],
    ],
    ['a lost worker', state(status(), { restarting: true }), ['status restarting, quiet']],
    ['a newer version', state(status({ newerFormat: true })), ['alert newer-format']],
    ['memory', state(status({ storage: memory, persistent: false })), ['alert memory']],
    ['no room', state(status({ storage: full })), ['alert full']],
    ['an estimate of no room, while it is tried', state(status({ storage: full, activity })), []],
    ['an eviction', state(status(), { care: { persisted: null, evicted: true } }), ['status evicted']],
    ['another tab that syncs', state(status({ activity, role: 'follower' })), []],
    ['no connection', state(status(), { online: false }), []],
    [
      'no connection and nothing kept',
      state(status({ subscriptions: [] }), { online: false }),
      ['status offline-empty'],
    ],
    [
      'nothing kept, but chosen',
      state(status({ subscriptions: [] }), { online: false, choices: new Map([['translations:20', true]]) }),
      [],
    ],
    ['a service that refuses', state(refused('forbidden')), ['status refused']],
    ['one that failed and is asked again', state({ ...refused('service_failed'), schedule: null }), []],
    ['storage that fails', state(refused('storage_failed')), []],
    [
      'a question too many',
      state(status(), { refusal: { is: 'waits', nextAt: now + 2 * minute, reason: 'rate_budget' } }),
      ['status not-now'],
    ],
  ])('with %s', (_, given, expected) => {
    const found = noticesOf(given, { waiting: false }, now, en)
    expect(found.map(({ role, id, quiet }) => `${role} ${id}${quiet ? ', quiet' : ''}`)).toEqual(expected)
  })

  it('tell of a new version last', () => {
    const found = noticesOf(state(status({ storage: full })), { waiting: true }, now, en)
    expect(found.map(({ id }) => id)).toEqual(['full', 'update'])
  })

  it('answer what the reader asked for', () => {
    const refusal = { is: 'waits', nextAt: now + 2 * minute, reason: 'rate_budget' } as const
    const [answer] = noticesOf(state(status(), { refusal }), { waiting: false }, now, en)
    expect(answer?.text).toMatch(/^Not now: .* Try again in 2 minutes\.$/)
  })

  it('have words for readers where the error speaks to builders, and the way out', () => {
    const trouble = { code: 'worker_failed', message: 'worker-src', part: 'worker' } as const
    const [stopped] = noticesOf(state(status(), { trouble }), { waiting: false }, now, en)
    expect(stopped).toMatchObject({
      actions: ['retry', 'reload'],
      text: expect.not.stringContaining('worker-src'),
    })
  })
})

describe('an error of the engine', () => {
  const error = new WaraqError({ code: 'storage_blocked', message: 'Held. Close it.', retryable: true })
  const reported: Problem = { ...problem('storage_blocked', 'Held.'), part: 'storage' }
  it.each<[string, unknown, Problem | null, Partial<Trouble>]>([
    ['is of the part that the engine names', error, reported, { code: 'storage_blocked', part: 'storage' }],
    ['that is not the one it tells of has none', error, problem('network', ''), { part: undefined }],
    ['that it tells nothing of has none', error, null, { part: undefined }],
    ['of another kind has only its words', new Error('Odd.'), reported, { code: 'unknown', message: 'Odd.' }],
  ])('%s', (_, thrown, said, expected) => {
    expect(troubleOf(thrown, said)).toMatchObject(expected)
  })
})

describe('storage', () => {
  it('shows what the browser tells, and nothing that it does not', () => {
    const shown = storageShown(state(status()), en)!
    expect(shown.facts.map(({ text }) => text)).toEqual(['about 2.0 MB', 'about 3.0 GB', 'No'])
    const silent = {
      ...status().storage,
      usage: null,
      available: null,
      persisted: null,
      state: 'unknown' as const,
    }
    expect(storageShown(state(status({ storage: silent })), en)).toMatchObject({
      facts: [{ text: 'Unknown' }],
      estimated: false,
      advice: null,
    })
  })

  it('knows a promise that only the page can know', () => {
    const shown = storageShown(state(status(), { care: { persisted: true, evicted: false } }), en)
    expect(shown).toMatchObject({ persisted: true, advice: null })
  })
})

describe('a library in memory that went with its worker', () => {
  it('tells what it had; stored ones, dropped texts and new commits tell nothing', () => {
    const kept = { ...status(), persistent: false }
    const fresh = status({ persistent: false, commits: 0, subscriptions: [] })
    expect(goneWithMemory(kept, fresh)).toEqual(['translations:20'])
    expect(goneWithMemory(null, fresh)).toEqual([])
    expect(goneWithMemory(kept, { ...fresh, persistent: true })).toEqual([])
    expect(goneWithMemory(kept, { ...fresh, commits: 5 })).toEqual([])
  })
})
