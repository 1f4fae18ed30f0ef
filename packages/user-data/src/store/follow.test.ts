// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { Dexie, type Table } from 'dexie'
import { afterEach, expect, it, vi } from 'vitest'
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
