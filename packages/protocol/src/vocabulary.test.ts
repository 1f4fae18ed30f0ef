import { expect, test } from 'vitest'
import {
  changeTypes,
  contentSyncErrorCodes,
  perPageLimits,
  recordTypes,
  resourceGroups,
  standardErrorTypeOfStatus,
  standardErrorTypes,
  statusOfContentSyncError,
} from './vocabulary.ts'

test.each<[string, readonly string[], number]>([
  // Eight of the interface document, and one announced since.
  ['groups', resourceGroups, 9],
  ['change types', changeTypes, 7],
  // Eleven of the interface document, and the five of quran_core.
  ['record types', recordTypes, 16],
  ['standard error types', standardErrorTypes, 14],
  // The six of the sync endpoint and two of the snapshots.
  ['content-sync error codes', contentSyncErrorCodes, 8],
])('%s: each word once, as many as documented', (_, words, count) => {
  expect(words).toHaveLength(count)
  expect(new Set(words).size).toBe(count)
  for (const word of words) expect(word).toMatch(/^[a-z][a-z_]*$|^[A-Z][A-Z_]*$/)
})

test('groups stand in the order of a canonical filter', () => {
  expect(resourceGroups.toSorted()).toEqual(resourceGroups)
})

test('statuses', () => {
  expect(Object.keys(standardErrorTypeOfStatus).map(Number)).toEqual([
    400, 401, 403, 404, 422, 429, 500, 502, 503, 504,
  ])
  const withoutStatus = ['invalid_path', 'invalid_token', 'insufficient_scope', 'service_error']
  expect([...Object.values(standardErrorTypeOfStatus), ...withoutStatus].toSorted()).toEqual(
    standardErrorTypes.toSorted(),
  )
  expect(Object.keys(statusOfContentSyncError)).toEqual(contentSyncErrorCodes)
  expect(statusOfContentSyncError).toMatchObject({ resync_required: 410, snapshot_not_found: 404 })
})

test('page sizes', () => expect(perPageLimits).toEqual({ least: 1, most: 100, default: 50 }))
