import { WaraqError, restoredError } from '@waraq/contract'
import { describe, expect, it } from 'vitest'
import type { SearchStatus } from '../search.ts'
import { packError, packStatus, unpackError, unpackStatus } from './wire.ts'

const across = (error: unknown) => unpackError(structuredClone(packError(error)))

describe('an error', () => {
  it('of ours keeps class, code, cause and what its caller may do', () => {
    const cause = new TypeError('in the middle')
    const error = restoredError({
      code: 'x',
      message: 'y',
      retryable: true,
      retryAt: 7,
      status: 503,
      details: { a: 1 },
      cause,
    })
    const came = across(error)
    expect(came).toBeInstanceOf(WaraqError)
    expect(came).toMatchObject({
      code: 'x',
      message: 'y',
      retryable: true,
      retryAt: 7,
      status: 503,
      details: { a: 1 },
      stack: error.stack,
    })
    expect(came.cause).toMatchObject({ name: 'TypeError', message: 'in the middle' })
  })
  it('of others keeps name, message and stack', () => {
    const error = new RangeError('no')
    const came = across(error)
    expect(came).toMatchObject({ name: 'RangeError', message: 'no', stack: error.stack })
    expect([came instanceof WaraqError, 'cause' in came]).toEqual([false, false])
  })
  it('that is none becomes one', () =>
    expect(across('text')).toMatchObject({ name: 'Error', message: 'text' }))
  it('of causes without end is cut off', () => {
    const error = new Error('round')
    error.cause = error
    let depth = 0
    for (let each: unknown = across(error); each instanceof Error; each = each.cause) depth++
    expect(depth).toBe(7)
  })
})

describe('a status', () => {
  const status = { state: 'ready' } as unknown as SearchStatus
  it.each<[string, SearchStatus]>([
    ['without an error', status],
    ['with one', { ...status, error: restoredError({ code: 'x', message: 'y' }) }],
  ])('%s comes across as it is', (_, given) => {
    const came = unpackStatus(structuredClone(packStatus(given)))
    expect(came).toMatchObject({ ...status, ...(given.error ? { error: { code: 'x', message: 'y' } } : {}) })
    expect('error' in came).toBe(given.error !== undefined)
  })
})
