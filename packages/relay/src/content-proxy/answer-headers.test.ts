import { expect, test } from 'vitest'
import { bodyBytes, isJsonAnswer, passedHeaders } from './answer-headers.ts'

const answer = (headers: Record<string, string>) => new Response(null, { headers })

test.each([
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['APPLICATION/JSON;charset=utf-8', true],
  ['application/problem+json', true],
  ['application/jsonp', false],
  ['text/html', false],
  ['text/html; application/json', false],
  ['text/json', false],
  ['', false],
])('content type %j: %s', (type, expected) =>
  expect(isJsonAnswer(answer({ 'content-type': type }))).toBe(expected),
)

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

test.each([
  [{ 'content-length': '12' }, 12],
  [{ 'content-length': '12', 'content-encoding': 'identity' }, 12],
  [{ 'content-length': '12', 'content-encoding': 'gzip' }, undefined],
  [{ 'content-length': '12, 12' }, undefined],
  [{ 'content-length': '-1' }, undefined],
  [{}, undefined],
])('bytes of a body with %j: %j', (headers, expected) => expect(bodyBytes(answer(headers))).toBe(expected))
