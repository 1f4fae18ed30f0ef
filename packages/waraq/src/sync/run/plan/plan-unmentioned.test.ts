import { type ResourceKey } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { probeEveryMs } from './plan-unmentioned.ts'
import { change, items, local, now, planOf, row, reported } from './plan.test-support.ts'

describe('a resource that the batch does not mention', () => {
  it('fetches what is needed, whether the batch mentions it or not', () => {
    for (const [needsSnapshot, floor] of [
      ['resync', 40],
      ['restarted', 20],
    ] as const) {
      const owing = { 'translations:20': local({ needsSnapshot, asOf: 40 }) }
      const fetched = [`fetch translations:20 because ${needsSnapshot}, base 20, floor ${floor}`]
      expect(items([], { local: owing })).toEqual(fetched)
      expect(items([row(11, 'ROW_UPDATE', '1')], { local: owing })).toEqual(fetched)
      expect(items([row(4, 'ROW_UPDATE', '1')], { local: owing })).toEqual(fetched)
    }
  })
  it('fetches what the token covers and the store has lost', () => {
    expect(items([], { local: {}, listed: ['translations:131'] })).toEqual([
      'fetch translations:131 because damage, base 20, floor 20',
    ])
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

  it('asks for every snapshot anew, at any base', () => {
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
  it('removes what it does not list, and asks for what another subscription lists', () => {
    const installed = { 'tafsirs:7': local(), 'tafsirs:8': local() }
    const listedElsewhere = new Set<ResourceKey>(['tafsirs:8'])
    const planned = items([...both, tafsir], { ...bootstrap, local: installed, listedElsewhere })
    expect(planned).toContain('remove tafsirs:7 because absent_from_bootstrap, base 20')
    expect(planned).toContain('fetch tafsirs:8 because not_listed, base 20, floor 20')
  })
  it('removes nothing that was read after the list was made', () => {
    const newer = { 'tafsirs:7': local({ snapshotSequence: 25 }) }
    expect(() => items([...both, tafsir], { ...bootstrap, local: newer })).toThrowError(
      expect.objectContaining({ code: 'feed_went_back' }),
    )
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
    expect(planned.items.map(reported)).toContain(
      'fetch tafsirs:7 because group_not_listed, base 20, floor 20',
    )
    expect(planned.emptyGroups).toEqual(['tafsirs'])
  })
})
