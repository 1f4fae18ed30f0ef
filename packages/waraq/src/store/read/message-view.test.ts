import { WaraqError } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import type { ContentStore } from './content-store.ts'
import { FallbackStore } from './fallback-store.ts'
import type { ReadThrough } from './read-through.ts'
import type { StoreView } from './store-view.ts'

const blocked = () => new WaraqError({ code: 'storage_blocked', message: 'another tab', retryable: true })

/** A page that can open no database, and a worker whose library may change before each of its answers. */
function start(
  beforeAnswer: (answers: number, commit: () => void, replace: () => void) => void = () => undefined,
) {
  let commits = 1
  let library = 'a'
  let answers = 0
  const problems = new Set<() => void>()
  const commit = () => void (commits += 1)
  const replace = () => {
    library = 'b'
    for (const problem of problems) problem()
  }
  const engine: ReadThrough = {
    async read() {
      beforeAnswer(++answers, commit, replace)
      return [`${library}${commits}`]
    },
    status: async () => ({ persistent: false, commits }) as never,
    watch(_status, problem) {
      const listener = () => problem?.(blocked())
      problems.add(listener)
      return () => void problems.delete(listener)
    },
  }
  const refuse = () => Promise.reject(blocked())
  const own = { resources: refuse, query: refuse } as unknown as ContentStore
  const store = new FallbackStore(own, engine, new VirtualClock())
  return { store, answers: () => answers, watching: () => problems.size }
}

const twice = async (view: StoreView) => [await view.resources(), await view.resources()].flat()

describe('a view of a library in the memory of a worker', () => {
  it('is read once where nothing is committed meanwhile', async () => {
    const { store, answers, watching } = start()
    expect(await store.query(twice)).toEqual(['a1', 'a1'])
    expect(answers()).toBe(2)
    expect(watching()).toBe(0)
  })

  it('is read again where a commit came in between, so that it sees one commit', async () => {
    const { store, answers } = start((answer, commit) => {
      if (answer === 2) commit()
    })
    expect(await store.query(twice)).toEqual(['a2', 'a2'])
    expect(answers()).toBe(4)
  })

  it('is read again as a whole, views of it included', async () => {
    const { store, answers } = start((answer, commit) => {
      if (answer === 2 || answer === 8) commit()
    })
    const nested = (view: StoreView) =>
      view.query(async (inner) => [...(await twice(inner)), ...(await inner.query(twice))])
    expect(await store.query(nested)).toEqual(['a3', 'a3', 'a3', 'a3'])
    expect(answers()).toBe(12)
  })

  it('is read again where the worker was replaced, though the new library counts as many commits', async () => {
    const { store } = start((answer, _, replace) => {
      if (answer === 2) replace()
    })
    expect(await store.query(twice)).toEqual(['b1', 'b1'])
  })

  it('fails as retryable where commits never rest', async () => {
    const { store, answers, watching } = start((_, commit) => commit())
    await expect(store.query(twice)).rejects.toMatchObject({ code: 'view_unsettled', retryable: true })
    expect(answers()).toBe(16)
    expect(watching()).toBe(0)
  })

  it('hands on what its query throws, and does not take it for trouble of the page itself', async () => {
    const { store, watching } = start()
    const own = new RangeError('of the query')
    await expect(store.query(() => Promise.reject(own))).rejects.toBe(own)
    expect(watching()).toBe(0)
  })
})
