import { AsyncLocalStorage } from 'node:async_hooks'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { directoryId, directoryIdsOf, segmentId, segmentIdsOf, WaraqDatabase } from './database.ts'
import { countCommit } from './writer.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('drafts', () => {
  it('keep their segments and directories in ranges of their own', () => {
    for (const draft of [1, 9, 10, 123_456]) {
      const [first, last] = directoryIdsOf(draft)
      for (const key of ['articles:1', 'translations:20', 'word_by_word_translations:9']) {
        const id = directoryId(draft, key, 'translation')
        expect([id > first, id < last]).toEqual([true, true])
        for (const other of [draft - 1, draft + 1]) {
          const [otherFirst, otherLast] = directoryIdsOf(other)
          expect(id > otherFirst && id < otherLast).toBe(false)
        }
      }
      const [firstSegment, lastSegment] = segmentIdsOf(draft)
      expect(segmentIdsOf(draft + 1)[0]).toBe(lastSegment + 1)
      expect(firstSegment).toBe(segmentId(draft, 0))
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
