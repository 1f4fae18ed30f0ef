import { seeded } from '@waraq/test-support/random'
import { seedOfRun } from '@waraq/test-support/runs'
import { describe, expect, it } from 'vitest'
import { allowedOperations } from './allowed-operations.ts'
import { operations, serviceRoots } from './stage.test-support.ts'

const numbers = { safeParse: (value: unknown) => ({ success: Number.isInteger(value) }) }
const post = {
  service: 'quranReflect',
  method: 'GET',
  path: '/v1/posts/{id}',
  params: { id: numbers },
  scope: 'post.read',
} as const
const comment = { ...post, path: '/v1/posts/{id}/comments/{name}' }
const allowed = allowedOperations({ ...operations, posts: { get: post, comment } }, '/user', serviceRoots)
const ask = (method: string, path: string) => allowed(method, new URL(path, 'https://reader.example'))

describe('what a page may ask for', () => {
  it.each([
    ['GET', '/user/auth/v1/notes', '/auth/v1/notes'],
    [
      'GET',
      '/user/auth/v1/notes?limit=5&cursor=a%2Bb+c&x=%26',
      '/auth/v1/notes?limit=5&cursor=a%2Bb+c&x=%26',
    ],
    ['GET', '/user/auth/v1/notes?', '/auth/v1/notes'],
    ['GET', '/user/auth/v1/notes?limit=5&_=1f2e-3', '/auth/v1/notes?limit=5'],
    ['GET', '/user/auth/v1/notes#fragment', '/auth/v1/notes'],
    ['GET', '/user/auth/%76%31/n%6Ftes', '/auth/v1/notes'],
    ['GET', '/user/auth/v1/./notes', '/auth/v1/notes'],
    ['DELETE', '/user/auth/v1/notes/a.b-c~d', '/auth/v1/notes/a.b-c~d'],
    ['DELETE', '/user/auth/v1/notes/2:255', '/auth/v1/notes/2%3A255'],
    ['DELETE', '/user/auth/v1/notes/a%20b%3Fc%23d', '/auth/v1/notes/a%20b%3Fc%23d'],
    ['DELETE', '/user/auth/v1/notes/سورة', '/auth/v1/notes/%D8%B3%D9%88%D8%B1%D8%A9'],
    ['DELETE', '/user/auth/v1/notes/...', '/auth/v1/notes/...'],
    ['DELETE', '/user/auth/v1/notes/100%25', '/auth/v1/notes/100%25'],
    ['GET', '/user/quran-reflect/v1/posts/12', '/quran-reflect/v1/posts/12'],
    ['GET', '/user/quran-reflect/v1/posts/12/comments/x', '/quran-reflect/v1/posts/12/comments/x'],
  ])('%s %s', (method, path, address) => {
    expect(ask(method, path)).toMatchObject({ address: `https://service.example${address}` })
  })
})

it('is told with its scope', () => {
  expect(ask('DELETE', '/user/auth/v1/notes/a')).toMatchObject({ scope: 'note.delete' })
  expect(ask('GET', '/user/auth/v1/notes')).toMatchObject({ scope: 'note.read' })
})

describe('what a page may not ask for', () => {
  it.each([
    ['an operation that was not chosen', 'GET', '/user/auth/v1/bookmarks'],
    ['one of the other service', 'GET', '/user/quran-reflect/v1/notes'],
    ['another method', 'PUT', '/user/auth/v1/notes'],
    ['a method in small letters', 'get', '/user/auth/v1/notes'],
    ['nothing', 'GET', '/user/auth/'],
    ['the service itself', 'GET', '/user/auth'],
    ['another mount', 'GET', '/users/auth/v1/notes'],
    ['more of it', 'GET', '/user/auth/v1/notes/'],
    ['less of it', 'DELETE', '/user/auth/v1/notes'],
    ['a word for a number', 'GET', '/user/quran-reflect/v1/posts/feed'],
    ['a number in another form', 'GET', '/user/quran-reflect/v1/posts/0x1'],
    ['an empty parameter', 'DELETE', '/user/auth/v1/notes/'],
    ['an empty segment', 'GET', '/user/auth//v1/notes'],
    ['an empty segment at the end', 'DELETE', '/user/auth/v1/notes//x'],
    ['a way up', 'GET', '/user/auth/v1/../v1/../../../admin'],
    ['an escaped way up', 'DELETE', '/user/auth/v1/notes/%2e%2e'],
    ['a way up with an escaped slash', 'DELETE', '/user/auth/v1/notes/..%2fbookmarks'],
    ['a way up in capitals', 'DELETE', '/user/auth/v1/notes/%2E%2E%2Fbookmarks'],
    ['a way up escaped twice', 'DELETE', '/user/auth/v1/notes/%252e%252e%252fbookmarks'],
    ['a way up with parameters', 'DELETE', '/user/auth/v1/notes/..;x'],
    ['an escaped slash', 'DELETE', '/user/auth/v1/notes/a%2fb'],
    ['an escaped backslash', 'DELETE', '/user/auth/v1/notes/a%5cb'],
    ['an escaped backslash for the slash', 'DELETE', '/user/auth/v1/notes%5ca'],
    ['a null', 'DELETE', '/user/auth/v1/notes/a%00'],
    ['a line break', 'DELETE', '/user/auth/v1/notes/a%0d%0ax-auth-token:b'],
    ['a control character of Latin-1', 'DELETE', '/user/auth/v1/notes/a%c2%85'],
    ['a broken escape', 'DELETE', '/user/auth/v1/notes/%'],
    ['an escape that is no character', 'DELETE', '/user/auth/v1/notes/%ff'],
    ['an overlong escape of a slash', 'DELETE', '/user/auth/v1/notes/a%c0%afb'],
    ['a template', 'DELETE', '/user/auth/v1/{notes}'],
    ['a very long parameter', 'DELETE', `/user/auth/v1/notes/${'a'.repeat(257)}`],
  ])('%s', (_, method, path) => {
    expect(ask(method, path)).toEqual({ refused: 'path' })
  })

  it('a very long query', () => {
    expect(ask('GET', `/user/auth/v1/notes?x=${'a'.repeat(4_096)}`)).toEqual({ refused: 'query' })
  })
})

it('20,000 forged paths reach nothing but the chosen operations', () => {
  const random = seeded(seedOfRun)
  const pieces = [
    '/',
    '//',
    '\\',
    '%2f',
    '%5c',
    '..',
    '.',
    '%2e',
    '%252e',
    ';',
    '?',
    '#',
    '@',
    ':',
    '%00',
    '%0a',
    '%',
    ' ',
    'user',
    'auth',
    'quran-reflect',
    'v1',
    'notes',
    'posts',
    'comments',
    'admin',
    '12',
    'é',
    '%ff',
    'http:',
    'a',
  ]
  const starts = ['/user/auth/v1/notes/', '/user/auth/v1/', '/user/quran-reflect/v1/posts/', '/user/', '/']
  const own =
    /^https:\/\/service\.example\/(auth\/v1\/notes(\/[^/\\?#]+)?|quran-reflect\/v1\/posts\/[1-9]\d*(\/comments\/[^/\\?#]+)?)(\?[^#\\]*)?$/
  let reached = 0
  for (let index = 0; index < 20_000; index += 1) {
    const tail = Array.from({ length: random.int(7) }, () => random.pick(pieces)).join('')
    const path = random.pick(starts) + tail
    if (!URL.canParse(path, 'https://reader.example')) continue
    const outcome = ask(random.pick(['GET', 'POST', 'DELETE']), path)
    if ('refused' in outcome) continue
    reached += 1
    expect([path, outcome.address]).toEqual([path, expect.stringMatching(own)])
    const { pathname, origin } = new URL(outcome.address)
    expect([path, origin + pathname]).toEqual([path, outcome.address.split('?', 1)[0]])
    const segments = pathname.split('/').map(decodeURIComponent)
    expect([path, segments.filter((segment) => /^\.{1,2}(;|$)|[/\\\p{Cc}]/u.test(segment))]).toEqual([
      path,
      [],
    ])
  }
  expect(reached).toBeGreaterThan(300)
})
