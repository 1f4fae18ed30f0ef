import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBench, type Bench } from '../../sync/bench.test-support.ts'
import { settle } from '@waraq/test-support/at-rest'
import type { EngineStatus } from '../../sync/status/status.ts'
import type { SyncEngine } from '../../sync/api/sync-engine.ts'
import { pageMarks, pageStorage } from '../../platform/storage/browser-parts.ts'
import { careForStorage, type StorageCareOptions, type StorageCareState } from './care-for-storage.ts'
import { readMark } from './eviction-mark.ts'
import { memoryMarks } from '@waraq/test-support/memory-marks'

/** Tests with the real engine. A bench is a database, so a second bench is a device whose browser cleared the first one. */
const benches: Bench[] = []
function device(): Bench {
  const bench = createBench()
  benches.push(bench)
  return bench
}
const ends: (() => void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) end()
  await Promise.all(benches.splice(0).map((bench) => bench.close()))
  vi.unstubAllGlobals()
})

const now = () => 1_700_000_000_000

function fakeStorage(grants = true) {
  const storage = {
    asked: 0,
    kept: false,
    persisted: async () => storage.kept,
    persist: async () => {
      storage.asked++
      return (storage.kept = grants)
    },
  }
  return storage
}

function start(bench: Bench, options: StorageCareOptions) {
  const care = careForStorage(bench.engine, { storage: null, now, ...options })
  ends.push(() => care.close())
  const states: StorageCareState[] = []
  care.watch((state) => states.push(state))
  return { care, states }
}

const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 20_000, interval: 1 })

describe('caring for storage', () => {
  it('asks to keep what is stored after the first run that became current', async () => {
    const bench = device()
    const storage = fakeStorage()
    const { states } = start(bench, { storage, marks: memoryMarks() })
    await until(() => states.length === 2)
    await bench.engine.subscribe('translations:20')
    await bench.engine.status()
    expect(storage.asked).toBe(0)
    await bench.engine.sync()
    await until(() => states.length === 3)
    await bench.engine.sync()
    expect(storage.asked).toBe(1)
    expect(states).toEqual([
      { persisted: null, evicted: false },
      { persisted: false, evicted: false },
      { persisted: true, evicted: false },
    ])
  })

  it('never asks where it must not, and still says how things stand', async () => {
    const bench = device()
    const storage = fakeStorage()
    const marks = memoryMarks()
    const { care } = start(bench, { storage, marks, persist: 'never' })
    await bench.engine.subscribe('translations:20')
    await bench.engine.sync()
    await until(() => readMark(marks, 'waraq') !== null)
    expect(storage.asked).toBe(0)
    expect(care.state).toEqual({ persisted: false, evicted: false })
  })

  it('does not ask to keep what lives in memory', async () => {
    const status = {
      name: 'waraq',
      persistent: false,
      commits: 1,
      subscriptions: [{ filter: 'a:1', currentAt: 5 }],
    } as unknown as EngineStatus
    const engine: Pick<SyncEngine, 'watch' | 'subscribe' | 'noteEviction'> = {
      noteEviction: () => Promise.reject(new Error('not expected')),
      subscribe: (filter) => Promise.resolve(filter),
      watch: (listener) => (listener(status), () => undefined),
    }
    const [storage, marks] = [fakeStorage(), memoryMarks()]
    const care = careForStorage(engine, { storage, marks, now })
    await settle()
    expect([storage.asked, marks.all.size, care.state.persisted]).toEqual([0, 0, false])
    care.close()
  })

  it('notices that the library was cleared, subscribes again, and sees it come back', async () => {
    const first = device()
    const marks = memoryMarks()
    const before = start(first, { marks })
    await first.engine.subscribe('translations:20')
    await first.engine.subscribe('tafsirs:169')
    await first.engine.sync()
    // The mark is complete once both runs have committed.
    await until(() => JSON.stringify(readMark(marks, 'waraq')).includes('tafsirs:169'))
    before.care.close()

    const cleared = device()
    const had: (readonly string[])[] = []
    const { care, states } = start(cleared, { marks, onEvicted: (filters) => had.push(filters) })
    await until(() => had.length === 1)
    // Sorted here: they come in the order of their making, which a clock of milliseconds may not tell.
    expect(had.map((filters) => filters.toSorted())).toEqual([['tafsirs:169', 'translations:20']])
    expect(care.state.evicted).toBe(true)
    const { subscriptions, storage } = await cleared.engine.status()
    expect(storage).toMatchObject({ state: 'evicted', why: expect.stringMatching(/cleared/) })
    expect(subscriptions.map(({ filter }) => filter).sort()).toEqual(['tafsirs:169', 'translations:20'])
    await cleared.engine.sync()
    await until(() => !care.state.evicted)
    expect((await cleared.engine.status()).storage.state).not.toBe('evicted')
    expect(states.map(({ evicted }) => evicted)).toEqual([false, true, false])
  })

  it('takes an empty library for a new one where it never was current', async () => {
    const first = device()
    const marks = memoryMarks()
    const before = start(first, { marks })
    await first.engine.subscribe('translations:20')
    await first.engine.status()
    before.care.close()
    const second = device()
    const { care } = start(second, { marks })
    let reported = 0
    ends.push(second.engine.watch(() => reported++))
    await until(() => reported > 0)
    expect(care.state.evicted).toBe(false)
    expect((await second.engine.status()).subscriptions).toEqual([])
  })

  it('does not bring back what was dropped while no page was open', async () => {
    const bench = device()
    const marks = memoryMarks()
    const before = start(bench, { marks })
    await bench.engine.subscribe('translations:20')
    await bench.engine.sync()
    await until(() => readMark(marks, 'waraq') !== null)
    before.care.close()
    await bench.engine.unsubscribe('translations:20')
    const { care } = start(bench, { marks })
    let reported = 0
    ends.push(bench.engine.watch(() => reported++))
    await until(() => reported > 0)
    expect(care.state.evicted).toBe(false)
    expect((await bench.engine.status()).subscriptions).toEqual([])
    expect(readMark(marks, 'waraq')).not.toBeNull()
  })

  it('heals, without a second visit, where the database is deleted during the first sync', async () => {
    const bench = device()
    const marks = memoryMarks()
    const { care } = start(bench, { marks })
    await bench.engine.setSubscriptions(['translations:20'])
    await bench.engine.startAutoSync()
    await until(() => bench.requests().includes('translations:20'))
    await new Promise((resolve) => (bench.indexedDB.deleteDatabase('waraq').onsuccess = resolve))
    let latest: EngineStatus | undefined
    ends.push(bench.engine.watch((status) => (latest = status)))
    await until(() => latest?.subscriptions[0]?.lastRun?.outcome === 'current')
    await until(() => readMark(marks, 'waraq') !== null)
    expect([care.state.evicted, latest!.subscriptions.map(({ filter }) => filter)]).toEqual([
      false,
      ['translations:20'],
    ])
  })

  it('keeps its mark under another name where one is given', async () => {
    const bench = device()
    const marks = memoryMarks()
    start(bench, { marks, name: 'mine' })
    await bench.engine.subscribe('translations:20')
    await bench.engine.sync()
    await until(() => readMark(marks, 'mine') !== null)
    expect(readMark(marks, 'waraq')).toBeNull()
  })

  it('survives listeners that throw, and says nothing once closed', async () => {
    const bench = device()
    const { care, states } = start(bench, { storage: fakeStorage(), marks: memoryMarks() })
    care.watch(() => {
      throw new Error('a listener of the application')
    })
    const late: StorageCareState[] = []
    const end = care.watch((state) => late.push(state))
    end()
    await bench.engine.subscribe('translations:20')
    await bench.engine.sync()
    await until(() => states.at(-1)!.persisted === true)
    expect(late).toEqual([{ persisted: null, evicted: false }])
    care.close()
    expect(care.watch(() => late.push(care.state))()).toBeUndefined()
    expect(late).toHaveLength(1)
  })

  it('does nothing where the browser offers nothing, as in some private windows', async () => {
    const bench = device()
    vi.stubGlobal('navigator', {})
    vi.stubGlobal('localStorage', undefined)
    const care = careForStorage(bench.engine)
    ends.push(() => care.close())
    await bench.engine.subscribe('translations:20')
    expect((await bench.engine.sync()).outcome).toBe('current')
    expect(care.state).toEqual({ persisted: null, evicted: false })
  })
})

describe('what the browser has of its own', () => {
  const throwing = {
    get: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
    configurable: true,
  }
  it('is taken where it is there', () => {
    const [marks, storage] = [memoryMarks(), fakeStorage()]
    vi.stubGlobal('localStorage', marks)
    vi.stubGlobal('navigator', { storage })
    expect(pageMarks()).toBe(marks)
    expect(pageStorage()).toBe(storage)
  })
  it('is none where asking for it throws', () => {
    vi.stubGlobal('localStorage', null)
    Object.defineProperty(globalThis, 'localStorage', throwing)
    vi.stubGlobal('navigator', Object.defineProperty({}, 'storage', throwing))
    expect(pageMarks()).toBeNull()
    expect(pageStorage()).toBeNull()
  })
  it('is none where there is none, and in workers', () => {
    vi.stubGlobal('localStorage', undefined)
    vi.stubGlobal('navigator', undefined)
    expect(pageMarks()).toBeNull()
    expect(pageStorage()).toBeNull()
  })
})
