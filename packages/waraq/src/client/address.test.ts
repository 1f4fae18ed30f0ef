import { seeded } from '@waraq/test-support/random'
import { seedOfRun } from '@waraq/test-support/runs'
import { describe, expect, test } from 'vitest'
import { pageAddress, snapshotAddress, syncAddress } from './address.ts'
import { parseContentRoot } from './content-root.ts'
import type { SyncRequest } from './options.ts'

const root = parseContentRoot('https://service.example/content')

function code(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return (error as { code: unknown }).code
  }
  return 'accepted'
}

describe('sync address', () => {
  const base = 'https://service.example/content/api/v4/resources/sync'

  test.each<[SyncRequest, string]>([
    [{ filter: 'translations:20', bootstrap: true }, '?resources=translations%3A20&bootstrap=true'],
    [
      { filter: 'translations:131,20;tafsirs:*', bootstrap: true, perPage: 100 },
      '?resources=tafsirs%3A%2A%3Btranslations%3A20%2C131&bootstrap=true&per_page=100',
    ],
    [
      { filter: 'tafsirs:*', syncToken: "a+b/c=&d'(e)!*" },
      '?resources=tafsirs%3A%2A&sync_token=a%2Bb%2Fc%3D%26d%27%28e%29%21%2A',
    ],
  ])('%j', (request, query) => {
    const { url, path } = syncAddress(root, request)
    expect(url).toBe(base + query)
    expect(new URL(url).href).toBe(url)
    expect(path).toBe('/api/v4/resources/sync')
  })

  test.each([0, 101, -1, 1.5, NaN, Infinity])('refuses perPage %d', (perPage) => {
    const request: SyncRequest = { filter: 'tafsirs:*', bootstrap: true, perPage }
    expect(code(() => syncAddress(root, request))).toBe('invalid_per_page')
  })

  test.each([1, 50, 100])('takes perPage %d', (perPage) => {
    const request: SyncRequest = { filter: 'tafsirs:*', bootstrap: true, perPage }
    expect(syncAddress(root, request).url).toContain(`per_page=${perPage}`)
  })

  test('refuses a broken filter and an empty token', () => {
    expect(code(() => syncAddress(root, { filter: 'tafsirs', bootstrap: true }))).toBe('invalid_filter')
    expect(code(() => syncAddress(root, { filter: 'tafsirs:*', syncToken: '' }))).toBe('invalid_request')
  })
})

describe('addresses given by the service', () => {
  const page = '/api/v4/resources/sync?cursor=abc'
  const snapshot = '/api/v4/resources/snapshots/translations/20'

  test.each([
    page,
    '/api/v4/resources/sync?cursor=a%2Fb%2e%2e&per_page=100',
    '/api/v4/resources/sync?cursor=../../..',
    "/api/v4/resources/sync?cursor=a'b;c:d,*~",
  ])('page %s is sent as given', (given) => {
    expect(pageAddress(root, given)).toEqual({
      url: `https://service.example/content${given}`,
      path: '/api/v4/resources/sync',
    })
  })

  test('snapshots by address and by reference are the same', () => {
    const address = { url: `https://service.example/content${snapshot}`, path: snapshot }
    expect(snapshotAddress(root, snapshot)).toEqual(address)
    expect(snapshotAddress(root, { group: 'translations', id: 20 })).toEqual(address)
    expect(snapshotAddress(root, `${snapshot}?v=2`).url).toBe(
      `https://service.example/content${snapshot}?v=2`,
    )
  })

  const hostile = [
    '',
    '/',
    'https://evil.example/api/v4/resources/sync?cursor=a',
    'HTTPS://service.example/content/api/v4/resources/sync?cursor=a',
    '//evil.example/api/v4/resources/sync?cursor=a',
    '///evil.example/api/v4/resources/sync?cursor=a',
    '/\\evil.example/api/v4/resources/sync?cursor=a',
    '\\\\evil.example\\api\\v4\\resources\\sync?cursor=a',
    '@evil.example/api/v4/resources/sync?cursor=a',
    ':8080/api/v4/resources/sync?cursor=a',
    '.evil.example/api/v4/resources/sync?cursor=a',
    'api/v4/resources/sync?cursor=a',
    './api/v4/resources/sync?cursor=a',
    '../api/v4/resources/sync?cursor=a',
    '/../api/v4/resources/sync?cursor=a',
    '/api/v4/resources/../resources/sync?cursor=a',
    '/api/v4/resources/%2e%2e/resources/sync?cursor=a',
    '/api/v4/resources/%2E./sync?cursor=a',
    '/api/v4/resources/sync/../../../../oauth2?cursor=a',
    '/api/v4/resources/sync%2f..%2f..?cursor=a',
    '/api/v4//resources/sync?cursor=a',
    '/api/v4/resources/sync;x?cursor=a',
    '/api/v4/resources/sync/?cursor=a',
    '/api/v4/resources/syncs?cursor=a',
    '/api/v4/resources/sync',
    '/api/v4/resources/SYNC?cursor=a',
    '/api/v3/resources/sync?cursor=a',
    '/api/v4/chapters?cursor=a',
    '/api/v4/resources/sync?cursor=a#b',
    '/api/v4/resources/sync?cursor=a\\b',
    ' /api/v4/resources/sync?cursor=a',
    '/api/v4/resources/sync?cursor=a ',
    '/api/v4/resources/sync?cursor=a\n',
    '/api/v4/resources/\tsync?cursor=a',
    '/api/v4/resources/sync?cursor=\u0000',
    '/api/v4/resources/sync?cursor=\u007f',
    '/api/v4/resources/sync\uff1fcursor=a',
    '/api/v4/resources/sync?cursor=\u202e',
    'javascript:alert(1)',
    'data:application/json,{}',
    'blob:https://service.example/x',
  ]
  test.each(hostile)('refuses page %j', (given) => {
    expect(code(() => pageAddress(root, given))).toBe('foreign_address')
  })

  const hostileSnapshots = [
    ...hostile,
    page,
    '/api/v4/resources/snapshots',
    '/api/v4/resources/snapshots/',
    '/api/v4/resources/snapshots/translations/',
    '/api/v4/resources/snapshots//20',
    '/api/v4/resources/snapshots/../sync',
    '/api/v4/resources/snapshots/translations/..',
    '/api/v4/resources/snapshots/./20',
    '/api/v4/resources/snapshots/%2e%2e/20',
    '/api/v4/resources/snapshots/translations%2f20',
    '/api/v4/resources/snapshots/translations/20#x',
    '/api/v4/resources/snapshots\\translations\\20',
    'https://evil.example/api/v4/resources/snapshots/translations/20',
    '//evil.example/api/v4/resources/snapshots/translations/20',
  ]
  test.each(hostileSnapshots)('refuses snapshot %j', (given) => {
    expect(code(() => snapshotAddress(root, given))).toBe('foreign_address')
  })

  test.each([
    { group: '../x', id: 1 },
    { group: 'translations', id: 0 },
    { group: 'translations', id: -1 },
    { group: 'translations', id: 1.5 },
    { group: 'translations', id: 2 ** 53 },
    { group: '', id: 1 },
  ])('refuses reference %j', (ref) => expect(code(() => snapshotAddress(root, ref))).toBe('invalid_request'))

  test('never shows a cursor', () => {
    for (const given of [
      'https://x/y?cursor=CANARY',
      '/a?cursor=CANARY',
      '/api/v4/resources/sync/a/b/c/CANARY?',
    ]) {
      try {
        pageAddress(root, given)
      } catch (error) {
        expect(JSON.stringify(error) + String(error)).not.toContain('CANARY')
      }
    }
  })

  test('random addresses never leave the content root', () => {
    const random = seeded(seedOfRun)
    const parts = [
      '/',
      '//',
      '\\',
      '..',
      '.',
      '%2e',
      '%2f',
      '@',
      ':',
      '?',
      '#',
      'evil.example',
      'https:',
      ' ',
      '\t',
      'é',
    ]
    const good = [
      '/api/v4/resources/sync',
      '/api/v4/resources/snapshots/',
      'translations/20',
      '?cursor=x',
      'api',
      'v4',
    ]
    let accepted = 0
    for (let round = 0; round < 3_000; round += 1) {
      const length = 1 + random.int(5)
      const pick = () => random.pick(random.oneIn(3) ? parts : good)
      const given = Array.from({ length }, pick).join('')
      for (const resolve of [pageAddress, snapshotAddress]) {
        try {
          const { url, path } = resolve(root, given)
          const parsed = new URL(url)
          accepted += 1
          expect(parsed.origin).toBe('https://service.example')
          expect(parsed.pathname).toBe(`/content${path}`)
          expect(path).toMatch(/^\/api\/v4\/resources\/(sync$|snapshots\/)/)
        } catch (error) {
          expect(error).toHaveProperty('code', 'foreign_address')
        }
      }
    }
    expect(accepted).toBeGreaterThan(20)
  })
})
