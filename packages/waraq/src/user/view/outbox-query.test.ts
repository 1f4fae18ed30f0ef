import { afterEach, expect, it } from 'vitest'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { memberOf, noteKeyed, readingIn, type Value } from '../model/entity.ts'
import type { PendingChange, WhyBlocked } from '../model/records.ts'
import { UserDatabase } from '../store/database.ts'
import { outbox } from './outbox-query.ts'

const db = new UserDatabase('outbox', { indexedDB: new IDBFactory(), IDBKeyRange })
afterEach(() => db.close())

const verse = { type: 'ayah', key: 2, verseNumber: 255 } as const
const note = { body: 'Text', ranges: ['3:1-3:2'] }
const rest = { format: 1, base: null, ahead: 0 }
const blocked = (why: WhyBlocked, remote?: Value | null) => ({
  blocked: { why, since: 7, ...(remote !== undefined && { remote }) },
})

it('what waits is counted, and what is blocked is named with what it is about', async () => {
  const all: readonly PendingChange[] = [
    { ...memberOf('favorites', verse), ...rest, desired: true, at: 1 },
    { ...memberOf('collection|c', verse), ...rest, desired: true, at: 4, ...blocked('depends') },
    { ...noteKeyed('note|n', note.ranges), ...rest, desired: null, at: 3, ...blocked('conflict', note) },
    { ...readingIn(2), ...rest, desired: { name: null, target: verse }, at: 2, ...blocked('refused') },
  ]
  await db.pending.bulkPut(all)
  const { waiting, blocked: named, nextTryAt, transport } = await outbox().read(db)
  expect([waiting, nextTryAt, transport]).toEqual([1, null, 'operations'])
  expect(named).toMatchObject([
    { key: 'reading|2', kind: 'reading', why: 'refused', target: verse, ranges: ['2:255-2:255'] },
    {
      key: 'note|n',
      kind: 'note',
      why: 'conflict',
      target: null,
      ranges: note.ranges,
      local: null,
      remote: note,
    },
    { kind: 'member', why: 'depends', target: verse, ranges: ['2:255-2:255'], local: true },
  ])
})
