// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { isErrorNamed, opensAgain } from '@waraq/browser'
import { Dexie, type Table } from 'dexie'
import { settle } from '@waraq/test-support/at-rest'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { follow } from './follow.ts'

const db = new Dexie('follow') as Dexie & { values: Table<number, string> }
db.version(1).stores({ values: '' })

afterEach(() => db.delete({ disableAutoOpen: false }))

it('asks nothing while the page is frozen, and has what changed meanwhile once it thaws', async () => {
  const seen: (number | undefined)[] = []
  const asked = vi.fn(() => db.values.get('one'))
  const end = follow(asked, { next: (value) => seen.push(value), error: () => undefined })
  await vi.waitFor(() => expect(seen).toEqual([undefined]))
  await db.values.put(1, 'one')
  await vi.waitFor(() => expect(seen).toEqual([undefined, 1]))
  document.dispatchEvent(new Event('freeze'))
  const before = asked.mock.calls.length
  await db.values.put(2, 'one')
  await db.values.get('one')
  expect(asked.mock.calls.length).toBe(before)
  document.dispatchEvent(new Event('resume'))
  await vi.waitFor(() => expect(seen).toEqual([undefined, 1, 2]))
  end()
  document.dispatchEvent(new Event('resume'))
  await db.values.put(3, 'one')
  await db.values.get('one')
  expect(seen).toEqual([undefined, 1, 2])
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
    const followed = (seen: unknown[]) =>
      follow(ask, { next: (value) => seen.push(value), error: () => undefined })
    const ends = [followed(early)]
    await vi.waitFor(() => expect(early).toEqual([1]))
    fill()
    ends.push(followed(late))
    await vi.waitFor(() => expect(failed).toHaveBeenCalled())
    isFull = false
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
