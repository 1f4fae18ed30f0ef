import { restoredError } from '@waraq/protocol'
import { Dexie } from 'dexie'
import { describe, expect, it } from 'vitest'
import { mayMeanDamage, saysDamage, storageError } from './storage-error.ts'

const browser = (name: string) => new DOMException('told by the browser', name)

/** Dexie wraps the browser's error, sometimes twice. */
const aborted = (inner: unknown) => Object.assign(new Error('AbortError'), { name: 'AbortError', inner })

describe('an error of storage', () => {
  it.each([
    ['QuotaExceededError', 'quota_exceeded', false],
    ['DatabaseClosedError', 'storage_lost', true],
    ['InvalidStateError', 'storage_lost', true],
    ['UnknownError', 'storage_lost', true],
    ['NotFoundError', 'storage_lost', true],
    ['TransactionInactiveError', 'storage_lost', true],
    ['OpenFailedError', 'storage_lost', true],
    ['MissingAPIError', 'storage_unavailable', true],
    ['SecurityError', 'storage_unavailable', true],
    ['VersionError', 'storage_unavailable', true],
    ['DataError', 'storage_failed', true],
    ['AbortError', 'storage_lost', true],
  ])('%s is %s', (name, code, retryable) => {
    const cause = browser(name)
    expect(storageError(cause)).toMatchObject({ code, retryable, cause })
  })

  it('is known by its reason, however deep that lies', () => {
    const quota = browser('QuotaExceededError')
    expect(storageError(aborted(quota)).code).toBe('quota_exceeded')
    expect(storageError(aborted(aborted(quota))).code).toBe('quota_exceeded')
    expect(storageError(new Error('wrapped', { cause: quota })).code).toBe('quota_exceeded')
    expect(storageError(Object.assign(aborted(null), { cause: quota })).code).toBe('quota_exceeded')
    expect(storageError(new Dexie.QuotaExceededError('Dexie says so itself')).code).toBe('quota_exceeded')
    expect(storageError(new Dexie.BulkError('1 of 2 failed', [quota])).code).toBe('quota_exceeded')
  })

  it('tells a connection that was lost while it was opened from storage that is forbidden', () => {
    // Dexie names no reason where the browser closed the connection before the database was ready.
    expect(storageError(new Dexie.OpenFailedError()).code).toBe('storage_lost')
    expect(storageError(new Dexie.OpenFailedError(browser('SecurityError'))).code).toBe('storage_unavailable')
  })

  it('is a step that the browser cut off where a transaction was aborted for no reason that anyone tells', () => {
    expect(storageError(aborted(browser('AbortError'))).code).toBe('storage_lost')
    expect(storageError(aborted(null)).code).toBe('storage_lost')
    expect(storageError(aborted(browser('DataError'))).code).toBe('storage_failed')
    const bulk = (...failures: unknown[]) =>
      storageError(new Dexie.BulkError('failed', failures as Error[])).code
    expect(bulk(browser('AbortError'), browser('AbortError'))).toBe('storage_lost')
    expect(bulk(browser('AbortError'), browser('DataError'))).toBe('storage_failed')
    expect(bulk()).toBe('storage_failed')
  })

  it('may be anything at all', () => {
    const circle: { inner?: unknown } = {}
    circle.inner = circle
    for (const thrown of [circle, 'text', null, undefined, 5, {}]) {
      expect(storageError(thrown).code).toBe('storage_failed')
    }
  })

  it('that is already in our words stays what it is', () => {
    const own = restoredError({ code: 'writer_superseded', message: 'Another writes.' })
    expect(storageError(own)).toBe(own)
  })
})

describe('damage', () => {
  it('may be meant by an error that the browser does not explain, however deep it lies', () => {
    const unknown = browser('UnknownError')
    for (const error of [unknown, aborted(unknown), storageError(aborted(unknown))])
      expect([mayMeanDamage(error), saysDamage(error)]).toEqual([true, true])
  })
  it('may be meant where a table is missing', () => {
    const missing = browser('NotFoundError')
    for (const error of [missing, storageError(missing)])
      expect([mayMeanDamage(error), saysDamage(error)]).toEqual([true, true])
  })
  it('may be meant by a step that was cut off, of which nothing is said', () => {
    const cutOff = browser('AbortError')
    for (const error of [cutOff, aborted(cutOff), new Dexie.BulkError('2 of 2', [cutOff, cutOff])])
      for (const each of [error, storageError(error)])
        expect([mayMeanDamage(each), saysDamage(each)]).toEqual([true, false])
  })
  it.each([
    'QuotaExceededError',
    'DatabaseClosedError',
    'InvalidStateError',
    'TransactionInactiveError',
    'TimeoutError',
    'VersionError',
    'SecurityError',
    'DataError',
  ])('is never meant by %s', (name) => {
    for (const error of [browser(name), storageError(browser(name))]) expect(mayMeanDamage(error)).toBe(false)
  })
  it('is never meant where there is no room, or by errors of ours', () => {
    const noRoom = new Dexie.BulkError('2 of 2', [browser('UnknownError'), browser('QuotaExceededError')])
    const closed = restoredError({
      code: 'engine_closed',
      message: 'Closed.',
      cause: browser('UnknownError'),
    })
    for (const error of [noRoom, storageError(noRoom), closed, undefined])
      expect(mayMeanDamage(error)).toBe(false)
  })
})
