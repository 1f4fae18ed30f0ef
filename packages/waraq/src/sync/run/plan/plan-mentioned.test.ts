import { parseFilter, type Mutation } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { change, items, local, planOf, row, reported, type InputOptions } from './plan.test-support.ts'

describe('a resource that the batch mentions', () => {
  it('applies the last change of each row in ascending sequence, however the changes are ordered', () => {
    expect(
      items([row(13, 'ROW_DELETE', '2'), row(11, 'ROW_UPDATE', '1'), row(12, 'ROW_CREATE', '2')]),
    ).toEqual(['apply translations:20 11:1 13:2 deleted'])
  })
  it('an invalidation takes none of the row changes: the snapshot holds them', () => {
    expect(
      items([row(11, 'ROW_UPDATE', '1'), change(12, 'RESOURCE_INVALIDATE'), row(13, 'ROW_UPDATE', '1')]),
    ).toEqual(['fetch translations:20 because invalidated, base 12, floor 20'])
  })
  it('the latest of several resets decides', () => {
    expect(items([change(11, 'RESOURCE_DELETE'), change(12, 'RESOURCE_CREATE')])).toEqual([
      'fetch translations:20 because created, base 12, floor 20',
    ])
    expect(
      items([
        change(11, 'RESOURCE_CREATE'),
        change(12, 'RESOURCE_DELETE', 'translations:20', { unavailable_reason: 'hidden' }),
      ]),
    ).toEqual(['remove translations:20 because hidden, base 12'])
  })
  it('drops what the installed snapshot was fetched for, and before', () => {
    const installed = { 'translations:20': local({ base: 12, asOf: 15 }) }
    expect(
      items([change(12, 'RESOURCE_INVALIDATE'), row(11, 'ROW_UPDATE', '1'), row(14, 'ROW_UPDATE', '2')], {
        local: installed,
      }),
    ).toEqual(['apply translations:20 14:2'])
  })
  it('adds nothing to a resource that is as of the bound already', () => {
    const later = { 'translations:20': local({ asOf: 20 }) }
    expect(items([change(12, 'RESOURCE_INVALIDATE'), row(14, 'ROW_UPDATE', '2')], { local: later })).toEqual(
      [],
    )
  })
  it('moves the freshness mark also of a resource that is as of the bound already', () => {
    const later = { 'translations:20': local({ asOf: 20 }) }
    expect(items([change(12, 'RESOURCE_UPDATE')], { local: later })).toEqual([
      'touch translations:20 2026-01-01T00:00:00Z',
    ])
  })
  it('does nothing for changes that are all older than the base', () => {
    expect(items([row(4, 'ROW_UPDATE', '1'), change(5, 'RESOURCE_INVALIDATE')])).toEqual([])
  })
  it('asks at the address that came with the change, unless it is that of another resource', () => {
    const asked = (snapshot_url: string) => {
      const [item] = planOf([change(11, 'RESOURCE_INVALIDATE', 'translations:20', { snapshot_url })]).items
      return item?.action === 'fetch' ? item.snapshotUrl : undefined
    }
    const root = '/api/v4/resources/snapshots'
    // The client refuses a foreign address: it sends nothing, and the run says so.
    for (const kept of [`${root}/translations/20`, `${root}/translations/20?at=11`, 'https://evil.example/x'])
      expect(asked(kept)).toBe(kept)
    for (const other of [`${root}/translations/21`, `${root}/tafsirs/20`, `${root}/translations/20/x`, root])
      expect(asked(other)).toBeNull()
  })
  it('asks for a snapshot where rows change that are not here', () => {
    expect(items([row(11, 'ROW_UPDATE', '1')], { local: {} })).toEqual([
      'fetch translations:20 because not_installed, base 20, floor 20',
    ])
    expect(
      items([row(11, 'ROW_UPDATE', '1')], { local: { 'translations:20': local({ status: 'unavailable' }) } }),
    ).toEqual(['fetch translations:20 because not_installed, base 20, floor 20'])
  })
  it('moves only the freshness mark for RESOURCE_UPDATE', () => {
    expect(items([change(11, 'RESOURCE_UPDATE')])).toEqual(['touch translations:20 2026-01-01T00:00:00Z'])
  })
  it('answers a change of unknown type with a snapshot', () => {
    const planned = planOf([change(11, 'RESOURCE_SPLIT'), row(12, 'ROW_UPDATE', '1')])
    expect(planned.items.map(reported)).toEqual([
      'fetch translations:20 because unknown_change, base 11, floor 20',
    ])
    expect(planned.unknownChanges).toBe(1)
  })
  it('keeps rows of unknown types that carry their whole identity', () => {
    const odd = change(11, 'ROW_CREATE', 'translations:20', {
      record_type: 'audio_segment',
      record_key: '9',
      data: { id: 9 },
    })
    expect(items([odd])).toEqual(['apply translations:20 11:9'])
  })
  it('answers a row change without its row or its key with a snapshot', () => {
    for (const broken of [
      row(11, 'ROW_UPDATE', '1', { data: null }),
      row(11, 'ROW_DELETE', '1', { record_key: null }),
      row(11, 'ROW_DELETE', '1', { record_type: null }),
    ]) {
      expect(items([broken])).toEqual(['fetch translations:20 because incomplete_change, base 20, floor 20'])
    }
  })
  it('never accepts a snapshot older than what the resource has', () => {
    const ahead = { 'translations:20': local({ asOf: 15 }) }
    expect(items([change(18, 'RESOURCE_INVALIDATE')], { local: ahead, upTo: 18 })[0]).toContain('floor 18')
    const damaged = { 'translations:20': local({ asOf: 30, needsSnapshot: 'damage' }) }
    expect(items([], { local: damaged })).toEqual(['fetch translations:20 because damage, base 20, floor 30'])
  })
  it('accepts neither snapshot nor changes older than the snapshot that is installed', () => {
    const newer = { 'translations:20': local({ snapshotSequence: 25 }) }
    expect(items([change(12, 'RESOURCE_INVALIDATE')], { local: newer })[0]).toContain('floor 25')
    const wentBack = expect.objectContaining({ code: 'feed_went_back' })
    expect(() => items([row(12, 'ROW_UPDATE', '1')], { local: newer })).toThrowError(wentBack)
    expect(() => items([change(12, 'RESOURCE_DELETE')], { local: newer })).toThrowError(wentBack)
  })
  it('takes away what a resync asks for again, at any sequence only where the sequences began anew', () => {
    const taken = (needsSnapshot: 'resync' | 'restarted') =>
      items([change(12, 'RESOURCE_DELETE')], {
        local: { 'translations:20': local({ snapshotSequence: 25, needsSnapshot }) },
      })
    expect(taken('restarted')[0]).toContain('remove translations:20')
    expect(() => taken('resync')).toThrowError(expect.objectContaining({ code: 'feed_went_back' }))
  })
  it('accepts no snapshot older than what another token covers', () => {
    const others = [
      { filter: parseFilter('translations:*'), sequence: 44 },
      { filter: parseFilter('tafsirs:*'), sequence: 99 },
    ]
    expect(items([change(12, 'RESOURCE_INVALIDATE')], { others })[0]).toContain('floor 44')
  })
  it('answers a row that no reader could use with a snapshot', () => {
    expect(items([row(11, 'ROW_UPDATE', '1', { data: { id: 1, verse_key: '1:1' } })])).toEqual([
      'fetch translations:20 because incomplete_change, base 20, floor 20',
    ])
  })
})

describe('a deferred refresh of rows that stay good until it comes', () => {
  const many = Array.from({ length: 2_000 }, (_, index) => row(100 + index, 'ROW_UPDATE', String(index)))
  const invalidate = change(12, 'RESOURCE_INVALIDATE')
  it.each<[string, boolean, readonly Mutation[], InputOptions]>([
    ['an invalidated resource', true, [invalidate], {}],
    ['with row changes that its snapshot holds', true, [row(11, 'ROW_UPDATE', '1'), invalidate], {}],
    ['too many changed rows', true, many, { upTo: 9_000 }],
    ['one that was created again', false, [change(12, 'RESOURCE_CREATE')], {}],
    ['one that was withdrawn in between', false, [change(11, 'RESOURCE_DELETE'), invalidate], {}],
    ['with a row that is withdrawn', false, [invalidate, row(13, 'ROW_DELETE', '1')], {}],
    ['a withdrawal that is older than what is here', true, [row(4, 'ROW_DELETE', '1'), invalidate], {}],
    ['many changed rows and a withdrawn one', false, [...many, row(90, 'ROW_DELETE', '1')], { upTo: 9_000 }],
    ['a change of a type that is not known', false, [change(12, 'RESOURCE_SPLIT')], {}],
    ['a row change that is not whole', false, [row(12, 'ROW_UPDATE', '1', { data: null })], {}],
    [
      'a damaged resource',
      false,
      [invalidate],
      { local: { 'translations:20': local({ needsSnapshot: 'damage' }) } },
    ],
    ['a resync', false, [invalidate], { local: { 'translations:20': local({ needsSnapshot: 'resync' }) } }],
    ['rows that no token covers', false, [invalidate], { covered: 9 }],
    ['a resource that is not here', false, [invalidate], { local: {} }],
    [
      'one that was withdrawn before',
      false,
      [invalidate],
      { local: { 'translations:20': local({ status: 'unavailable' }) } },
    ],
    ['a bootstrap', false, [change(12, 'RESOURCE_CREATE')], { mode: 'bootstrap' }],
  ])('%s: %s', (_, isRefresh, mutations, parts) => {
    const [item] = planOf(mutations, parts).items
    expect(item).toMatchObject({ action: 'fetch' })
    expect(item?.action === 'fetch' && item.isRefresh === true).toBe(isRefresh)
  })
})
