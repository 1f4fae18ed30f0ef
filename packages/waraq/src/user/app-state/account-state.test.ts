import type { AppStateStoredDocument } from '@quranjs/api/public'
import { describe, expect, it } from 'vitest'
import { beginning, openState, type StoredState } from './account-state.ts'

const document = (key: string, value = 1): AppStateStoredDocument => ({
  collection: 'settings',
  key,
  etag: `"${value}"`,
  operation: 'upsert',
  schemaVersion: 1,
  updatedAt: '2026-01-01T00:00:00Z',
  value,
  version: value,
})
const text = (key: string, value?: number) => JSON.stringify(document(key, value))

const stored: StoredState = {
  fields: { ...beginning.fields, syncToken: 's', addedByTheSdk: { since: 4 } },
  isStaging: false,
  texts: {
    shadow: new Map([
      ['settings/a', text('a')],
      ['settings/b', text('b')],
    ]),
    staging: new Map(),
  },
}

describe('a state', () => {
  it('of a new account is as the SDK begins it', () => {
    expect(structuredClone(openState(beginning).state)).toEqual({
      bootstrapCursor: null,
      localRevision: 0,
      pendingMutations: [],
      shadow: {},
      stagingBootstrap: null,
      syncToken: null,
    })
  })

  it('has its documents, and fields that a newer SDK added', () => {
    expect(JSON.parse(JSON.stringify(openState(stored).state))).toMatchObject({
      syncToken: 's',
      addedByTheSdk: { since: 4 },
      shadow: { 'settings/a': document('a'), 'settings/b': document('b') },
      stagingBootstrap: null,
    })
  })

  it('reads no document that a reducer does not look at', () => {
    const broken = { ...stored, texts: { ...stored.texts, shadow: new Map([['settings/a', '{']]) } }
    const { state, changes } = openState(broken)
    state.syncToken = 't'
    expect(changes()).toMatchObject({ put: [], removed: [], state: { fields: { syncToken: 't' } } })
    expect(() => state.shadow).toThrow(SyntaxError)
  })

  it('is a copy: what a reducer does to it is in the changes alone', () => {
    const { state } = openState(stored)
    state.shadow['settings/a'] = document('a', 9)
    expect(openState(stored).state.shadow['settings/a']).toEqual(document('a'))
  })
})

describe('the changes', () => {
  it('are none where a reducer has only looked', () => {
    const { state, changes } = openState(stored)
    JSON.stringify(state)
    state.shadow = JSON.parse(JSON.stringify(state.shadow)) as typeof state.shadow
    expect(changes()).toBeUndefined()
  })

  it('are those documents that differ, whether in place or all at once', () => {
    const { state, changes } = openState(stored)
    state.shadow = { 'settings/a': document('a'), 'settings/c': document('c') }
    const change = changes()!
    expect(change.put).toEqual([{ part: 'shadow', id: 'settings/c', json: text('c') }])
    expect(change.removed).toEqual([{ part: 'shadow', id: 'settings/b' }])
    expect([...change.state.texts.shadow.keys()]).toEqual(['settings/a', 'settings/c'])

    const other = openState(stored)
    other.state.shadow['settings/b'] = document('b', 2)
    expect(other.changes()!.put).toEqual([{ part: 'shadow', id: 'settings/b', json: text('b', 2) }])
  })

  it('tell a bootstrap without a document from none', () => {
    const { state, changes } = openState(stored)
    state.stagingBootstrap = {}
    const change = changes()!
    expect([change.state.isStaging, change.put]).toEqual([true, []])
    const next = openState(change.state)
    expect(next.state.stagingBootstrap).toEqual({})
    next.state.stagingBootstrap = null
    expect(next.changes()!.state.isStaging).toBe(false)
  })
})
