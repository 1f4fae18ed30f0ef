import { AsyncLocalStorage } from 'node:async_hooks'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { manifestId, manifestIdsOf, segmentId, segmentIdsOf, WaraqDatabase } from './database.ts'
import type { PreparedRecord } from './records.ts'
import type { SegmentRecord } from './segment.ts'
import { countCommit } from './writer.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('stagings', () => {
  it('keep their segments and manifests in ranges of their own', () => {
    for (const staging of [1, 9, 10, 123_456]) {
      const [first, last] = manifestIdsOf(staging)
      for (const key of ['articles:1', 'translations:20', 'word_by_word_translations:9']) {
        const id = manifestId(staging, key, 'translation')
        expect([id > first, id < last]).toEqual([true, true])
        for (const other of [staging - 1, staging + 1]) {
          const [otherFirst, otherLast] = manifestIdsOf(other)
          expect(id > otherFirst && id < otherLast).toBe(false)
        }
      }
      const [firstSegment, lastSegment] = segmentIdsOf(staging)
      expect(segmentIdsOf(staging + 1)[0]).toBe(lastSegment + 1)
      expect(firstSegment).toBe(segmentId(staging, 0))
    }
  })
})

it('makes no signal for a write', async () => {
  const db = new WaraqDatabase({ name: 'waraq', indexedDB: new IDBFactory(), IDBKeyRange })
  await db.open()
  let made = 0
  // Work that an earlier test left under way in this process may make signals, which must not count.
  const within = new AsyncLocalStorage<boolean>()
  vi.stubGlobal(
    'AbortController',
    class extends AbortController {
      constructor() {
        super()
        if (within.getStore()) made += 1
      }
    },
  )
  await within.run(true, () => db.transaction('rw', db.meta, () => countCommit(db)))
  expect(made).toBe(0)
  db.close()
})

it('reads a record that the browser cannot decode as its key alone', async () => {
  const db = new WaraqDatabase({ name: 'waraq', indexedDB: new IDBFactory(), IDBKeyRange })
  const unread = { batchCursor: 1, key: 'b' }
  await db.prepared.bulkPut([{ ...unread, key: 'a' }, unread] as PreparedRecord[])
  await db.segments('translation').bulkPut([{ id: 7 }, { id: 8 }] as SegmentRecord[])
  // As Chromium's SQLite store answers: null for the second record of each table.
  const isUnread = (record: unknown) => {
    const { id, key } = (record ?? {}) as { id?: number; key?: string }
    return id === 8 || key === 'b'
  }
  const answered = (record: unknown) => (isUnread(record) ? null : record)
  db.close()
  db.use({
    stack: 'dbcore',
    name: 'undecodable',
    level: 1,
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name)
        return {
          ...table,
          get: (request) => table.get(request).then(answered),
          getMany: (request) => table.getMany(request).then((all) => all.map(answered)),
          query: (request) =>
            table.query(request).then((answer) => ({ ...answer, result: answer.result.map(answered) })),
        }
      },
    }),
  })
  await db.open()
  const segments = db.segments('translation')
  expect(await segments.get(8)).toEqual({ id: 8 })
  expect(await segments.get(9)).toBeUndefined()
  expect(await segments.bulkGet([7, 8, 9])).toEqual([{ id: 7 }, { id: 8 }, undefined])
  expect(await segments.toArray()).toEqual([{ id: 7 }, { id: 8 }])
  expect(await db.prepared.where('[batchCursor+key]').above([0, '']).primaryKeys()).toHaveLength(2)
  const read = await db.transaction('r', db.prepared, () => db.prepared.get([1, 'b']))
  expect(read).toEqual({ ...unread, staging: 0, floor: -1, manifests: [] })
  db.close()
})
