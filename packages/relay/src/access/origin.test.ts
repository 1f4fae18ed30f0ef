import { describe, expect, test } from 'vitest'
import { originList } from '../configuration.ts'
import { admit, admitPreflight, isJson, type Caller } from './origin.ts'

const allowed = originList([
  'https://reader.example',
  'http://localhost:5173',
  'https://xn--mller-kva.example',
])

const good = {
  origin: 'https://reader.example',
  'content-type': 'application/json',
  'x-relay': '1',
}

function caller(headers: Record<string, string | null>, method = 'POST'): Caller {
  return { method, header: (name) => headers[name] ?? null }
}

function verdict(headers: Record<string, string | null>, sameOrigin = true): string {
  const admission = admit(caller({ ...good, ...headers }), { allowed, sameOrigin })
  return admission.admitted ? `yes ${admission.cors}` : admission.reason
}

describe('origins', () => {
  test.each(['https://reader.example', 'http://localhost:5173', 'https://xn--mller-kva.example'])(
    '%s',
    (origin) => expect(verdict({ origin })).toBe(`yes ${origin}`),
  )

  test.each([
    'https://reader.example.evil.example',
    'https://evil-reader.example',
    'https://evil.example/https://reader.example',
    'https://a.reader.example',
    'https://reader.exampl',
    'https://reader.example.',
    'https://reader.example/',
    'https://reader.example:443',
    'https://reader.example:8443',
    'http://reader.example',
    'HTTPS://reader.example',
    'https://Reader.example',
    'https://READER.EXAMPLE',
    ' https://reader.example x',
    'https://reader.example, https://evil.example',
    'https://evil.example, https://reader.example',
    'https://reader.example https://evil.example',
    'https://user@reader.example',
    'https://reader.example@evil.example',
    'https://reader.example%00.evil.example',
    'https://reader.example\u0000',
    'https://reader%2eexample',
    'https://reader。example',
    'https://müller.example',
    'https://xn--mller-kva.example.evil.example',
    'https://xn--mllr-kva.example',
    'https://rеader.example',
    'http://localhost',
    'http://localhost:5174',
    'http://localhost:51730',
    'https://localhost:5173',
    'http://127.0.0.1:5173',
    'http://[::1]:5173',
    'http://localhost.evil.example:5173',
    'file://',
    'data:',
    'blob:https://reader.example',
    'chrome-extension://abcdef',
    'capacitor://localhost',
    '*',
    '',
    'undefined',
    '__proto__',
  ])('not %j', (origin) => expect(verdict({ origin })).toBe('origin_unlisted'))

  test('null is no origin, with any other headers', () => {
    expect(verdict({ origin: 'null' })).toBe('origin_null')
    expect(verdict({ origin: 'null', 'sec-fetch-site': 'same-origin' })).toBe('origin_null')
  })

  test.each([
    [null, 'same-origin', 'yes null'],
    ['https://unlisted.example', 'same-origin', 'yes null'],
    [null, null, 'origin_missing'],
    [null, 'same-site', 'origin_missing'],
    [null, 'cross-site', 'origin_missing'],
    [null, 'none', 'origin_missing'],
    [null, 'Same-Origin', 'origin_missing'],
    [null, 'same-origin, cross-site', 'origin_missing'],
    ['https://unlisted.example', 'same-site', 'origin_unlisted'],
    ['https://unlisted.example', 'cross-site', 'origin_unlisted'],
    ['https://reader.example', 'cross-site', 'yes https://reader.example'],
    ['https://reader.example', 'same-origin', 'yes https://reader.example'],
  ])('origin %j with Sec-Fetch-Site %j', (origin, site, expected) =>
    expect(verdict({ origin, 'sec-fetch-site': site })).toBe(expected),
  )
})

test('Sec-Fetch-Site vouches for no page unless that is wanted', () => {
  expect(verdict({ origin: null, 'sec-fetch-site': 'same-origin' }, false)).toBe('origin_missing')
  expect(verdict({ origin: 'https://unlisted.example', 'sec-fetch-site': 'same-origin' }, false)).toBe(
    'origin_unlisted',
  )
  expect(verdict({ 'sec-fetch-site': 'same-origin' }, false)).toBe('yes https://reader.example')
})

describe('forms and other requests without a preflight', () => {
  test.each([
    null,
    '',
    'text/plain',
    'text/plain; charset=application/json',
    'text/plain, application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=application/json',
    'application/jsonp',
    'application/json, text/plain',
    'application/csp-report',
    'text/json',
    'application/json\u00a0',
    '\u00a0application/json',
  ])('content type %j', (type) => expect(isJson(caller({ 'content-type': type }))).toBe(false))

  test.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'])(
    'content type %s',
    (type) => expect(isJson(caller({ 'content-type': type }))).toBe(true),
  )

  test.each([null, '', '0', 'true', '1, 1', '11'])('relay header %j', (value) =>
    expect(verdict({ 'x-relay': value })).toBe('relay_header'),
  )
})

describe('preflights', () => {
  const base = {
    origin: 'https://reader.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,x-relay',
  }
  test.each<[Record<string, string | null>, string]>([
    [{}, 'yes'],
    [{ 'access-control-request-headers': 'X-Relay, Content-Type' }, 'yes'],
    [{ 'access-control-request-headers': null }, 'yes'],
    [{ 'access-control-request-headers': 'x-relay\u00a0' }, 'preflight'],
    [{ 'access-control-request-headers': 'content-type,x-relay,authorization' }, 'preflight'],
    [{ 'access-control-request-method': 'GET' }, 'preflight'],
    [{ 'access-control-request-method': null }, 'preflight'],
    [{ origin: 'https://evil.example' }, 'origin_unlisted'],
    [{ origin: 'null' }, 'origin_null'],
    [{ origin: null }, 'origin_missing'],
  ])('%j', (headers, expected) => {
    const pages = { allowed, sameOrigin: false }
    const taken = new Set(['content-type', 'x-relay'])
    const admission = admitPreflight(caller({ ...base, ...headers }, 'OPTIONS'), pages, ['POST'], taken)
    expect(admission.admitted ? 'yes' : admission.reason).toBe(expected)
  })
})
