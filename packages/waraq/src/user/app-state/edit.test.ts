import type { AppStateAccountState, AppStateStoredDocument } from '@quranjs/api/public'
import { describe, expect, it } from 'vitest'
import {
  documentId,
  editAgain,
  pendingOf,
  queueEdit,
  takeMutation,
  type Edit,
  type QueuedMutation,
} from './edit.ts'
import { mergeFields } from './merge.ts'

const body = (value: number) => ({ schemaVersion: 1, value })
const there = (value: number, operation: 'upsert' | 'delete' = 'upsert'): AppStateStoredDocument => ({
  collection: 'settings',
  key: 'a',
  etag: `"${value}"`,
  operation,
  schemaVersion: 1,
  updatedAt: '',
  value,
  version: value,
})
const state = (shadow: AppStateAccountState['shadow'] = {}): AppStateAccountState => ({
  bootstrapCursor: null,
  localRevision: 4,
  pendingMutations: [],
  shadow,
  stagingBootstrap: null,
  syncToken: 's',
})
const edit = (more: Partial<Edit> = {}): Edit => ({
  account: 'x',
  id: 'settings/a',
  collection: 'settings',
  key: 'a',
  body: body(2),
  base: null,
  at: 1,
  ...more,
})
const queued = (shadow: AppStateAccountState['shadow'], of: Edit) => {
  const after = state(shadow)
  queueEdit(after, of, mergeFields, 'k')
  return after
}

it('a document is named as the SDK names it', () => {
  expect(documentId('settings', 'a b/é')).toBe('settings/a%20b%2F%C3%A9')
})

describe('an edit becomes a mutation', () => {
  it('for a document that is not there, or is there no more', () => {
    for (const shadow of [{}, { 'settings/a': there(7, 'delete') }])
      expect(queued(shadow, edit()).pendingMutations).toEqual([
        {
          method: 'PUT',
          collection: 'settings',
          key: 'a',
          idempotencyKey: 'k',
          localRevision: 5,
          ifNoneMatch: '*',
          body: body(2),
          base: null,
        },
      ])
  })

  it('on top of what is there, with what was there in it', () => {
    const after = queued({ 'settings/a': there(7) }, edit({ base: body(7), body: null }))
    expect(after.pendingMutations).toEqual([
      {
        method: 'DELETE',
        collection: 'settings',
        key: 'a',
        idempotencyKey: 'k',
        localRevision: 5,
        ifMatch: '"7"',
        base: body(7),
      },
    ])
    expect(after.localRevision).toBe(5)
  })

  it('merged with what another device made of it since', () => {
    const shadow = { 'settings/a': { ...there(7), value: { x: 1, y: 9 } } }
    const of = edit({
      base: { schemaVersion: 1, value: { x: 1 } },
      body: { schemaVersion: 1, value: { x: 2 } },
    })
    expect(queued(shadow, of).pendingMutations).toMatchObject([
      { ifMatch: '"7"', body: { value: { x: 2, y: 9 } } },
    ])
  })

  it('unless that is what is there already', () => {
    expect(queued({ 'settings/a': there(2) }, edit()).pendingMutations).toEqual([])
    expect(queued({}, edit({ body: null, base: body(1) })).pendingMutations).toEqual([])
  })
})

describe('a mutation that comes back', () => {
  const mutation = queued({ 'settings/a': there(7) }, edit({ base: body(7) }))
    .pendingMutations[0] as QueuedMutation
  const of = {
    account: 'x',
    at: 0,
    blocked: { code: 'quota_exceeded', status: 409, since: 5 },
    observed: body(8),
  }

  it('is the edit that it was', () => {
    expect(editAgain(mutation, undefined, of)).toEqual(edit({ base: body(7), at: 0, blocked: of.blocked }))
    const { blocked: _, ...free } = of
    expect(editAgain(mutation, undefined, { ...free, blocked: undefined })).not.toHaveProperty('blocked')
  })

  it('gives way to what was done since, which keeps what was seen before both', () => {
    const since = edit({ body: body(3), base: body(2), at: 9 })
    expect(editAgain(mutation, since, of)).toEqual({ ...since, base: body(7) })
  })

  it('that the SDK made itself is on top of what is seen now', () => {
    const { base: _, ...own } = mutation
    expect(editAgain(own as QueuedMutation, undefined, of).base).toEqual(body(8))
  })

  it('is taken out of the queue once', () => {
    const after = queued({ 'settings/a': there(7) }, edit({ base: body(7) }))
    expect(pendingOf(after, 'settings/a')).toMatchObject({ idempotencyKey: 'k' })
    expect(takeMutation(after, 'other')).toBeUndefined()
    expect(takeMutation(after, 'k')).toMatchObject({ body: body(2) })
    expect([after.pendingMutations, takeMutation(after, 'k'), pendingOf(after, 'settings/a')]).toEqual([
      [],
      undefined,
      undefined,
    ])
  })
})
