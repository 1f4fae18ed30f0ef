import { expect, test } from 'vitest'
import { bodyBytes, isJsonAnswer } from './content-proxy.ts'

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

test.each([
  [{ 'content-length': '12' }, 12],
  [{ 'content-length': '12', 'content-encoding': 'identity' }, 12],
  [{ 'content-length': '12', 'content-encoding': 'gzip' }, undefined],
  [{ 'content-length': '12, 12' }, undefined],
  [{ 'content-length': '-1' }, undefined],
  [{}, undefined],
])('bytes of a body with %j: %j', (headers, expected) => expect(bodyBytes(answer(headers))).toBe(expected))
