import { WaraqError } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { settle } from '@waraq/test-support/at-rest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import type { ContentStore } from './content-store.ts'
import { FallbackStore } from './fallback-store.ts'
import { liveOf, type Live } from './live.ts'
import type { ReadThrough } from './read-through.ts'

const blocked = () => new WaraqError({ code: 'storage_blocked', message: 'another tab', retryable: true })

/** A live query like a store's own: it reports why it failed, and tries again by itself. */
const likeOwn =
  (own: () => ContentStore, clock: VirtualClock) =>
  <T>(query: (store: ContentStore) => Promise<T>): Live<T> =>
    liveOf((observer) => {
      const ended = new AbortController()
      const run = () =>
        void query(own()).then(observer.next, (problem: unknown) => {
          if (ended.signal.aborted) return
          observer.error?.(problem)
          clock.sleep(5_000, ended.signal).then(run, () => undefined)
        })
      run()
      return () => ended.abort()
    })

/** A store that can be opened or not, beside an engine that has a database of the same kind. */
function start() {
  const clock = new VirtualClock()
  let opens = false
  const own: ContentStore = {
    resources: async () => {
      if (!opens) throw blocked()
      return []
    },
    live: likeOwn(() => own, clock),
  } as unknown as ContentStore
  const engine: ReadThrough = {
    read: () => Promise.reject(new Error('not asked')),
    status: async () => ({ persistent: true }) as never,
    watch: () => () => undefined,
  }
  const store = new FallbackStore(own, engine, clock)
  return { clock, store, open: () => void (opens = true) }
}

describe('a live query of a page that cannot open the database', () => {
  it('tells why, tries again, and goes on once it can', async () => {
    const { clock, store, open } = start()
    const reported: unknown[] = []
    store
      .live((each) => each.resources())
      .subscribe({ next: (value) => reported.push(value), error: (error) => reported.push(error) })
    await settle()
    expect(reported).toMatchObject([{ code: 'storage_blocked' }])
    open()
    await clock.advance(5_000)
    await settle()
    expect(reported.slice(1)).toEqual([[]])
  })

  it('is not tried again once it was ended', async () => {
    const { clock, store, open } = start()
    const reported: unknown[] = []
    const end = store
      .live((each) => each.resources())
      .subscribe({ next: (value) => reported.push(value), error: (error) => reported.push(error) })
    await settle()
    end()
    open()
    await clock.advance(60_000)
    await settle()
    expect(reported).toHaveLength(1)
  })
})

describe('a live query of a library in the memory of a worker', () => {
  it('runs again after the worker was replaced, though the new library counts as many commits', async () => {
    const watchers: { status: (status: never) => void; problem: () => void }[] = []
    const clock = new VirtualClock()
    const own = {
      resources: () => Promise.reject(blocked()),
      live: likeOwn(() => own, clock),
    } as unknown as ContentStore
    let answer = 'first'
    const engine: ReadThrough = {
      read: () => Promise.resolve([answer]),
      status: async () => ({ persistent: false }) as never,
      watch: (status, problem) => {
        watchers.push({ status: status as never, problem: problem as never })
        return () => undefined
      },
    }
    const reported: unknown[] = []
    new FallbackStore(own, engine, clock)
      .live((each) => each.resources())
      .subscribe((value) => reported.push(value))
    await settle()
    const [watcher] = watchers
    watcher!.status({ commits: 3 } as never)
    watcher!.status({ commits: 3 } as never)
    await settle()
    answer = 'second'
    watcher!.problem()
    watcher!.status({ commits: 3 } as never)
    await settle()
    expect(reported).toEqual([['first'], ['second']])
  })
})
