import { describe, expect, test } from 'vitest'
import { parseHttpDate, parseRetryAfter } from './retry-after.ts'

const server = Date.UTC(2026, 7, 1, 12, 0, 0)
const hour = 3_600_000

const seconds: [string | null | undefined, number | null][] = [
  ['0', 0],
  ['1', 1_000],
  ['30', 30_000],
  [' 30 ', 30_000],
  ['007', 7_000],
  ['3600', hour],
  ['3601', hour],
  ['99999999999999999999', hour],
  ['-1', null],
  ['+5', null],
  ['1.5', null],
  ['1e3', null],
  ['0x10', null],
  ['5s', null],
  ['5, 10', null],
  ['', null],
  ['   ', null],
  [null, null],
  [undefined, null],
  ['soon', null],
  ['NaN', null],
  ['Infinity', null],
]

const dates: [string, number | null][] = [
  ['Sat, 01 Aug 2026 12:00:10 GMT', 10_000],
  ['Sat, 01 Aug 2026 12:00:00 GMT', 0],
  ['Sat, 01 Aug 2026 11:00:00 GMT', 0],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['Sat, 01 Aug 2026 12:59:59 GMT', hour - 1_000],
  ['Sun, 01 Jan 3000 00:00:00 GMT', hour],
  ['Sat, 01 Aug 2026 12:00:10', null],
  ['Sat, 01 Aug 2026 12:00:10 +0200', null],
  ['2026-08-01T12:00:10Z', null],
  ['Sat, 99 Xyz 2026 12:00:10 GMT', null],
  ['01 Aug', null],
]

describe('Retry-After', () => {
  test.each(seconds)('%j', (header, wait) => expect(parseRetryAfter(header, server, 0)).toBe(wait))

  test.each(dates)('date %j', (header, wait) => expect(parseRetryAfter(header, server, 0)).toBe(wait))

  test('a date is measured against the answer, not against a device that is ten years off', () => {
    const header = 'Sat, 01 Aug 2026 12:00:10 GMT'
    for (const years of [-10, 0, 10]) {
      expect(parseRetryAfter(header, server, server + years * 365 * 24 * hour)).toBe(10_000)
    }
  })

  test('without a Date header the device has to do', () => {
    expect(parseRetryAfter('Sat, 01 Aug 2026 12:00:10 GMT', null, server)).toBe(10_000)
  })

  test('the older date form counts', () => {
    expect(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT')).toBe(Date.UTC(1994, 10, 6, 8, 49, 37))
  })
})
