import { describe, expect, test } from 'vitest'
import { seeded } from '../random.ts'
import type { Answer } from './feed.ts'
import { ModelService } from './model-service.ts'
import { plainService, type ServiceSettings } from './settings.ts'

/** The model keeps the promises of the documents: the tests that judge the engine by it need that. */

const kinds = [
  { group: 'translations', id: 20, types: ['translation'] },
  { group: 'mushafs', id: 1, types: ['mushaf', 'mushaf_word'] },
]

interface Sync {
  readonly sync_until_sequence: number
  readonly has_more: boolean
  readonly next_page_url: string | null
  readonly next_sync_token: string | null
  readonly mutations: readonly {
    readonly sequence: number
    readonly type: string
    readonly resource_group: string
    readonly record_key: string | null
    readonly data: Readonly<Record<string, unknown>> | null
    readonly snapshot_url: string | null
  }[]
}

function stage(settings: Partial<ServiceSettings> = {}) {
  const random = seeded(1)
  const service = new ModelService({ ...plainService, ...settings }, random, { kinds, textEnd: '!' })
  for (const [resource, { status }] of service.content.resources.entries())
    if (status === 'unborn') service.content.change({ what: 'restore', resource, row: 0 }, random)
  const [translation, mushaf] = service.content.resources as [
    (typeof service.content.resources)[number],
    (typeof service.content.resources)[number],
  ]
  const ask = (path: string): Answer => service.answer(new URL(`http://127.0.0.1${path}`))
  const page = (query: string): Sync => {
    const { status, body } = ask(`/api/v4/resources/sync?${query}`)
    expect(status).toBe(200)
    return body['sync'] as Sync
  }
  /** All pages of a set. */
  const pages = (query: string): Sync[] => {
    const all = [page(query)]
    for (let next = all[0]!.next_page_url; next !== null; next = all.at(-1)!.next_page_url)
      all.push(page(next.split('?')[1]!))
    return all
  }
  return { service, content: service.content, translation, mushaf, random, ask, page, pages }
}

const all = 'resources=translations:*;mushafs:*'
const refused = (status: number, code: string) => ({ status, body: { error: { code } } })

describe('a batch', () => {
  test('has one bound over all of its pages, even if content changes meanwhile', () => {
    const { content, translation, page } = stage()
    const first = page(`${all}&bootstrap=true&per_page=1`)
    content.write(translation, 'translation', 1, 'changed meanwhile')
    const second = page(first.next_page_url!.split('?')[1]!)
    expect([first.has_more, second.has_more]).toEqual([true, false])
    expect(second.sync_until_sequence).toBe(first.sync_until_sequence)
    expect([first.next_sync_token, second.next_page_url]).toEqual([null, null])
    expect(second.next_sync_token).toEqual(expect.any(String))
  })

  test('lists the public resources of its filter, each with the address of its snapshot', () => {
    const { pages } = stage()
    const listed = (filter: string) =>
      pages(`resources=${filter}&bootstrap=true`).flatMap(({ mutations }) =>
        mutations.map(({ type, snapshot_url }) => `${type} ${snapshot_url}`),
      )
    const urls = ['translations/20', 'mushafs/1'].map(
      (path) => `RESOURCE_CREATE /api/v4/resources/snapshots/${path}`,
    )
    expect(listed('translations:*;mushafs:*')).toEqual(urls)
    expect(listed('mushafs:1')).toEqual([urls[1]])
  })

  test('is followed by what changed after it, in order, each change once', () => {
    const { content, translation, mushaf, pages } = stage()
    const token = pages(`${all}&bootstrap=true`).at(-1)!.next_sync_token!
    const before = content.sequence
    content.write(translation, 'translation', 2, 'second')
    content.write(mushaf, 'mushaf_word', 77, 'new')
    content.announce(mushaf, 'RESOURCE_INVALIDATE')
    const after = pages(`${all}&sync_token=${token}&per_page=2`)
    const mutations = after.flatMap((each) => each.mutations)
    expect(mutations.map(({ sequence, type }) => `${sequence - before} ${type}`)).toEqual([
      '1 ROW_UPDATE',
      '2 ROW_CREATE',
      '3 RESOURCE_INVALIDATE',
    ])
    expect(mutations[0]!.data).toMatchObject({ id: 2, text: 'second' })
    const [last] = pages(`${all}&sync_token=${after.at(-1)!.next_sync_token}`)
    expect(last!.mutations).toEqual([])
  })

  test('tells a row that is deleted, and nothing of what was in it', () => {
    const { content, random, pages } = stage()
    const token = pages(`${all}&bootstrap=true`).at(-1)!.next_sync_token!
    content.change({ what: 'row-delete', resource: 0, row: 0 }, random)
    const [mutation] = pages(`${all}&sync_token=${token}`)[0]!.mutations
    expect(mutation).toMatchObject({ type: 'ROW_DELETE', record_key: '1', data: null })
  })
})

describe('is refused:', () => {
  const sync = '/api/v4/resources/sync'

  test('a token or cursor that was never given, and none at all', () => {
    const { ask } = stage()
    for (const query of [`${all}&sync_token=x`, 'cursor=x', all])
      expect(ask(`${sync}?${query}`)).toMatchObject(refused(410, 'resync_required'))
  })

  test('a token that is used with another filter', () => {
    const { ask, pages } = stage()
    const token = pages(`${all}&bootstrap=true`).at(-1)!.next_sync_token!
    const other = `${sync}?resources=mushafs:*&sync_token=${token}`
    expect(ask(other)).toMatchObject(refused(422, 'token_filter_mismatch'))
  })

  test('a cursor that is used with another number of changes a page', () => {
    const { ask, page } = stage()
    const { next_page_url: next } = page(`${all}&bootstrap=true&per_page=1`)
    expect(ask(`${next}&per_page=2`)).toMatchObject(refused(422, 'cursor_per_page_mismatch'))
    expect(ask(`${sync}?${all}&bootstrap=true&per_page=101`)).toMatchObject(refused(422, 'invalid_per_page'))
  })

  test('a token older than the compacted log', () => {
    const { service, content, translation, ask, pages } = stage()
    const token = pages(`${all}&bootstrap=true`).at(-1)!.next_sync_token!
    content.write(translation, 'translation', 1, 'later')
    service.feed.compact()
    expect(ask(`${sync}?${all}&sync_token=${token}`)).toMatchObject(refused(410, 'resync_required'))
  })

  test('a revoked token, and where tokens rotate the one before the last', () => {
    const { service, ask, pages } = stage({ rotatesTokens: true })
    const first = pages(`${all}&bootstrap=true`).at(-1)!.next_sync_token!
    const second = pages(`${all}&sync_token=${first}`).at(-1)!.next_sync_token!
    expect(ask(`${sync}?${all}&sync_token=${first}`).status).toBe(410)
    service.feed.revokeAll()
    expect(ask(`${sync}?${all}&sync_token=${second}`).status).toBe(410)
  })

  test('an address that is none', () => {
    expect(stage().ask('/api/v4/verses')).toMatchObject(refused(404, 'not_found'))
  })
})

describe('a snapshot', () => {
  const path = '/api/v4/resources/snapshots/translations/20'

  test('has all rows as of its sequence', () => {
    const { content, translation, ask } = stage()
    content.write(translation, 'translation', 1, 'now')
    const { body } = ask(path)
    expect(body).toMatchObject({ resource_group: 'translations', resource_id: 20 })
    expect(body['sync_sequence']).toBe(content.sequence)
    const rows = [...translation.publishedAt(content.sequence)!.values()].map(
      (row) => JSON.parse(row) as unknown,
    )
    expect(body['records']).toEqual(rows)
    expect(rows).toContainEqual(expect.objectContaining({ id: 1, text: 'now' }))
  })

  test('of what is hidden, deleted or unknown is not to be had', () => {
    const { content, random, ask } = stage()
    const gone = refused(404, 'snapshot_not_found')
    expect(ask('/api/v4/resources/snapshots/translations/21')).toMatchObject(gone)
    content.change({ what: 'hide', resource: 0, row: 0 }, random)
    expect(ask(path)).toMatchObject(gone)
    content.change({ what: 'restore', resource: 0, row: 0 }, random)
    expect(ask(path).status).toBe(200)
    content.change({ what: 'delete', resource: 0, row: 0 }, random)
    expect(ask(path)).toMatchObject(gone)
  })

  test.each([
    ['with', 'new', 1],
    ['before', 'new', 0],
    ['after', 'old', 1],
    ['replica', 'old', 0],
  ] as const)('whose sequence is read %s its rows', (snapshots, text, later) => {
    const { service, content, translation } = stage({ snapshots })
    service.lags = false
    content.write(translation, 'translation', 1, 'old')
    const first = content.sequence
    const finish = service.beginSnapshot('translations', 20)
    content.write(translation, 'translation', 1, 'new')
    const { body } = finish()
    expect(body['sync_sequence']).toBe(first + later)
    expect(body['records']).toContainEqual(expect.objectContaining({ id: 1, text }))
  })
})

test('a replica lags behind, and catches up', () => {
  const { service, content, translation } = stage({ snapshots: 'replica', laggingFeed: true })
  for (let version = 0; version < 10; version++) content.write(translation, 'translation', 1, `${version}`)
  const seen = Array.from({ length: 100 }, () => service.sees('feed'))
  expect(Math.min(...seen)).toBe(content.sequence - 3)
  expect(Math.max(...seen)).toBe(content.sequence)
  service.catchUp()
  const known = content.sequence
  content.write(translation, 'translation', 1, 'later')
  const later = Array.from({ length: 100 }, () => service.sees('feed'))
  expect([Math.min(...later), Math.max(...later)]).toEqual([known, content.sequence])
  service.lags = false
  expect(service.sees('feed')).toBe(content.sequence)
})

test('no two states of a row look the same', () => {
  const { content, translation, random } = stage()
  const texts = Array.from({ length: 20 }, () => {
    content.change({ what: 'row-update', resource: 0, row: 0 }, random)
    return [...translation.publishedAt(Infinity)!.values()][0]
  })
  expect(new Set(texts).size).toBe(20)
  expect(texts[0]).toMatch(/"text":"v\d+!"/)
})

test('an access token is accepted until it expires; a fresh one again', () => {
  const { service } = stage()
  const token = service.issueAccessToken(false)
  expect([service.accepts(token), service.accepts(null)]).toEqual([true, false])
  service.expireAccessTokens()
  expect(service.accepts(token)).toBe(false)
  expect(service.accepts(service.issueAccessToken(true))).toBe(true)
})
