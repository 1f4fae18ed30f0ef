import { describe, expect, it } from 'vitest'
import { appStateForms } from './app-state-forms.ts'

describe('a write', () => {
  it('says by headers what it replaces and which one it is', () => {
    const options = { ifMatch: '"7"', ifNoneMatch: undefined, idempotencyKey: 'k', attempts: 1 }
    expect(appStateForms.headers('appState.put', options)).toEqual({
      'if-match': '"7"',
      'idempotency-key': 'k',
    })
    expect(appStateForms.headers('appState.put', { ifNoneMatch: '*' })).toEqual({ 'if-none-match': '*' })
  })

  it.each(['', 'a b', 'a\n', 'é', 'k'.repeat(257)])('sends no value that fits no header: %j', (ifMatch) => {
    expect(() => appStateForms.headers('appState.put', { ifMatch })).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        details: expect.objectContaining({ field: 'ifMatch' }),
      }),
    )
  })
})

describe('a refusal', () => {
  const details = (error: unknown) =>
    appStateForms.details({ body: { details: { error } }, secrets: ['secret'] })

  it('has a code of its own, as itself or in an object', () => {
    for (const error of ['quota_exceeded', { code: 'quota_exceeded' }])
      expect(details(error)).toEqual({ serviceCode: 'quota_exceeded' })
  })

  it.each([undefined, 7, 'No.', 'secret', { code: null }, {}])('or none: %j', (error) => {
    expect(details(error)).toEqual({})
  })

  it.each([undefined, null, 'x', []])('whatever the body is: %j', (body) => {
    expect(appStateForms.details({ body, secrets: [] })).toEqual({})
  })
})
