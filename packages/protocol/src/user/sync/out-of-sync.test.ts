import { expect, it } from 'vitest'
import { isOutOfSync } from './out-of-sync.ts'

const error = { code: 'OutOfSyncError', message: 'Invalid lastMutationAt.' }

it.each([
  [{ success: false, error }, true],
  [{ message: 'No.', type: 'Conflict', success: false, details: { success: false, error } }, true],
  [{ error: { code: 'OtherError' } }, false],
  [{ error: 'OutOfSyncError' }, false],
  [{ code: 'OutOfSyncError' }, false],
  [{ details: [error] }, false],
  [{ type: 'other_account', success: false }, false],
  ['OutOfSyncError', false],
  [null, false],
  [undefined, false],
])('of %j: %s', (body, is) => {
  expect(isOutOfSync(body)).toBe(is)
})
