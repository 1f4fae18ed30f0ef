import { describe, expect, it } from 'vitest'
import { clientOf, failure, refusal, smallSandbox } from '../service-client.test-support.ts'

const edit = (id: number, verse: number, text: string) => ({
  resource: `translations:${id}`,
  update: { key: id * 10_000 + verse, text },
})

describe('bootstrap', () => {
  it('lists the public resources of the filter with their snapshots, in order of sequence', async () => {
    const sandbox = smallSandbox()
    const client = await clientOf(sandbox)
    const response = await client.sync({ bootstrap: 'true', resources: 'tafsirs:*;translations:131,20' })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('date')).toBe('Thu, 01 Jan 2026 00:00:00 GMT')
    const page = await client.page({ bootstrap: 'true', resources: 'tafsirs:*;translations:131,20' })
    expect(page).toMatchObject({
      has_more: false,
      next_page_url: null,
      sync_until_sequence: sandbox.sequence,
    })
    expect(page.mutations.map(({ snapshot_url: url, type }) => `${type} ${url}`)).toEqual([
      'RESOURCE_CREATE /api/v4/resources/snapshots/tafsirs/168',
      'RESOURCE_CREATE /api/v4/resources/snapshots/tafsirs/169',
      'RESOURCE_CREATE /api/v4/resources/snapshots/translations/20',
      'RESOURCE_CREATE /api/v4/resources/snapshots/translations/131',
    ])
    const sequences = page.mutations.map(({ sequence }) => sequence)
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b))
  })

  it('keeps the list of the first page while resources come and go', async () => {
    const sandbox = smallSandbox()
    const client = await clientOf(sandbox)
    const first = await client.page({ bootstrap: 'true', resources: 'translations:*', per_page: '4' })
    sandbox.hide('translations:9161')
    sandbox.invalidate('translations:20')
    sandbox.add({ group: 'translations', id: 999 }, [])
    const second = await client.next(first)
    const third = await client.next(second)
    const pages = [first, second, third]
    expect(new Set(pages.map((page) => page.sync_until_sequence)).size).toBe(1)
    expect(pages.flatMap((page) => page.mutations.map((mutation) => mutation.resource_id))).toEqual([
      20, 31, 33, 45, 48, 77, 83, 97, 109, 131, 9161,
    ])
    const later = await client.page({ resources: 'translations:*', sync_token: third.next_sync_token ?? '' })
    expect(later.mutations.map(({ type, resource_id: id }) => `${type} ${id}`)).toEqual([
      'RESOURCE_DELETE 9161',
      'RESOURCE_INVALIDATE 20',
      'RESOURCE_CREATE 999',
    ])
  })

  it('can leave out resources that exist, as the live service does', async () => {
    const client = await clientOf(smallSandbox({ quirks: { bootstrapOmits: ['translations:20'] } }))
    const page = await client.page({ bootstrap: 'true', resources: 'translations:20,131' })
    expect(page.mutations.map((mutation) => mutation.resource_id)).toEqual([131])
    expect((await client.snapshot('/api/v4/resources/snapshots/translations/20')).records).toHaveLength(36)
  })
})

describe('incremental sync', () => {
  it('tells row changes once, with the full row, and hands out a new token each time', async () => {
    const sandbox = smallSandbox()
    const client = await clientOf(sandbox)
    const resources = 'translations:20'
    const { next_sync_token: t0 } = await client.page({ bootstrap: 'true', resources })
    const unchanged = await client.page({ resources, sync_token: t0 ?? '' })
    expect(unchanged.mutations).toEqual([])
    expect(unchanged.next_sync_token).not.toBe(t0)
    sandbox.publish([edit(20, 1, 'new'), edit(131, 1, 'elsewhere')])
    sandbox.publish([{ resource: 'translations:20', remove: 200_002 }])
    const page = await client.page({ resources, sync_token: unchanged.next_sync_token ?? '' })
    expect(page.mutations).toHaveLength(2)
    expect(page.mutations[0]).toMatchObject({
      type: 'ROW_UPDATE',
      record_type: 'translation',
      record_key: '200001',
      source_record_id: 200_001,
      data: { id: 200_001, verse_key: '1:1', text: 'new', updated_at: '2026-01-01T00:00:00.000Z' },
    })
    expect(page.mutations[1]).toMatchObject({ type: 'ROW_DELETE', record_key: '200002', data: null })
  })

  it('keeps the bound of the first page while changes are published between pages', async () => {
    const sandbox = smallSandbox()
    const client = await clientOf(sandbox)
    const resources = 'translations:*'
    const { next_sync_token: token } = await client.page({ bootstrap: 'true', resources })
    sandbox.publish([1, 2, 3, 4, 5].map((verse) => edit(20, verse, `edit ${verse}`)))
    const bound = sandbox.sequence
    const first = await client.page({ resources, sync_token: token ?? '', per_page: '2' })
    sandbox.publish([edit(20, 6, 'too late')])
    const second = await client.next(first)
    sandbox.publish([edit(20, 7, 'too late')])
    const third = await client.next(second)
    expect([first, second, third].map((page) => [page.sync_until_sequence, page.mutations.length])).toEqual([
      [bound, 2],
      [bound, 2],
      [bound, 1],
    ])
    expect([first.next_sync_token, second.next_sync_token, third.has_more]).toEqual([null, null, false])
    const rest = await client.page({ resources, sync_token: third.next_sync_token ?? '' })
    expect(rest.mutations.map((mutation) => mutation.data?.['text'])).toEqual(['too late', 'too late'])
  })

  it('compares canonical filters', async () => {
    const client = await clientOf(smallSandbox())
    const { next_sync_token: token } = await client.page({
      bootstrap: 'true',
      resources: 'translations:131,20;tafsirs:*',
    })
    const page = await client.page({
      resources: 'tafsirs:*,169;translations:20,131,20',
      sync_token: token ?? '',
    })
    expect(page.mutations).toEqual([])
  })

  it('silently cuts a filter at a bare semicolon, if that quirk is on', async () => {
    const path = '/api/v4/resources/sync?bootstrap=true&resources=tafsirs:*;translations:20&per_page=50'
    const groups = async (unencodedSemicolonCutsFilter: boolean) => {
      const client = await clientOf(smallSandbox({ quirks: { unencodedSemicolonCutsFilter } }))
      const body = (await (await client.get(path)).json()) as {
        sync: { mutations: { resource_group: string }[] }
      }
      return [...new Set(body.sync.mutations.map((mutation) => mutation.resource_group))]
    }
    expect(await groups(true)).toEqual(['tafsirs'])
    expect(await groups(false)).toEqual(['tafsirs', 'translations'])
  })
})

describe('refusals', () => {
  it('answers each error of the table', async () => {
    const sandbox = smallSandbox()
    const client = await clientOf(sandbox)
    const resources = 'translations:*'
    const first = await client.page({ bootstrap: 'true', resources, per_page: '3' })
    const cursor = new URL(first.next_page_url ?? '', 'http://x').searchParams.get('cursor') ?? ''
    const token = (await client.page({ bootstrap: 'true', resources })).next_sync_token ?? ''
    const cases: [Record<string, string>, string][] = [
      [{ resources }, '410 resync_required'],
      [{}, '410 resync_required'],
      [{ resources, sync_token: 'nonsense' }, '410 resync_required'],
      [{ resources, sync_token: `${token}A` }, '410 resync_required'],
      [{ resources, sync_token: `e${token}` }, '410 resync_required'],
      [{ resources, sync_token: cursor }, '410 resync_required'],
      [{ resources, cursor: token }, '410 resync_required'],
      [{ cursor: cursor.slice(0, -2) }, '410 resync_required'],
      [{ bootstrap: 'true' }, '422 invalid_resources'],
      [{ bootstrap: 'true', resources: 'translations' }, '422 invalid_resources'],
      [{ bootstrap: 'true', resources: 'translations:*;nobody:*' }, '422 invalid_resources'],
      [{ resources: 'translations:20', sync_token: token }, '422 token_filter_mismatch'],
      [{ resources: 'translations:20', cursor }, '422 cursor_filter_mismatch'],
      [{ resources, cursor, per_page: '4' }, '422 cursor_per_page_mismatch'],
      [{ bootstrap: 'true', resources, per_page: '101' }, '422 invalid_per_page'],
    ]
    for (const [query, expected] of cases)
      expect(await refusal(await client.sync(query)), expected).toBe(expected)
    for (const perPage of ['0', '-1', 'ten', '1.5', '']) {
      const response = await client.sync({ bootstrap: 'true', resources, per_page: perPage })
      expect(await failure(response)).toBe('400 invalid_request')
    }
    expect((await client.page({ cursor })).mutations).toHaveLength(3)
  })

  it('answers 410 below the compaction point, and to tokens from the future', async () => {
    const sandbox = smallSandbox()
    const client = await clientOf(sandbox)
    const resources = 'translations:*'
    const old = await client.page({ bootstrap: 'true', resources })
    const open = await client.page({ bootstrap: 'true', resources, per_page: '3' })
    sandbox.publish([edit(20, 1, 'a'), edit(20, 2, 'b')])
    const fresh = await client.page({ resources, sync_token: old.next_sync_token ?? '' })
    const half = await client.page({ resources, sync_token: old.next_sync_token ?? '', per_page: '1' })
    sandbox.compact()
    const gone = await client.sync({ resources, sync_token: old.next_sync_token ?? '' })
    expect(await refusal(gone)).toBe('410 resync_required')
    expect(await refusal(await client.get(open.next_page_url ?? ''))).toBe('410 resync_required')
    expect(await refusal(await client.get(half.next_page_url ?? ''))).toBe('410 resync_required')
    expect((await client.page({ resources, sync_token: fresh.next_sync_token ?? '' })).mutations).toEqual([])
    const reset = await clientOf(smallSandbox())
    const ahead = await reset.sync({ resources, sync_token: fresh.next_sync_token ?? '' })
    expect(await refusal(ahead)).toBe('410 resync_required')
  })
})

describe('resources that come and go', () => {
  it('tells hiding and restoring, and no row change in between', async () => {
    const sandbox = smallSandbox()
    const client = await clientOf(sandbox)
    const resources = 'translations:20'
    const { next_sync_token: token } = await client.page({ bootstrap: 'true', resources })
    sandbox.hide('translations:20', 'licence')
    sandbox.publish([edit(20, 1, 'unseen')])
    expect(await refusal(await client.get('/api/v4/resources/snapshots/translations/20'))).toBe(
      '404 snapshot_not_found',
    )
    sandbox.restore('translations:20')
    sandbox.touch('translations:20')
    const page = await client.page({ resources, sync_token: token ?? '' })
    expect(page.mutations.map(({ type, unavailable_reason: reason }) => [type, reason])).toEqual([
      ['RESOURCE_DELETE', 'licence'],
      ['RESOURCE_CREATE', null],
      ['RESOURCE_UPDATE', null],
    ])
    const { records } = await client.snapshot(page.mutations[1]?.snapshot_url ?? '')
    expect(records[0]).toMatchObject({ text: 'unseen' })
  })

  it('brings a deleted resource back with its first rows', async () => {
    const sandbox = smallSandbox()
    const before = sandbox.snapshotRows('translations:20')
    const sequence = sandbox.sequence
    sandbox.publish([edit(20, 1, 'edited')])
    sandbox.delete('translations:20')
    expect(sandbox.snapshotRows('translations:20')).toBeUndefined()
    expect(sandbox.hide('translations:20')).toEqual([])
    sandbox.restore('translations:20')
    expect(sandbox.snapshotRows('translations:20')).toEqual(before)
    expect(sandbox.snapshotRows('translations:20', sequence)).toEqual(before)
    expect(sandbox.snapshotRows('translations:20', sequence + 1)?.[0]).toMatchObject({ text: 'edited' })
  })

  it('adds resources of new groups', async () => {
    const sandbox = smallSandbox()
    const client = await clientOf(sandbox)
    sandbox.add({ group: 'layers', id: 1 }, [{ id: 5, text: 'x' }], null)
    const page = await client.page({ bootstrap: 'true', resources: 'layers:*' })
    expect(page.mutations).toHaveLength(1)
    sandbox.publish([{ resource: 'layers:1', update: { key: 5, text: 'y' } }])
    const { records } = await client.snapshot('/api/v4/resources/snapshots/layers/1')
    expect(records).toEqual([{ id: 5, text: 'y' }])
  })
})
