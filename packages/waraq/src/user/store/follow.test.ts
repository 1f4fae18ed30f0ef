// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { isErrorNamed } from '../../platform/storage/error-name.ts'
import { opensAgain } from '../../platform/storage/open-again.ts'
import { systemClock } from '../../client/clock.ts'
import { Dexie, RangeSet, type Table } from 'dexie'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { settle } from '@waraq/test-support/at-rest'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { follow, onChange, type Follower } from './follow.ts'

const db = new Dexie('follow') as Dexie & { values: Table<number, string> }
db.version(1).stores({ values: '' })
/** Sees each answer that is another one. */
const into = (observed: unknown[]): Follower<unknown> =>
  onChange({ next: (value) => observed.push(value), error: () => undefined })
const followed = { name: 'follow', tables: { values: ['one'] } } as const

afterEach(() => db.delete({ disableAutoOpen: false }))

it('asks nothing while the page is frozen, and has what changed meanwhile once it thaws', async () => {
  const observed: (number | undefined)[] = []
  const asked = vi.fn(() => db.values.get('one'))
  const end = follow(followed, systemClock, asked, into(observed))
  await vi.waitFor(() => expect(observed).toEqual([undefined]))
  await db.values.put(1, 'one')
  await vi.waitFor(() => expect(observed).toEqual([undefined, 1]))
  document.dispatchEvent(new Event('freeze'))
  const before = asked.mock.calls.length
  await db.values.put(2, 'one')
  await db.values.get('one')
  expect(asked.mock.calls.length).toBe(before)
  document.dispatchEvent(new Event('resume'))
  await vi.waitFor(() => expect(observed).toEqual([undefined, 1, 2]))
  end()
  document.dispatchEvent(new Event('resume'))
  await db.values.put(3, 'one')
  await db.values.get('one')
  expect(observed).toEqual([undefined, 1, 2])
})

describe('reports of writes', () => {
  const key = (value: string) => ({ d: 1, from: value, to: value })
  const circle: Record<string, unknown> = key('one')
  Object.assign(circle, { l: circle, r: circle })
  const fire = (report: unknown) => Dexie.on.storagemutated.fire(report as never)

  it('that a page made up make nothing fail, and however many they are, few of them ask', async () => {
    const clock = new VirtualClock()
    const observed: (number | undefined)[] = []
    const asked = vi.fn(() => db.values.get('one'))
    const end = follow(followed, clock, asked, into(observed))
    await vi.waitFor(() => expect(observed).toEqual([undefined]))
    const shapes = ['x', 7, [null], null, circle, {}, { from: 'b', to: 'a' }, new Uint8Array(9)]
    for (let count = 0; count < 3_000; count++) {
      const shape = shapes[count % shapes.length]
      for (const report of [shape, { all: shape }, { 'idb://follow/values/': shape }]) fire(report)
      if (count % 100 === 0) await db.values.get('two')
    }
    expect(asked.mock.calls.length).toBeLessThan(25)
    await db.values.put(1, 'one')
    await clock.advance(1_000)
    await vi.waitFor(() => expect(observed.at(-1)).toBe(1))
    end()
  })

  it('are told where the answer is another one, and after an error always', () => {
    const reported: unknown[] = []
    const { next, error } = onChange({
      next: (value) => reported.push(value),
      error: (problem) => reported.push(problem),
    })
    const map = (value: number) => new Map([['2:255', { value }]])
    for (const value of [undefined, undefined, map(1), map(1), map(2)]) next(value)
    error('full')
    next(map(2))
    expect(reported).toEqual([undefined, map(1), map(2), 'full', map(2)])
  })

  it('of other records ask nothing', async () => {
    const observed: (number | undefined)[] = []
    const asked = vi.fn(() => db.values.get('one'))
    const end = follow(followed, systemClock, asked, into(observed))
    await db.values.put(1, 'one')
    await vi.waitFor(() => expect(observed.at(-1)).toBe(1))
    const before = asked.mock.calls.length
    fire({ 'idb://follow/values/': key('two'), 'idb://other/values/': key('one') })
    fire({ 'idb://follow/values/': new RangeSet('two') })
    expect(asked.mock.calls.length).toBe(before)
    end()
  })
})

describe('where the browser has ended the connection and refuses another one, as on a full disk', () => {
  const refusal = new DOMException('Internal error opening backing store', 'UnknownError')
  let isFull = false
  const indexedDB = Object.create(globalThis.indexedDB, {
    open: {
      value: (...[name, version]: Parameters<IDBFactory['open']>) => {
        if (!isFull) return globalThis.indexedDB.open(name, version)
        const request = { error: refusal } as { onerror?: (event: unknown) => void }
        setTimeout(() =>
          request.onerror?.({ target: request, preventDefault: () => 0, stopPropagation: () => 0 }),
        )
        return request
      },
    },
  }) as IDBFactory
  const on = new Dexie('full', { indexedDB, IDBKeyRange }) as typeof db
  on.version(1).stores({ values: '' })
  opensAgain(on)

  afterEach(() => {
    isFull = false
    return on.delete({ disableAutoOpen: false })
  })

  const reasonOf = (error: unknown) => (isErrorNamed(error, 'UnknownError') ? 'UnknownError' : error)

  function fill() {
    // Dexie tells of each try to reconnect.
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    isFull = true
    on.backendDB().close()
    on.backendDB().onclose!(new Event('close'))
  }

  it('each step says why, and the first one with room again is done', async () => {
    await on.values.put(1, 'one')
    fill()
    for (const _ of [1, 2, 3]) {
      const steps = [() => on.values.put(2, 'one'), () => on.transaction('rw', on.values, () => undefined)]
      for (const step of steps) expect(await step().then(String, reasonOf)).toBe('UnknownError')
    }
    isFull = false
    await settle()
    await on.values.put(3, 'one')
    expect(await on.values.get('one')).toBe(3)
  })

  it('what was asked meanwhile is answered after the first change', async () => {
    await on.values.put(1, 'one')
    const [early, late] = [[] as unknown[], [] as unknown[]]
    const failed = vi.fn()
    const ask = () => on.values.get('one').catch((error: unknown) => Promise.reject(failed(error) ?? error))
    const followed = (observed: unknown[]) =>
      follow({ name: 'full', tables: { values: 'all' } }, systemClock, ask, into(observed))
    const ends = [followed(early)]
    await vi.waitFor(() => expect(early).toEqual([1]))
    fill()
    ends.push(followed(late))
    await vi.waitFor(() => expect(failed).toHaveBeenCalled())
    isFull = false
    // A write would join a try to open the database that began while the disk was full.
    await settle()
    await on.values.put(2, 'other')
    await vi.waitFor(() => expect(late).toEqual([1]))
    await on.values.put(3, 'one')
    await vi.waitFor(() => expect([early.at(-1), late.at(-1)]).toEqual([3, 3]))
    for (const end of ends) end()
  })

  it('stays closed where its owner closed it, also after a failure', async () => {
    await on.values.put(1, 'one')
    fill()
    await on.values.get('one').catch(() => undefined)
    on.close()
    isFull = false
    await settle()
    await expect(on.values.get('one')).rejects.toThrow(Dexie.DatabaseClosedError)
    await on.open()
  })
})
