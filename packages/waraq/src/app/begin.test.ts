import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBench, type Bench } from '../sync/bench.test-support.ts'
import { query, type Query } from '../quran/readers/query.ts'
import { translationChapter } from '../quran/readers/translation.ts'
import type { ContentStore } from '../store/read/content-store.ts'
import { liveOf, type Observer } from '../store/read/live.ts'
import type { StoreView } from '../store/read/store-view.ts'
import type { EngineStatus } from '../sync/status/status.ts'
import { beginOf, beginOnce } from './begin.ts'
import { FirstDownloads, setFirstDownloads } from './first-downloads.ts'
import { SharedSource } from './shared-source.ts'
import { watched } from './watched.ts'

describe('a live query of an application', () => {
  let bench: Bench
  let downloads: FirstDownloads
  let ends: (() => void)[]
  beforeEach(() => {
    ends = []
    bench = createBench()
    const { status } = watched(bench.engine)
    ends.push(status.follow(() => undefined))
    downloads = new FirstDownloads(status)
    setFirstDownloads(bench.store, downloads)
  })
  afterEach(async () => {
    for (const end of ends) end()
    downloads.close()
    await bench.close()
  })

  /** What a component sees: a number of verses, `pending`, or an error. */
  function follow<T>(asked: Query<T>, show: (value: T) => unknown): unknown[] {
    const seen: unknown[] = ['pending']
    const see = (shown: unknown) => shown !== seen.at(-1) && seen.push(shown)
    const reset = () => void see('pending')
    const next = (value: T) => void see(show(value))
    ends.push(beginOf(bench.store, asked)({ next, error: see, reset }))
    return seen
  }
  const verses = (ref: 'translations:20' | 'translations:131', chapter = 112) =>
    follow(translationChapter(ref, chapter), ({ length }) => length)
  const settled = async () => {
    // Each needs a status and a read of the database.
    await bench.engine.status()
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 0))
  }

  it('is pending from the request to the end of the first download, and never empty', async () => {
    downloads.request({ filter: 'translations:20', owner: 'app' })
    const [text, none] = [verses('translations:20'), verses('translations:20', 2)]
    await settled()
    await bench.engine.subscribe('translations:20')
    await settled()
    expect([text, none]).toEqual([['pending'], ['pending']])
    await bench.engine.sync()
    await expect.poll(() => text).toEqual(['pending', 4])
    await expect.poll(() => none).toEqual(['pending', 0])
  })

  it('is pending while nothing could be fetched, and no longer for what the service does not list', async () => {
    const offline = bench.sandbox.fault({ times: null, effect: { networkError: true } })
    await bench.engine.subscribe('translations:20')
    await bench.engine.subscribe('translations:131')
    bench.sandbox.hide('translations:131')
    const [text, hidden] = [verses('translations:20'), verses('translations:131')]
    await bench.engine.sync()
    await settled()
    expect([text, hidden]).toEqual([['pending'], ['pending']])
    offline.remove()
    await bench.engine.sync()
    await expect.poll(() => text).toEqual(['pending', 4])
    await expect.poll(() => hidden).toEqual(['pending', 0])
  })

  it('is empty where nothing is subscribed to, and pending once it is', async () => {
    const text = verses('translations:20')
    await expect.poll(() => text).toEqual(['pending', 0])
    downloads.request({ filter: 'translations:20', owner: 'person' })
    expect(text).toEqual(['pending', 0, 'pending'])
    await bench.engine.subscribe('translations:20', { owner: 'person' })
    await bench.engine.sync()
    await expect.poll(() => text).toEqual(['pending', 0, 'pending', 4])
  })

  it('shows the rows of a resource that arrives, if it asked for them', async () => {
    await bench.engine.subscribe('translations:20')
    const partial = follow(
      translationChapter('translations:20', 112, { includePartial: true }),
      ({ answer, partial: progress }) => (progress ? 'some' : answer.length),
    )
    await bench.engine.sync()
    await expect.poll(() => partial.at(-1)).toBe(4)
    expect(partial).not.toContain(0)
  })
})

it('an answer without a result that is older than the end of the download is read again', async () => {
  const status = new SharedSource<EngineStatus | undefined>({
    initial: undefined,
    start: () => () => undefined,
  })
  const tellStatus = (sequence: number | null) => {
    const subscriptions = [{ filter: 'translations:20', sequence }]
    status.set({ subscriptions } as unknown as EngineStatus)
  }
  const ref = { group: 'translations', id: 20 }
  let rows = 0
  const view: StoreView = {
    rows: async () => Array.from({ length: rows }),
    resource: async () => (rows > 0 ? { status: 'installed' } : undefined),
    query: (run: (inner: unknown) => unknown) => run(view),
  } as unknown as StoreView
  let observer!: Observer<unknown>
  const live = (ask: (from: StoreView) => Promise<unknown>) =>
    liveOf<unknown>((given) => {
      observer = given
      void ask(view).then(observer.next)
      return () => undefined
    })
  const store = { ...view, live } as unknown as ContentStore
  setFirstDownloads(store, new FirstDownloads(status))
  const seen: unknown[] = []
  const turns = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }
  const count = query('count', async (asked) => (await asked.rows('translation', ref)).length)
  const end = beginOf(
    store,
    count,
  )({
    next: (value) => void seen.push(value),
    error: (problem) => void seen.push(problem),
    reset: () => void (seen.at(-1) === 'pending' || seen.push('pending')),
  })
  tellStatus(null)
  await turns()
  expect(seen).toEqual(['pending'])
  // The status comes before the store tells of the commit.
  rows = 3
  tellStatus(7)
  await turns()
  expect(seen).toEqual(['pending', 3])
  rows = 0
  observer.next({ value: 0, missing: [{ ref, isDamaged: false }] })
  await turns()
  expect(seen).toEqual(['pending', 3, 0])
  end()
  tellStatus(null)
  expect(seen).toHaveLength(3)
})

it('what begins with something needed does not begin once it is over', async () => {
  const begun: unknown[] = []
  const begin = (ready: string) => {
    begun.push(ready)
    return () => void begun.push('ended')
  }
  const fail = (error: unknown) => void begun.push(error)
  beginOnce(Promise.resolve('one'), begin, fail)()
  const end = beginOnce(Promise.resolve('two'), begin, fail)
  beginOnce(Promise.reject(new Error('three')), begin, (error) => fail((error as Error).message))
  await Promise.resolve()
  await Promise.resolve()
  end()
  expect(begun).toEqual(['two', 'three', 'ended'])
})
