import { describe, expect, test } from 'vitest'
import { Refused } from '../access/guard.ts'
import { contentAddress } from './content-address.ts'

const sync = '/api/v4/resources/sync'
const snapshots = '/api/v4/resources/snapshots'

/** The address, or why there is none. */
function verdict(path: string, mount = '/content'): string {
  try {
    return contentAddress(`https://reader.example${path}`, mount)
  } catch (error) {
    if (error instanceof Refused) return error.reason
    throw error
  }
}

describe('goes on, written anew', () => {
  test.each([
    [`${sync}?resources=translations%3A%2A&bootstrap=true`],
    [`${sync}?resources=tafsirs%3A169%3Btranslations%3A20%2C131&sync_token=abc.DEF_-~%3D&per_page=100`],
    [`${sync}?cursor=eyJhIjoxfQ%3D%3D`],
    [`${sync}?cursor=a+b%2Bc%2F%2Fd`],
    [`${sync}?bootstrap=false&per_page=1`],
    [sync],
    [`${snapshots}/translations/20`],
    [`${snapshots}/quran_core/1`],
    [`${snapshots}/word_by_word_transliterations/9007199254740991`],
    ['/api/v4/resources/translations?language=en'],
    ['/api/v4/resources/tafsirs?language=zh-Hans'],
    ['/api/v4/resources/recitations?language=pt_BR'],
    ['/api/v4/resources/chapter_reciters'],
    ['/api/v4/chapters?language=ur'],
    ['/api/v4/chapters'],
  ])('as it was: %s', (path) => expect(verdict(`/content${path}`)).toBe(path))

  test.each([
    [`${sync}?resources=translations:*;tafsirs:*`, `${sync}?resources=translations%3A%2A%3Btafsirs%3A%2A`],
    [`${sync}?cursor=a==`, `${sync}?cursor=a%3D%3D`],
    [`${sync}?cursor=%61%62c!'()*`, `${sync}?cursor=abc%21%27%28%29%2A`],
    [`${sync}?`, sync],
    // What makes the address unique to caches before the proxy ends here.
    [`${sync}?cursor=a&_=1f2e-3`, `${sync}?cursor=a`],
    [`${snapshots}/translations/20?_=1f2e-3`, `${snapshots}/translations/20`],
    // `Request` and `URL` resolve these before any handler sees them.
    [`/api/v4/resources/x/../sync`, sync],
    [`/api/v4/resources/x/%2e%2E/./sync`, sync],
    [`\\api\\v4\\chapters`, '/api/v4/chapters'],
  ])('in its usual form: %s', (path, expected) => expect(verdict(`/content${path}`)).toBe(expected))

  test.each([
    ['', '/api/v4/chapters'],
    ['/a/b.c', '/a/b.c/api/v4/chapters'],
  ])('from where it is mounted: %j', (mount, path) => expect(verdict(path, mount)).toBe('/api/v4/chapters'))
})

describe('is refused', () => {
  test.each([
    '/',
    '/content',
    '/content/',
    '/contentapi/v4/chapters',
    '/Content/api/v4/chapters',
    '/api/v4/chapters',
    '/content/content/api/v4/chapters',
    '//content/api/v4/chapters',
    '/content//api/v4/chapters',
    '/content/api/v4/chapters/',
    '/content/api/v4/chapters/1',
    '/content/api/v4/Chapters',
    '/content/api/v4/chapters;x=1',
    '/content/api/v4/verses/by_chapter/1',
    '/content/api/v4/resources',
    '/content/api/v4/resources/languages',
    '/content/api/v4/resources/sync/',
    '/content/api/v4/resources//sync',
    '/content/api/v4/resources/%73ync',
    '/content/api/v4/resources%2fsync',
    '/content/api/v4/resources%5Csync',
    '/content/api/v4/resources/sync%00',
    '/content/api/v4/resources/sync%20',
    '/content/api/v4/resources/sync%3Fcursor=a',
    '/content/api/v4/resources/%252e%252e/sync',
    '/content/api/v4/../../auth/v1/users',
    '/content/%2e%2e/auth/v1/users',
    '/content/%2e%2e%2fauth',
    '/content/..%2f..%2fauth',
    '/content/https://evil.example/api/v4/chapters',
    '/content/@evil.example/api/v4/chapters',
    '/content/api/v4/chapters#x',
    '/content/api/v4/resources/snapshots',
    '/content/api/v4/resources/snapshots/translations',
    '/content/api/v4/resources/snapshots/translations/',
    '/content/api/v4/resources/snapshots/translations/0',
    '/content/api/v4/resources/snapshots/translations/-1',
    '/content/api/v4/resources/snapshots/translations/01',
    '/content/api/v4/resources/snapshots/translations/1.5',
    '/content/api/v4/resources/snapshots/translations/1e3',
    '/content/api/v4/resources/snapshots/translations/9007199254740992',
    '/content/api/v4/resources/snapshots/translations/٢٠',
    '/content/api/v4/resources/snapshots/translations/20/x',
    '/content/api/v4/resources/snapshots/users/20',
    '/content/api/v4/resources/snapshots/__proto__/20',
    '/content/api/v4/resources/constructor',
  ])('for its path: %s', (path) => expect(verdict(path)).toBe('path'))

  test.each([
    '?x=1',
    '?cursor=a&x=1',
    '?cursor=a&cursor=b',
    '?cursor=a&%63ursor=b',
    '?cursor=',
    '?cursor',
    '?cursor[]=a',
    '?Cursor=a',
    '?__proto__=a',
    '?&',
    '?cursor=a&',
    '?cursor=a%00',
    '?cursor=a%0d%0ax-auth-token:%20b',
    '?cursor=a%20b',
    '?cursor=%7F',
    '?cursor=%E2%80%AE',
    '?cursor=é',
    '?cursor=%',
    '?cursor=%ff',
    '?cursor=%252e',
    '?cursor=%2526x=1',
    '?cursor=a%26x=1',
    '?cursor=a%23',
    '?cursor=a\\b',
    '?cursor=a%5Cb',
    `?cursor=${'a'.repeat(8193)}`,
    `?cursor=${'a'.repeat(8192)}&sync_token=${'a'.repeat(8192)}`,
    '?resources=',
    '?resources=translations',
    '?resources=translations:',
    '?resources=translations:0',
    '?resources=translations:1;',
    '?resources=users:*',
    '?resources=translations:%2A%20',
    '?resources=translations:1+2',
    `?resources=translations:${'1,'.repeat(5000)}1`,
    '?bootstrap=1',
    '?bootstrap=TRUE',
    '?per_page=0',
    '?per_page=101',
    '?per_page=050',
    '?per_page=-1',
    '?per_page=1e1',
    '?language=en',
  ])('for its query: %.60s', (query) => expect(verdict(`/content${sync}${query}`)).toBe('query'))

  test.each([
    '?language=',
    '?language=e',
    '?language=en/..',
    '?language=en%0a',
    '?language=en&language=ar',
    '?page=1',
  ])('for its query of the catalogue: %s', (query) => {
    expect(verdict(`/content/api/v4/chapters${query}`)).toBe('query')
    expect(verdict(`/content/api/v4/resources/tafsirs${query}`)).toBe('query')
  })

  test('for any query of a snapshot', () => {
    expect(verdict(`/content${snapshots}/translations/20?language=en`)).toBe('query')
  })

  test('for what comes before the host', () => {
    expect(() => contentAddress('https://user@reader.example/content/api/v4/chapters', '/content')).toThrow(
      'path',
    )
    expect(() => contentAddress('https://:p@reader.example/content/api/v4/chapters', '/content')).toThrow(
      'path',
    )
  })
})
