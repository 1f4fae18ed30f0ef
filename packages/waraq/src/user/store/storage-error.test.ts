import { Dexie } from 'dexie'
import { WaraqError } from '@waraq/protocol'
import { expect, it } from 'vitest'
import { storageError } from './storage-error.ts'

const full = new DOMException('full', 'QuotaExceededError')

it.each<[string, unknown]>([
  ['itself', full],
  ['in an error of Dexie', Object.assign(new Error('aborted'), { name: 'AbortError', inner: full })],
  ['among those of a bulk', new Dexie.BulkError('1 of 2 failed', [full])],
])('a disk without room is told apart: %s', (_, error) => {
  expect(storageError(error)).toMatchObject({ code: 'quota_exceeded', retryable: false, cause: error })
})

it('any other refusal had no effect, and may pass', () => {
  const circular: { cause?: unknown } = new Error('x')
  circular.cause = circular
  for (const error of [new DOMException('x', 'UnknownError'), circular, null])
    expect(storageError(error)).toMatchObject({ code: 'storage_failed', retryable: true })
  const own = new WaraqError({ code: 'newer_format', message: 'x' })
  expect(storageError(own)).toBe(own)
})
