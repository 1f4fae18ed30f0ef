import type { AppStatePutBody } from '@quranjs/api/public'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Edits } from './edits.ts'
import { mergeFields } from './merge.ts'
import { IndexedAppStateStore } from './store.ts'

let store: IndexedAppStateStore
let edits: Edits
beforeEach(() => {
  store = new IndexedAppStateStore({ name: 'test', indexedDB: new IDBFactory(), IDBKeyRange })
  edits = new Edits(store, 'a')
})
afterEach(() => store.close())

const body = (value: AppStatePutBody['value']): AppStatePutBody => ({ schemaVersion: 1, value })
const write = (key: string, value: number, at = 0) => edits.write('settings', key, at, () => body(value))
const pending = () => store.transaction('a', ({ pendingMutations }) => pendingMutations)
const queue = (quietSince = Infinity, now = 1_000) => edits.queue({ quietSince, now, merge: mergeFields })
const refusal = { code: 'quota_exceeded', status: 409, since: 5 }

describe('an edit', () => {
  it('is one for a document, and keeps what was seen before the first mutation', async () => {
    await write('a', 1)
    await write('a', 2, 9)
    expect(await store.db.edits.toArray()).toEqual([
      { account: 'a', id: 'settings/a', collection: 'settings', key: 'a', body: body(2), base: null, at: 9 },
    ])
  })

  it('is made of what is shown: of what waits, before what the service has', async () => {
    const observed: unknown[] = []
    const probe = (shown: AppStatePutBody | null) => {
      observed.push(shown?.value)
      return body(observed.length)
    }
    await edits.write('settings', 'a', 0, probe)
    await queue()
    await edits.write('settings', 'a', 0, probe)
    await edits.write('settings', 'a', 0, probe)
    expect(observed).toEqual([undefined, 1, 2])
    expect((await store.db.edits.toArray())[0]).toMatchObject({ base: body(1), body: body(3) })
  })

  it('keeps fields that a newer version wrote', async () => {
    await write('a', 1)
    await store.db.edits
      .where('account')
      .equals('a')
      .modify((edit) => void Object.assign(edit, { added: 'later' }))
    await write('a', 2)
    expect((await store.db.edits.toArray())[0]).toMatchObject({ added: 'later', body: body(2) })
  })
})

describe('what is handed to the SDK', () => {
  it('has been quiet, in the order of the mutations; the next one that has not is told', async () => {
    await write('later', 1, 20)
    await write('second', 1, 10)
    await write('first', 1, 5)
    expect(await queue(10)).toEqual({ queued: 2, next: 20 })
    expect((await pending()).map(({ key }) => key)).toEqual(['first', 'second'])
    expect(await queue(20)).toEqual({ queued: 1, next: null })
  })

  it('is what seems to come from the future, too: a clock was set back', async () => {
    await write('a', 1, 5_000)
    expect(await queue(10, 20)).toEqual({ queued: 1, next: null })
  })

  it('is nothing of a document that is under way', async () => {
    await write('a', 1)
    await queue()
    await write('a', 2)
    expect(await queue()).toEqual({ queued: 0, next: null })
    expect([await pending(), await edits.waiting()]).toMatchObject([[{ body: body(1) }], 1])
  })
})

describe('a mutation that is taken back', () => {
  it('leaves the others where they are, and is blocked with its refusal', async () => {
    await write('a', 1)
    await write('b', 1)
    await queue()
    const [{ idempotencyKey } = { idempotencyKey: '' }] = await pending()
    await edits.takeBack(idempotencyKey, refusal)
    expect((await pending()).map(({ key }) => key)).toEqual(['b'])
    expect(await edits.blocked()).toMatchObject([{ key: 'a', body: body(1), blocked: refusal }])
    expect(await edits.read('settings', 'a')).toMatchObject({
      body: body(1),
      pending: true,
      blocked: refusal,
    })
    // What is blocked is handed over no more.
    expect(await queue()).toEqual({ queued: 0, next: null })
    await edits.takeBack(idempotencyKey, refusal)
    expect(await edits.blocked()).toHaveLength(1)
  })

  it('is not held where the person has written the document since', async () => {
    await write('a', 1)
    await queue()
    await write('a', 2)
    await edits.takeBack((await pending())[0]!.idempotencyKey, refusal)
    expect([await pending(), await edits.blocked()]).toEqual([[], []])
    expect(await queue()).toEqual({ queued: 1, next: null })
    expect(await pending()).toMatchObject([{ body: body(2), ifNoneMatch: '*', base: null }])
  })
})

it('to look makes no account', async () => {
  expect(await edits.read('settings', 'a')).toMatchObject({ body: null, pending: false, blocked: null })
  expect([await edits.blocked(), await edits.waiting(), await store.db.accounts.count()]).toEqual([[], 0, 0])
})
