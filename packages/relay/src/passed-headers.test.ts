import { expect, test } from 'vitest'
import { passedHeaders } from './passed-headers.ts'

const answer = (headers: Record<string, string>) => new Response(null, { headers })

test('of headers the date and the wait reach the caller, in their own forms alone', () => {
  const date = 'Mon, 23 Nov 2026 04:02:22 GMT'
  const more = {
    etag: '"a"',
    'set-cookie': 's=1',
    'x-auth-token': 't',
    'transfer-encoding': 'chunked',
    connection: 'close',
    'cache-control': 'public',
    'access-control-allow-origin': '*',
    location: 'https://evil.example',
    server: 's',
  }
  expect(passedHeaders(answer({ date, 'retry-after': '30', ...more }))).toEqual([
    ['date', date],
    ['retry-after', '30'],
  ])
  expect(passedHeaders(answer({ 'retry-after': date }))).toEqual([['retry-after', date]])
  expect(passedHeaders(answer({ date: 'CANARY-TOKEN', 'retry-after': '30; t=CANARY-TOKEN' }))).toEqual([])
})

test('others reach the caller as they are, where they are named', () => {
  const given = answer({ 'content-type': 'text/x', server: 's', date: 'CANARY-TOKEN' })
  expect(passedHeaders(given, ['content-type'])).toEqual([['content-type', 'text/x']])
})
