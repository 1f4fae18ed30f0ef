import { IDBDatabase, IDBKeyRange } from 'fake-indexeddb'
import { systemClock } from '@waraq/client'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBench, type Bench } from '../bench.test-support.ts'
import type { WaraqDatabase } from '../store/database.ts'
import type { OpenChannel } from '../together/channel.ts'
import { openContentStore } from './content-store.ts'
import { live, lookOnceATurn, retryMs, type LiveSources } from './live.ts'
import { pulseOf, type Pulse } from './pulse.ts'

let bench: Bench | undefined
afterEach(async () => {
  await bench?.close()
  bench = undefined
})

/** A few turns of the event loop: enough for whatever is ready. */
async function turns(count = 50): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0))
}

describe('a live query', () => {
  it('runs again after a pulse where commits passed unnoticed, and not where none did', async () => {
    bench = createBench()
    const { engine, indexedDB, db } = bench
    let beat = (): void => undefined
    const pulse: Pulse = (listener) => {
      beat = listener
      return () => (beat = () => undefined)
    }
    const store = openContentStore({ indexedDB, IDBKeyRange, pulse })
    const seen: number[] = []
    await engine.subscribe('translations:20')
    await engine.sync()
    const end = store
      .live(async (each) => (await each.rows('translation', { group: 'translations', id: 20 })).length)
      .subscribe((rows) => void seen.push(rows))
    await turns()
    expect(seen).toHaveLength(1)
    beat()
    await turns()
    expect(seen).toHaveLength(1)
    // A commit of another tab whose message never came: written behind Dexie's back.
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
    await turns()
    expect(seen).toHaveLength(1)
    beat()
    await turns()
    expect(seen).toEqual([seen[0], 0])
    end()
    store.close()
  })
})

describe('live queries that begin together', () => {
  it('look once at the count of commits, and each runs again with what changed what it read', async () => {
    bench = createBench()
    const { engine, sandbox } = bench
    for (const id of [20, 131]) await engine.subscribe(`translations:${id}`)
    await engine.sync()
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction')
    const another = openContentStore({ indexedDB: bench.indexedDB, IDBKeyRange })
    const looks = () => begun.mock.calls.filter(([tables]) => [tables].flat().join() === 'meta').length
    const seen = new Map<number, number>()
    const ends = [20, 131].map((id) =>
      another
        .live((each) => each.rows('translation', { group: 'translations', id }))
        .subscribe(() => void seen.set(id, (seen.get(id) ?? 0) + 1)),
    )
    await turns()
    expect([...seen]).toEqual([
      [20, 1],
      [131, 1],
    ])
    expect(looks()).toBe(1)
    const [row] = sandbox.snapshotRows('translations:20') as readonly { id: number }[]
    sandbox.publish([{ resource: 'translations:20', update: { key: row!.id, text: 'changed' } }])
    await engine.sync()
    await turns()
    expect(seen.get(20)).toBeGreaterThan(1)
    expect(seen.get(131)).toBe(1)
    for (const end of ends) end()
    another.close()
  })

  it('look again in a later turn: the commit that made them ask may have come since', async () => {
    let commits = 0
    const db = { meta: { get: async () => ({ commits: ++commits }) } } as unknown as WaraqDatabase
    const look = lookOnceATurn(async () => db, systemClock)
    const first = [look(), look()]
    await turns(1)
    expect(await Promise.all([...first, look()])).toEqual([1, 1, 2])
  })

  it('tell why they cannot begin, and begin once they can', async () => {
    const clock = new VirtualClock()
    let fails = true
    const sources: LiveSources = {
      open: async () => ({}) as WaraqDatabase,
      look: async () => {
        if (fails) throw new Error('not now')
        return 1
      },
      pulse: () => () => undefined,
      clock,
    }
    const told: unknown[] = []
    const end = live(async () => 'answer', sources).subscribe({
      next: (value) => told.push(value),
      error: (problem) => told.push(problem),
    })
    await turns(5)
    expect(told).toEqual([new Error('not now')])
    fails = false
    await clock.advance(retryMs)
    await turns(5)
    expect(told.slice(1)).toEqual(['answer'])
    end()
  })
})

describe('a pulse', () => {
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
    const pulse = pulseOf('waraq', { document: document as unknown as Document, window }, channel)
    return { document, window, pulse, hear: (message: unknown) => hear(message), open: () => open }
  }

  it('comes when a page is shown or goes on, and not when it is hidden', () => {
    const { document, window, pulse } = page()
    let beats = 0
    const end = pulse(() => void (beats += 1))
    document.dispatchEvent(new Event('visibilitychange'))
    document.dispatchEvent(new Event('resume'))
    window.dispatchEvent(new Event('pageshow'))
    expect(beats).toBe(3)
    document.visibilityState = 'hidden'
    document.dispatchEvent(new Event('visibilitychange'))
    expect(beats).toBe(3)
    end()
    document.dispatchEvent(new Event('resume'))
    expect(beats).toBe(3)
  })

  it('comes after a gap in the numbers of a sender, and not for what is no message of ours', () => {
    const { pulse, hear, open } = page()
    let beats = 0
    const end = pulse(() => void (beats += 1))
    const message = (from: string, number: number) => ({
      version: 1,
      from,
      number,
      message: { type: 'changed' },
    })
    for (const number of [4, 5, 6]) hear(message('a', number))
    hear(message('b', 1))
    for (const foreign of [null, 'text', { version: 2, from: 'a', number: 90 }, 7]) hear(foreign)
    expect(beats).toBe(0)
    hear(message('a', 8))
    expect(beats).toBe(1)
    hear(message('a', 9))
    expect(beats).toBe(1)
    end()
    expect(open()).toBe(0)
  })
})
