import { describe, expect, test } from 'vitest'
import { parseContentRoot } from './content-root.ts'

function code(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return (error as { code: unknown }).code
  }
  return 'accepted'
}

describe('content root', () => {
  test.each([
    ['https://service.example/content', 'https://service.example', '/content'],
    ['https://service.example/content/', 'https://service.example', '/content'],
    ['https://service.example', 'https://service.example', ''],
    ['https://service.example:8443/a/b//', 'https://service.example:8443', '/a/b'],
    ['http://127.0.0.1:1234/content', 'http://127.0.0.1:1234', '/content'],
    ['http://localhost:1234/content', 'http://localhost:1234', '/content'],
    ['http://app.localhost/content', 'http://app.localhost', '/content'],
    ['http://[::1]:1234/content', 'http://[::1]:1234', '/content'],
  ])('%s', (text, origin, path) => {
    expect(parseContentRoot(text)).toEqual({ origin, path })
    expect(parseContentRoot(new URL(text))).toEqual({ origin, path })
  })

  const page = new URL('http://192.168.1.5:5173/reader/')
  test.each([
    ['/content', 'http://192.168.1.5:5173', '/content'],
    ['content', 'http://192.168.1.5:5173', '/reader/content'],
    ['http://192.168.1.5:5173/content', 'http://192.168.1.5:5173', '/content'],
    ['https://service.example/content', 'https://service.example', '/content'],
  ])('of a page: %s', (text, origin, path) => expect(parseContentRoot(text, page)).toEqual({ origin, path }))
  test.each([
    '',
    'http://192.168.1.6/content',
    '/content?x=1',
    '/content#',
    '//user@service.example/content',
  ])('of a page: refuses %s', (text) =>
    expect(code(() => parseContentRoot(text, page))).toBe('invalid_content_root'),
  )

  test.each([
    '',
    '/content',
    'service.example/content',
    'http://service.example/content',
    'http://127.0.0.1.evil.example/content',
    'http://localhost.evil.example/content',
    'http://10.0.0.1/content',
    'https://user@service.example/content',
    'https://user:password@service.example/content',
    'https://service.example/content?x=1',
    'https://service.example/content?',
    'https://service.example/content#top',
    'ftp://service.example/content',
    'file:///content',
    'javascript:alert(1)',
    'data:application/json,{}',
  ])('refuses %s', (text) => expect(code(() => parseContentRoot(text))).toBe('invalid_content_root'))
})
