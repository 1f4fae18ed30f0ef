import { describe, expect, it } from 'vitest'
import { conditionsOf } from './conditions.ts'
import { appState } from './operations/app-state.ts'
import { notes } from './operations/notes.ts'

describe('a conditional write', () => {
  it('says by headers what it replaces and which one it is', () => {
    const options = { ifMatch: '"7"', ifNoneMatch: undefined, idempotencyKey: 'k' }
    expect(conditionsOf('appState.put', appState.put, options)).toEqual({
      'if-match': '"7"',
      'idempotency-key': 'k',
    })
    expect(conditionsOf('appState.delete', appState.delete, { ifNoneMatch: '*' })).toEqual({
      'if-none-match': '*',
    })
    expect(conditionsOf('notes.list', notes.list, { attempts: 1 })).toEqual({})
  })

  it.each(['', 'a b', 'a\n', 'é', 'k'.repeat(257)])('sends no value that fits no header: %j', (ifMatch) => {
    expect(() => conditionsOf('appState.put', appState.put, { ifMatch })).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        details: expect.objectContaining({ field: 'ifMatch' }),
      }),
    )
  })
})

it('an operation of another kind takes no conditions', () => {
  expect(() => conditionsOf('notes.create', notes.create, { idempotencyKey: 'k' })).toThrow(
    expect.objectContaining({ code: 'invalid_argument' }),
  )
})
