import { WaraqError } from '@waraq/contract'
import { describe, expect, it } from 'vitest'
import { settle, VirtualClock } from '@waraq/test-support/virtual-clock'
import type { ContentStore } from './content-store.ts'
import { FallbackStore } from './fallback-store.ts'
import type { ReadThrough } from './read-through.ts'

const blocked = () => new WaraqError({ code: 'storage_blocked', message: 'another tab', retryable: true })

/** A store that can be opened or not, beside an engine that has a database of the same kind. */
function start() {
  const clock = new VirtualClock()
  let opens = false
  const own = {
    resources: async () => {
      if (!opens) throw blocked()
      return []
    },
    live: (query: (store: ContentStore) => Promise<unknown>) => ({
      subscribe: ({ next }: { next: (value: unknown) => void }) => {
        void query(own).then(next)
        return () => undefined
      },
    }),
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
    const told: unknown[] = []
    store
      .live((each) => each.resources())
      .subscribe({ next: (value) => told.push(value), error: (error) => told.push(error) })
    await settle()
    expect(told).toMatchObject([{ code: 'storage_blocked' }])
    open()
    await clock.advance(5_000)
    await settle()
    expect(told.slice(1)).toEqual([[]])
  })

  it('is not tried again once nobody listens', async () => {
    const { clock, store, open } = start()
    const told: unknown[] = []
    const end = store
      .live((each) => each.resources())
      .subscribe({ next: (value) => told.push(value), error: (error) => told.push(error) })
    await settle()
    end()
    open()
    await clock.advance(60_000)
    await settle()
    expect(told).toHaveLength(1)
  })
})

describe('a live query of a library in the memory of a worker', () => {
  it('runs again after the worker was replaced, though the new library counts as many commits', async () => {
    const watchers: { status: (status: never) => void; problem: () => void }[] = []
    const own = { resources: () => Promise.reject(blocked()) } as unknown as ContentStore
    let answer = 'first'
    const engine: ReadThrough = {
      read: () => Promise.resolve([answer]),
      status: async () => ({ persistent: false }) as never,
      watch: (status, problem) => {
        watchers.push({ status: status as never, problem: problem as never })
        return () => undefined
      },
    }
    const told: unknown[] = []
    new FallbackStore(own, engine, new VirtualClock())
      .live((each) => each.resources())
      .subscribe((value) => told.push(value))
    await settle()
    const [watcher] = watchers
    watcher!.status({ commits: 3 } as never)
    watcher!.status({ commits: 3 } as never)
    await settle()
    answer = 'second'
    watcher!.problem()
    watcher!.status({ commits: 3 } as never)
    await settle()
    expect(told).toEqual([['first'], ['second']])
  })
})
