import { parseFilter, type ResourceKey } from '@waraq/contract'
import { describe, expect, it } from 'vitest'
import { inOrder } from './mutations.ts'
import { lookupsOf } from './plan.ts'
import { change, items, local, now, planOf, row, told } from './plan.test-support.ts'
import { probeEveryMs } from './plan-unmentioned.ts'

describe('an incremental set', () => {
  it('applies row changes in ascending sequence, whatever their order', () => {
    expect(
      items([row(13, 'ROW_DELETE', '2'), row(11, 'ROW_UPDATE', '1'), row(12, 'ROW_CREATE', '2')]),
    ).toEqual(['apply translations:20 11:1 12:2 13:2 deleted'])
  })
  it('collapses equal duplicates', () => {
    expect(items([row(11, 'ROW_UPDATE', '1'), row(11, 'ROW_UPDATE', '1')])).toEqual([
      'apply translations:20 11:1',
    ])
  })
  it('collapses changes without a row that come twice', () => {
    expect(items([change(11, 'RESOURCE_INVALIDATE'), change(11, 'RESOURCE_INVALIDATE')])).toEqual([
      'fetch translations:20 because invalidated, base 11, floor 20',
    ])
    const withRow = change(11, 'RESOURCE_INVALIDATE', 'translations:20', { data: { id: 1 } })
    expect(() => inOrder([change(11, 'RESOURCE_INVALIDATE'), withRow])).toThrowError(
      expect.objectContaining({ code: 'feed_inconsistent' }),
    )
  })
  it('refuses one change that comes twice with different rows', () => {
    const twin = row(11, 'ROW_UPDATE', '1', { data: { id: 1, text: 'other' } })
    expect(() => inOrder([row(11, 'ROW_UPDATE', '1'), twin])).toThrowError(
      expect.objectContaining({ code: 'feed_inconsistent' }),
    )
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
    // A foreign one is left for the client to refuse: nothing is sent, and the run says so.
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
    expect(planned.items.map(told)).toEqual([
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
  it('counts and leaves alone what the filter does not ask for', () => {
    const planned = planOf([change(11, 'RESOURCE_CREATE', 'articles:1')])
    expect([planned.items, planned.outsideFilter]).toEqual([[], 1])
  })
  it('never accepts a snapshot older than what the resource has', () => {
    const ahead = { 'translations:20': local({ asOf: 15 }) }
    expect(items([change(18, 'RESOURCE_INVALIDATE')], { local: ahead, bound: 18 })[0]).toContain('floor 18')
    const damaged = { 'translations:20': local({ asOf: 30, owes: 'damage' }) }
    expect(items([], { local: damaged })).toEqual(['fetch translations:20 because damage, base 20, floor 30'])
  })
  it('accepts neither snapshot nor changes older than the snapshot that is installed', () => {
    const newer = { 'translations:20': local({ snapshotSequence: 25 }) }
    expect(items([change(12, 'RESOURCE_INVALIDATE')], { local: newer })[0]).toContain('floor 25')
    expect(() => items([row(12, 'ROW_UPDATE', '1')], { local: newer })).toThrowError(
      expect.objectContaining({ code: 'feed_went_back' }),
    )
  })
  it('accepts no snapshot older than what another token vouches for', () => {
    const others = [
      { filter: parseFilter('translations:*'), sequence: 44 },
      { filter: parseFilter('tafsirs:*'), sequence: 99 },
    ]
    expect(items([change(12, 'RESOURCE_INVALIDATE')], { others })[0]).toContain('floor 44')
  })
  it('fetches what is owed, whether the set mentions it or not', () => {
    const owing = { 'translations:20': local({ owes: 'resync', asOf: 40 }) }
    expect(items([], { local: owing })).toEqual(['fetch translations:20 because resync, base 20, floor 20'])
    expect(items([row(11, 'ROW_UPDATE', '1')], { local: owing })).toEqual([
      'fetch translations:20 because resync, base 20, floor 20',
    ])
    expect(items([row(4, 'ROW_UPDATE', '1')], { local: owing })).toEqual([
      'fetch translations:20 because resync, base 20, floor 20',
    ])
  })
  it('fetches what the token vouches for and the store has lost', () => {
    expect(items([], { local: {}, listed: ['translations:131'] })).toEqual([
      'fetch translations:131 because damage, base 20, floor 20',
    ])
  })
  it('answers a row that no reader could use with a snapshot', () => {
    expect(items([row(11, 'ROW_UPDATE', '1', { data: { id: 1, verse_key: '1:1' } })])).toEqual([
      'fetch translations:20 because incomplete_change, base 20, floor 20',
    ])
  })
  it('lists what is created and no longer what is withdrawn', () => {
    const planned = planOf([change(11, 'RESOURCE_CREATE', 'tafsirs:169'), change(12, 'RESOURCE_DELETE')])
    expect(planned.listed).toEqual(['tafsirs:169'])
  })
})

describe('a wanted resource', () => {
  const wanted = (ago: number) => ({
    'translations:131': local({ status: 'unavailable', probedAt: now - ago }),
  })
  it('is asked for at most daily', () => {
    expect(items([], { local: wanted(probeEveryMs - 1) })).toEqual([])
    expect(items([], { local: wanted(-probeEveryMs) })).toHaveLength(1)
    expect(items([], { local: wanted(probeEveryMs) })).toEqual([
      'fetch translations:131 because wanted, base 20, floor 20, optional',
    ])
  })
  it('is left alone once the feed has withdrawn it', () => {
    expect(
      items([], { local: { 'translations:131': local({ status: 'unavailable', probedAt: null }) } }),
    ).toEqual([])
  })
  it('is asked for at each bootstrap, also when the last 404 was at the same bound', () => {
    const found = { 'tafsirs:3': local({ status: 'unavailable', probedAt: now, asOf: 20, installedBy: 6 }) }
    expect(
      items(
        [change(1, 'RESOURCE_CREATE', 'translations:20'), change(2, 'RESOURCE_CREATE', 'translations:131')],
        { mode: 'bootstrap', local: found },
      ),
    ).toContain('fetch tafsirs:3 because wanted, base 20, floor 20, optional')
  })
  it('is not asked twice by one and the same bootstrap', () => {
    const found = {
      'tafsirs:3': local({ status: 'unavailable', probedAt: now, asOf: 20, installedBy: 7 }),
    }
    const planned = items([change(3, 'RESOURCE_CREATE', 'tafsirs:3')], { mode: 'bootstrap', local: found })
    expect(planned.join()).not.toContain('tafsirs:3')
  })
})

describe('a bootstrap', () => {
  const bootstrap = { mode: 'bootstrap' } as const
  const both = [
    change(3, 'RESOURCE_CREATE', 'translations:20'),
    change(4, 'RESOURCE_CREATE', 'translations:131'),
  ]
  const tafsir = change(6, 'RESOURCE_CREATE', 'tafsirs:169')

  it('asks for every snapshot anew, whatever the base', () => {
    expect(items([...both, tafsir], bootstrap)).toEqual([
      'fetch translations:20 because bootstrap, base 3, floor 20',
      'fetch translations:131 because bootstrap, base 4, floor 20',
      'fetch tafsirs:169 because bootstrap, base 6, floor 20',
    ])
  })
  it('counts what it already installed', () => {
    const resumed = { 'translations:20': local({ asOf: 20, installedBy: 7, installedAtCommit: 9 }) }
    expect(items([...both, tafsir], { ...bootstrap, local: resumed })).toEqual([
      'fetch translations:131 because bootstrap, base 4, floor 20',
      'fetch tafsirs:169 because bootstrap, base 6, floor 20',
    ])
  })
  it('removes what it does not list, and asks for what somebody else lists', () => {
    const installed = { 'tafsirs:7': local(), 'tafsirs:8': local() }
    const listedElsewhere = new Set<ResourceKey>(['tafsirs:8'])
    const planned = items([...both, tafsir], { ...bootstrap, local: installed, listedElsewhere })
    expect(planned).toContain('remove tafsirs:7 because absent_from_bootstrap, base 20')
    expect(planned).toContain('fetch tafsirs:8 because not_listed, base 20, floor 20')
  })
  it('asks for nothing that it has already looked for, listed or not', () => {
    const resumed = {
      'translations:131': local({ asOf: 20, installedBy: 7, installedAtCommit: 9 }),
      'tafsirs:3': local({ status: 'unavailable', asOf: 20, installedBy: 7 }),
    }
    expect(
      items([change(3, 'RESOURCE_CREATE', 'translations:20'), tafsir], { ...bootstrap, local: resumed }),
    ).toEqual([
      'fetch translations:20 because bootstrap, base 3, floor 20',
      'fetch tafsirs:169 because bootstrap, base 6, floor 20',
    ])
  })
  it('leaves alone what the feed withdrew earlier and it does not list', () => {
    const withdrawn = { 'tafsirs:3': local({ status: 'unavailable', probedAt: null }) }
    expect(items([...both, tafsir], { ...bootstrap, local: withdrawn })).toHaveLength(3)
  })
  it('asks for ids that were wanted by name and are not listed', () => {
    expect(
      items([change(3, 'RESOURCE_CREATE', 'translations:20'), tafsir], { ...bootstrap, local: {} }),
    ).toContain('fetch translations:131 because not_listed, base 20, floor 20')
  })
  it('asks for each local resource of a group that it lists nothing of, and says so', () => {
    const planned = planOf(both, { ...bootstrap, local: { 'tafsirs:7': local() } })
    expect(planned.items.map(told)).toContain('fetch tafsirs:7 because group_not_listed, base 20, floor 20')
    expect(planned.emptyGroups).toEqual(['tafsirs'])
  })
})

describe('a set that another subscription overtook', () => {
  it('is abandoned', () => {
    const overtaken = { 'translations:20': local({ installedAtCommit: 4, installedBy: 9 }) }
    expect(planOf([row(11, 'ROW_UPDATE', '1')], { local: overtaken })).toMatchObject({
      abandoned: true,
      items: [],
    })
  })
  it('is abandoned for what it does not mention, too', () => {
    const overtaken = local({ status: 'installed', asOf: 10, installedAtCommit: 4, installedBy: 9 })
    expect(planOf([], { mode: 'bootstrap', local: { 'translations:20': overtaken } })).toMatchObject({
      abandoned: true,
      items: [],
    })
  })
  it('goes on where it was the installer itself, or where the installation came first', () => {
    for (const fine of [
      local({ installedAtCommit: 4, installedBy: 7 }),
      local({ installedAtCommit: 3, installedBy: 9 }),
    ]) {
      expect(planOf([row(11, 'ROW_UPDATE', '1')], { local: { 'translations:20': fine } }).abandoned).toBe(
        false,
      )
    }
  })
})

describe('record keys', () => {
  const word = (sequence: number, type: string, key: string, id: number | null, source?: number) =>
    change(sequence, type, 'tafsirs:169', {
      record_type: 'tafsir',
      record_key: key,
      data: id === null ? null : { id, verse_key: '1:1' },
      ...(source === undefined ? {} : { source_record_id: source }),
    })
  const installed = { 'tafsirs:169': local() }
  const healed = ['fetch tafsirs:169 because key_rule, base 20, floor 20']

  it('that are not what the row derives are answered with a snapshot', () => {
    expect(items([word(11, 'ROW_UPDATE', '1:1', 77)], { local: installed })).toEqual(healed)
  })
  it('are confirmed by a row change that agrees', () => {
    const planned = planOf([word(11, 'ROW_UPDATE', '77', 77)], { local: installed })
    expect(planned.items.map(told)).toEqual(['apply tafsirs:169 11:77'])
    expect(planned.confirmedKeyRules).toEqual(['tafsir'])
  })
  it('of deletes are looked up until their rule is confirmed', () => {
    const mutations = [word(11, 'ROW_DELETE', '77', null)]
    const lookups = lookupsOf({ mutations, confirmedKeyRules: new Set() })
    expect([...lookups.values()]).toEqual([
      { ref: { group: 'tafsirs', id: 169 }, recordType: 'tafsir', key: '77' },
    ])
    expect(items(mutations, { local: installed })).toEqual(['apply tafsirs:169 11:77 deleted'])
    expect(items(mutations, { local: installed, missingRows: new Set(lookups.keys()) })).toEqual(healed)
    const confirmedKeyRules = new Set(['tafsir'])
    expect(lookupsOf({ mutations, confirmedKeyRules }).size).toBe(0)
    expect(items(mutations, { local: installed, confirmedKeyRules })).toEqual([
      'apply tafsirs:169 11:77 deleted',
    ])
  })
  it('of deletes are not believed where the source id speaks against them', () => {
    expect(items([word(11, 'ROW_DELETE', '77', null, 78)], { local: installed })).toEqual(healed)
  })
  it('of translations are documented', () => {
    expect(
      items([row(11, 'ROW_DELETE', '404')], {
        missingRows: new Set(['["translations",20,"translation","404"]']),
      }),
    ).toEqual(['apply translations:20 11:404 deleted'])
  })
})
