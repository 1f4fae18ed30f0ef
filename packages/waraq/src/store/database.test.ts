import { AsyncLocalStorage } from 'node:async_hooks'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { manifestId, manifestIdsOf, segmentId, segmentIdsOf, WaraqDatabase } from './database.ts'
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
