import { IDBDatabase, IDBKeyRange } from 'fake-indexeddb'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { settle } from '@waraq/test-support/at-rest'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBench, type Bench } from '../../sync/bench.test-support.ts'
import type { OpenChannel } from '../../platform/channel.ts'
import { Changes, retryMs } from './changes.ts'
import { chapterRange } from '@waraq/protocol'
import type { ContentStore } from './content-store.ts'
import { openContentStore } from './open-content-store.ts'
import { live, type LiveSources } from './live.ts'
import { invalidationOf, type Invalidation } from './invalidation.ts'
import type { StoreView } from './store-view.ts'

let bench: Bench | undefined
afterEach(async () => {
  await bench?.close()
  bench = undefined
})

describe('a live query', () => {
  it('runs again after an invalidation where commits passed unnoticed, and not where none did', async () => {
    bench = createBench()
    const { engine, indexedDB, db } = bench
    let heartbeat = (): void => undefined
    const invalidation: Invalidation = (listener) => {
      heartbeat = listener
      return () => (heartbeat = () => undefined)
    }
    const store = openContentStore({ indexedDB, IDBKeyRange, invalidation })
    const seen: number[] = []
    await engine.subscribe('translations:20')
    await engine.sync()
    const end = store
      .live(async (each) => (await each.rows('translation', { group: 'translations', id: 20 })).length)
      .subscribe((rows) => void seen.push(rows))
    await settle()
    expect(seen).toHaveLength(1)
    heartbeat()
    await settle()
    expect(seen).toHaveLength(1)
    // A commit of another tab whose message was lost: it is written without Dexie noticing.
    const counters = (await db.meta.get('counters'))!
    await new Promise<void>((resolve, reject) => {
      const open = indexedDB.open('waraq')
      open.onerror = () => reject(open.error!)
      open.onsuccess = () => {
        const transaction = open.result.transaction(['meta', 'resources'], 'readwrite')
        transaction.objectStore('resources').clear()
        transaction.objectStore('meta').put({ ...counters, commits: 99 })
        transaction.oncomplete = () => {
          open.result.close()
          resolve()
        }
      }
    })
    await settle()
    expect(seen).toHaveLength(1)
    heartbeat()
    await settle()
    expect(seen).toEqual([seen[0], 0])
    end()
    store.close()
  })
})

describe('live queries that begin together', () => {
  it('ask for nothing but what they read, and each runs again with what changed that', async () => {
    bench = createBench()
    const { engine, sandbox } = bench
    for (const id of [20, 131]) await engine.subscribe(`translations:${id}`)
    await engine.sync()
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction')
    const another = openContentStore({ indexedDB: bench.indexedDB, IDBKeyRange })
    const asked = () => begun.mock.calls.map(([tables]) => [tables].flat().join())
    const seen = new Map<number, number>()
    const ends = [20, 131].map((id) =>
      another
        .live((each) => each.rows('translation', { group: 'translations', id }))
        .subscribe(() => void seen.set(id, (seen.get(id) ?? 0) + 1)),
    )
    await settle()
    expect([...seen]).toEqual([
      [20, 1],
      [131, 1],
    ])
    expect(asked()).not.toContain('meta')
    const [row] = sandbox.snapshotRows('translations:20') as readonly { id: number }[]
    sandbox.publish([{ resource: 'translations:20', update: { key: row!.id, text: 'changed' } }])
    await engine.sync()
    await settle()
    expect(seen.get(20)).toBe(2)
    expect(seen.get(131)).toBe(1)
    for (const end of ends) end()
    another.close()
  })

  it('tell why they cannot begin, and begin once they can', async () => {
    const clock = new VirtualClock()
    let fails = true
    const sources: LiveSources = {
      open: async () => {
        if (fails) throw new Error('not now')
      },
      changes: new Changes({
        name: 'waraq',
        clock,
        invalidation: () => () => undefined,
        outdated: async () => new Set(),
      }),
      clock,
    }
    const reported: unknown[] = []
    const end = live(async () => 'answer', sources).subscribe({
      next: (value) => reported.push(value),
      error: (problem) => reported.push(problem),
    })
    await settle()
    expect(reported).toEqual([new Error('not now')])
    fails = false
    await clock.advance(retryMs)
    await settle()
    expect(reported.slice(1)).toEqual(['answer'])
    end()
  })
})

describe('a live query of one chapter', () => {
  const english = { group: 'translations', id: 20 }
  /** Rows of the first and the last chapter. */
  type Verse = { readonly id: number; readonly verse_key: string }

  async function start() {
    const made = createBench()
    bench = made
    await made.engine.subscribe('translations:20')
    await made.engine.sync()
    const rows = made.sandbox.snapshotRows('translations:20') as unknown as readonly Verse[]
    const commit = async (...changes: object[]) => {
      made.sandbox.publish(changes.map((change) => ({ resource: 'translations:20', ...change })) as never)
      expect((await made.engine.sync()).outcome).toBe('current')
      await settle()
    }
    /** Follows the query, and counts its answers. */
    const follow = async <T>(query: (store: ContentStore) => Promise<T>) => {
      const answers: T[] = []
      const end = made.store.live(query).subscribe((answer) => void answers.push(answer))
      await settle()
      expect(answers).toHaveLength(1)
      return { answers, end }
    }
    const [first, last] = [rows[0]!, rows.at(-1)!]
    return { ...made, commit, follow, first, last }
  }
  const textsOf = async (store: StoreView) =>
    (await store.rows('translation', english, chapterRange(1))).map(({ data }) => data.text)

  it('runs again with its own verses, and not with those of another chapter', async () => {
    const { commit, follow, first, last } = await start()
    const rows = await follow(textsOf)
    const view = await follow((store) => store.query(textsOf))
    const row = await follow((store) => store.row('translation', english, String(first.id)))
    const counts = () => [rows, view, row].map(({ answers }) => answers.length)
    await commit({ update: { key: last.id, text: 'corrected' } })
    await commit({ remove: last.id })
    expect(counts()).toEqual([1, 1, 1])
    await commit({ update: { key: first.id, text: 'corrected' } })
    expect(counts()).toEqual([2, 2, 2])
    expect([rows.answers[1]![0], row.answers[1]!.data.text]).toEqual(['corrected', 'corrected'])
    await commit({ update: { key: first.id, verse_key: '114:1' } })
    expect(counts()).toEqual([3, 3, 3])
    expect(rows.answers[2]).toEqual(rows.answers[0]!.slice(1))
    await commit({ update: { key: first.id, text: 'elsewhere' } })
    expect(counts()).toEqual([3, 3, 4])
    for (const { end } of [rows, view, row]) end()
  })

  it('follows what it asked the store itself', async () => {
    const { store, commit, follow, first } = await start()
    const { answers, end } = await follow(() => textsOf(store))
    await commit({ update: { key: first.id, text: 'corrected' } })
    expect(answers.at(-1)![0]).toBe('corrected')
    end()
  })

  it('runs again with any commit where a read of it failed', async () => {
    const { commit, follow, first } = await start()
    const { answers, end } = await follow(async (store) => {
      const row = await store.row('translation', english, 5 as never).catch(() => 'refused')
      return [row, await store.rows('translation', { group: 'translations', id: 131 })]
    })
    await commit({ update: { key: first.id, text: 'corrected' } })
    expect(answers).toEqual([
      ['refused', []],
      ['refused', []],
    ])
    end()
  })

  it('tells no answer that a commit overtook', async () => {
    const { commit, first, store } = await start()
    let commitNow: (() => Promise<void>) | undefined = () =>
      commit({ update: { key: first.id, text: 'corrected' } })
    const answers: string[][] = []
    const end = store
      .live(async (each) => {
        const texts = await textsOf(each)
        const now = commitNow
        commitNow = undefined
        await now?.()
        return texts
      })
      .subscribe((texts) => void answers.push(texts))
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0))
    expect(answers.map(([text]) => text)).toEqual(['corrected'])
    end()
  })

  it('tells nothing to an observer that another one ended', async () => {
    const { commit, store, first } = await start()
    const answers: string[] = []
    const ends: (() => void)[] = []
    for (const name of ['one', 'other']) {
      const end = store.live(textsOf).subscribe(([text]) => {
        answers.push(name)
        if (text === 'corrected') for (const each of ends) each()
      })
      ends.push(end)
    }
    await settle()
    await commit({ update: { key: first.id, text: 'corrected' } })
    expect(answers).toEqual(['one', 'other', 'one'])
  })

  it('is not woken where deltas are compacted', async () => {
    const { commit, follow, last, db } = await start()
    const { answers, end } = await follow(textsOf)
    const deltas = async () => (await db.resources.toArray())[0]!.manifests[0]!.deltas?.length ?? 0
    for (let refresh = 0; refresh < 8; refresh++)
      await commit({ update: { key: last.id, text: `refresh ${refresh}` } })
    await vi.waitFor(async () => expect(await deltas()).toBe(0))
    await settle()
    expect(answers).toHaveLength(1)
    end()
  })
})

describe('an invalidation', () => {
  function page() {
    const document = Object.assign(new EventTarget(), {
      visibilityState: 'visible' as DocumentVisibilityState,
    })
    const window = new EventTarget()
    let hear = (_message: unknown): void => undefined
    let open = 0
    const channel: OpenChannel = (_name, listener) => {
      hear = listener
      open += 1
      return { post: () => undefined, close: () => void (open -= 1) }
    }
    const invalidation = invalidationOf(
      'waraq',
      { document: document as unknown as Document, window },
      channel,
    )
    return { document, window, invalidation, hear: (message: unknown) => hear(message), open: () => open }
  }

  it('comes when a page is shown or goes on, and not when it is hidden', () => {
    const { document, window, invalidation } = page()
    let heartbeats = 0
    const end = invalidation(() => void (heartbeats += 1))
    document.dispatchEvent(new Event('visibilitychange'))
    document.dispatchEvent(new Event('resume'))
    window.dispatchEvent(new Event('pageshow'))
    expect(heartbeats).toBe(3)
    document.visibilityState = 'hidden'
    document.dispatchEvent(new Event('visibilitychange'))
    expect(heartbeats).toBe(3)
    end()
    document.dispatchEvent(new Event('resume'))
    expect(heartbeats).toBe(3)
  })

  it('comes after a gap in the numbers of a sender, and not for what is no message of ours', () => {
    const { invalidation, hear, open } = page()
    let heartbeats = 0
    const end = invalidation(() => void (heartbeats += 1))
    const message = (from: string, number: number) => ({
      version: 1,
      from,
      number,
      message: { type: 'changed' },
    })
    for (const number of [4, 5, 6]) hear(message('a', number))
    hear(message('b', 1))
    for (const foreign of [null, 'text', { version: 2, from: 'a', number: 90 }, 7]) hear(foreign)
    expect(heartbeats).toBe(0)
    hear(message('a', 8))
    expect(heartbeats).toBe(1)
    hear(message('a', 9))
    expect(heartbeats).toBe(1)
    end()
    expect(open()).toBe(0)
  })
})
