import { expect, test } from 'vitest'
import { checkCatalogue, checkChapters, checkSyncPage } from './answers.ts'
import { isJsonType, parseJson } from './json-body.ts'

test.each([
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['Application/JSON', true],
  [' application/json ', true],
  ['application/problem+json', true],
  ['application/vnd.service.v4+json;x=1', true],
  ['text/html', false],
  ['text/html; application/json', false],
  ['text/json', false],
  ['application/jsonp', false],
  ['application/json+html', false],
  ['application/octet-stream', false],
  ['', false],
  [null, false],
])('content type %j', (type, expected) => expect(isJsonType(type)).toBe(expected))

test.each([
  ['<!doctype html>', 'not_json'],
  ['  <html>', 'not_json'],
  ['Service unavailable', 'not_json'],
  ['nul', 'not_json'],
  ['', 'truncated_body'],
  ['  \n', 'truncated_body'],
  ['{"sync": {"muta', 'truncated_body'],
  ['[1, 2', 'truncated_body'],
  ['{"sync": {}}}', 'truncated_body'],
])('%j is %s', (text, code) => {
  expect(() => parseJson(text, '/x', 200, null)).toThrow(expect.objectContaining({ code, retryable: true }))
})

const mutation = {
  sequence: 5,
  type: 'RESOURCE_CREATE',
  resource_group: 'translations',
  resource_id: 20,
  changed_at: '2026-08-01T00:00:00Z',
}
const page = {
  sync_until_sequence: 7,
  has_more: true,
  next_page_url: '/api/v4/resources/sync?cursor=a',
  next_sync_token: null,
  mutations: [mutation],
}

test('a page that keeps its promises', () => {
  expect(checkSyncPage({ sync: page })).toEqual({ value: page })
  const last = { ...page, has_more: false, next_page_url: null, next_sync_token: 't' }
  expect(checkSyncPage({ sync: last })).toEqual({ value: last })
})

test.each([
  [null, 'body: '],
  ['text', 'body: '],
  [{}, 'sync: '],
  [{ sync: { ...page, sync_until_sequence: -1 } }, 'sync.sync_until_sequence: '],
  [{ sync: { ...page, sync_until_sequence: 2 ** 53 } }, 'sync.sync_until_sequence: '],
  [{ sync: { ...page, has_more: 'yes' } }, 'sync.has_more: '],
  [{ sync: { ...page, next_page_url: null } }, 'sync.next_page_url: missing'],
  [{ sync: { ...page, next_page_url: undefined } }, 'sync.next_page_url: missing'],
  [{ sync: { ...page, has_more: false } }, 'sync.next_sync_token: missing'],
  [{ sync: { ...page, has_more: false, next_sync_token: '' } }, 'sync.next_sync_token: missing'],
  [{ sync: { ...page, mutations: {} } }, 'sync.mutations: '],
  [{ sync: { ...page, mutations: [{ ...mutation, sequence: 8 }] } }, 'sync.mutations.0.sequence: above'],
  [
    { sync: { ...page, mutations: [mutation, { ...mutation, resource_id: '20' }] } },
    'sync.mutations.1.resource_id: ',
  ],
  [{ sync: { ...page, mutations: [{ ...mutation, changed_at: 'today' }] } }, 'sync.mutations.0.changed_at: '],
])('a page that does not: %#', (body, issue) => {
  const checked = checkSyncPage(body)
  expect('issues' in checked ? checked.issues[0] : 'accepted').toContain(issue)
})

test('a page of more changes than were asked for is read, up to 20,000', () => {
  const of = (many: number) => ({
    sync: { ...page, mutations: Array.from({ length: many }, () => mutation) },
  })
  expect(checkSyncPage(of(20_000))).toHaveProperty('value')
  for (const many of [20_001, 200_000]) {
    expect(() => checkSyncPage(of(many))).toThrowError(
      expect.objectContaining({
        code: 'feed_too_large',
        retryable: false,
        message: expect.stringContaining('more than 20000 changes') as string,
        details: { changes: many, mostChanges: 20_000 },
      }),
    )
  }
})

test('of many issues a few are named, by path and never by value', () => {
  const mutations = Array.from({ length: 100 }, () => ({ ...mutation, resource_id: 'CANARY' }))
  const checked = checkSyncPage({ sync: { ...page, mutations } })
  expect('issues' in checked && checked.issues).toHaveLength(5)
  expect(JSON.stringify(checked)).not.toContain('CANARY')
})

test('catalogue items of unknown shape are left out', () => {
  const good = { id: 20, name: 'A translation', author_name: 'Somebody', extra: { kept: true } }
  const body = { translations: [good, { id: 'x' }, null, 7, { ...good, id: 21 }] }
  expect(checkCatalogue(body, 'translations')).toEqual({ value: [good, { ...good, id: 21 }] })
  expect(checkCatalogue({ reciters: [{ id: 1 }] }, 'chapter_reciters')).toEqual({ value: [{ id: 1 }] })
  expect(checkCatalogue({ tafsirs: [] }, 'translations')).toEqual({ issues: ['translations: no list'] })
  expect(checkChapters({ chapters: [{ id: 1, name_simple: 'One', verses_count: 7 }, {}] })).toEqual({
    value: [{ id: 1, name_simple: 'One', verses_count: 7 }],
  })
  expect(checkChapters([])).toEqual({ issues: ['chapters: no list'] })
})
