import { describe, expect, test } from 'vitest'
import { checkScope, mountPath, originList, safeRoot, tokenEndpoint } from './configuration.ts'

test.each([
  '*',
  'null',
  '',
  'reader.example',
  'https://reader.example/',
  'https://Reader.example',
  'https://reader.example:443',
  'https://*.reader.example/',
  'https://*.reader.example',
  'https://*',
  'https://user@reader.example',
  'http://reader.example',
  'file://',
  'https://müller.example',
])('origin %j is refused', (origin) => {
  expect(() => originList([origin])).toThrow(expect.objectContaining({ code: 'invalid_relay_configuration' }))
})

test.each([
  ['https://issuer.example', 'https://issuer.example/oauth2/token'],
  ['https://issuer.example/', 'https://issuer.example/oauth2/token'],
  ['http://127.0.0.1:4000/auth/', 'http://127.0.0.1:4000/auth/oauth2/token'],
])('issuer %s', (url, endpoint) => expect(tokenEndpoint(url)).toBe(endpoint))

test.each([
  'http://issuer.example',
  'https://u:p@issuer.example',
  'https://issuer.example?x',
  'https://issuer.example#x',
  'ftp://issuer.example',
  '/oauth2',
  '',
])('issuer %j is refused', (url) => {
  expect(() => tokenEndpoint(url)).toThrow(expect.objectContaining({ code: 'invalid_relay_configuration' }))
})

test('an address is named by its option, and has no slash at the end', () => {
  expect(safeRoot('contentRoot', 'https://service.example/content/')).toBe('https://service.example/content')
  expect(() => safeRoot('contentRoot', 'http://service.example')).toThrow('contentRoot')
})

test.each(['content', 'content search'])('scope %s is public', (scope) =>
  expect(() => checkScope(scope)).not.toThrow(),
)
test.each(['', ' ', 'content user', 'bookmark.read', 'openid', 'offline_access'])(
  'scope %j is not',
  (scope) => expect(() => checkScope(scope)).toThrow('scope'),
)

describe('where a proxy is mounted', () => {
  test.each([
    ['/content', '/content'],
    ['/content/', '/content'],
    ['/a/b-c.d', '/a/b-c.d'],
    ['/', ''],
    ['', ''],
  ])('%j', (path, expected) => expect(mountPath(path)).toBe(expected))

  test.each(['content', '//', '/a//b', '/../x', '/./x', '/a?b', '/a#b', '/%61', '/a b', 'https://a.example'])(
    'not %j',
    (path) =>
      expect(() => mountPath(path)).toThrow(expect.objectContaining({ code: 'invalid_relay_configuration' })),
  )
})
