import { expect, test } from 'vitest'
import { logLine } from './start-relay.ts'

test('a line is JSON, dated', () => {
  expect(logLine({ event: 'served_older' }, 0)).toBe(
    '{"time":"1970-01-01T00:00:00.000Z","event":"served_older"}',
  )
})

test('a wrong secret and an unlisted origin say what to do; an outage asks the operator for nothing', () => {
  const remedy = (entry: Parameters<typeof logLine>[0]) =>
    (JSON.parse(logLine(entry, 0)) as { readonly remedy?: string }).remedy
  expect(remedy({ event: 'issuer_refused', reason: 'invalid_client', pauseMs: 1 })).toContain('client secret')
  expect(remedy({ event: 'refused', reason: 'origin_unlisted', origin: 'http://localhost:1' })).toContain(
    'list its origin',
  )
  expect(remedy({ event: 'issuer_failed', reason: 'unreachable', pauseMs: 1 })).toBeUndefined()
  expect(remedy({ event: 'refused', reason: 'method' })).toBeUndefined()
})
