import { systemClock } from '../../client/clock.ts'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptySchedule } from '../../store/schedule-record.ts'
import { scheduleSettings } from '../schedule/settings.ts'
import { composeStatus, readStored, type StoredStatus } from './status.ts'
import { WaraqDatabase } from '../../store/database.ts'
import type { OpenedDatabase } from '../../store/open/open-database.ts'
import { dataFormat, type SubscriptionRecord, type WriterRecord } from '../../store/records.ts'
import { addSubscription } from '../../store/subscriptions.ts'
import type { Activity } from '../tabs/activity.ts'

/** The status, made of the stored records and the run under way. */

const now = 1_000_000
const dayMs = 24 * 3_600_000

describe('what is stored', () => {
  let db: WaraqDatabase
  beforeEach(() => {
    db = new WaraqDatabase({ name: 'status', indexedDB: new IDBFactory(), IDBKeyRange })
  })
  afterEach(() => db.close())

  it('is nothing at first', async () => {
    expect(await readStored(db)).toMatchObject({
      subscriptions: [],
      commits: 0,
      schedule: null,
      known: new Set(),
    })
  })
  it('are subscriptions in the order in which they were made, then of their names', async () => {
    for (const [filter, at] of [
      ['b:1', 2],
      ['d:1', 1],
      ['a:1', 2],
      ['c:1', 3],
    ] as const)
      await addSubscription(db, filter, at)
    await db.batchCursors.put({ filter: 'a:1', id: 1 } as never)
    const { subscriptions, inProgress } = await readStored(db)
    expect(subscriptions.map(({ filter }) => filter)).toEqual(['d:1', 'a:1', 'b:1', 'c:1'])
    expect([...inProgress]).toEqual(['a:1'])
  })
})

describe('the status', () => {
  const writer: WriterRecord = { key: 'writer', format: dataFormat, epoch: 1, leader: 'a', leaseUntil: 0 }
  const record = (rest: Partial<SubscriptionRecord> = {}): SubscriptionRecord => ({
    filter: 'translations:20',
    createdAt: 0,
    token: null,
    sequence: 5,
    committedUpTo: 5,
    listed: ['translations:20'],
    owners: ['app'],
    emptyGroups: [],
    currentAt: now,
    currentAtServer: now,
    lastRun: null,
    wentBack: null,
    resync: false,
    ...rest,
  })
  const activity = { filter: 'translations:20' } as unknown as Activity

  function compose(
    stored: Partial<StoredStatus> = {},
    current: { activity: Activity; own: boolean } | null = null,
    kind: OpenedDatabase['kind'] = 'indexeddb',
  ) {
    return composeStatus(
      {
        name: 'n',
        freshness: { policy: 'tell', staleAfterMs: 7 * dayMs },
        clock: { ...systemClock, now: () => now },
      },
      scheduleSettings(),
      {
        subscriptions: [],
        inProgress: new Set(),
        writer,
        commits: 3,
        schedule: null,
        known: new Set(),
        damaged: [],
        refreshes: [],
        ...stored,
      },
      current,
      { kind } as OpenedDatabase,
      { estimate: undefined, persisted: null, needed: null, evicted: false },
    )
  }

  it.each([
    ['this engine works', { own: true }, 0, 'writer'],
    ['another engine works', { own: false }, 0, 'follower'],
    ['a writer counts as alive and nothing was said', null, now + 1, 'follower'],
    ['a writer has been silent for too long', null, now, 'idle'],
    ['all rest', null, 0, 'idle'],
    ['this engine works while a writer counts as alive', { own: true }, now + 1, 'writer'],
  ])('where %s', (_, current, leaseUntil, role) => {
    const status = compose({ writer: { ...writer, leaseUntil } }, current && { activity, ...current })
    expect(status).toMatchObject({ name: 'n', commits: 3, role, activity: current ? activity : null })
  })
  it.each([
    ['indexeddb', true],
    ['memory', false],
  ] as const)('of a library in %s lasts: %s', (kind, persistent) => {
    expect(compose({}, null, kind).persistent).toBe(persistent)
  })
  it.each([
    [dataFormat, false],
    [dataFormat + 1, true],
  ])('of format %i is newer: %s', (format, newerFormat) => {
    expect(compose({ writer: { ...writer, format } })).toMatchObject({ newerFormat })
  })
  it('says of each subscription where it stands', () => {
    const old = record({
      filter: 'tafsirs:*',
      currentAt: now - 8 * dayMs,
      currentAtServer: now - 8 * dayMs,
      listed: [],
    })
    const { subscriptions } = compose({ subscriptions: [record(), old], inProgress: new Set(['tafsirs:*']) })
    expect(subscriptions).toMatchObject([
      { filter: 'translations:20', sequence: 5, resources: 1, stale: false, inProgress: false },
      { filter: 'tafsirs:*', resources: 0, stale: true, inProgress: true },
    ])
  })
  it('was confirmed by now at the latest, where the clock was set back since', () => {
    const { subscriptions } = compose({ subscriptions: [record({ currentAt: now + dayMs })] })
    expect(subscriptions).toMatchObject([{ currentAt: now, stale: false }])
  })
  it('says that storage refused where a last run met that', () => {
    const lastRun = {
      at: 0,
      epoch: 1,
      outcome: 'failed',
      errorCode: 'quota_exceeded',
      message: '',
      retryAt: null,
    } as const
    expect(compose({ subscriptions: [record({ lastRun })] }).storage).not.toEqual(
      compose({ subscriptions: [record()] }).storage,
    )
  })
  it('tells the timetable where there is one', () => {
    expect(compose().schedule).toBeNull()
    expect(
      compose({ schedule: { ...emptySchedule, nextAt: now + 5, reason: 'interval' } }).schedule,
    ).not.toBeNull()
  })
})
