import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import type { DropCandidate, ResourceInfo } from 'waraq'
import { describe, expect, it } from 'vitest'
import { storedResources } from '../../demo/src/sync/storage-use.ts'

/** How the storage screen shows sizes and the resources that the engine would drop. */

function info(key: ResourceKey, size: number): ResourceInfo {
  return {
    key,
    ref: parseResourceKey(key)!,
    contentId: null,
    status: size > 0 ? 'installed' : 'unavailable',
    reason: null,
    rows: 1,
    rowsByType: new Map(),
    size,
    asOf: 1,
    confirmedAt: null,
    stale: false,
    freshAt: null,
    committedAt: 0,
    schemaVersion: 1,
    newerSchema: false,
    rejected: null,
  }
}

function candidate(key: ResourceKey, lastRead: number | null): DropCandidate {
  return { filter: key, bytes: 1, resources: [key], lastRead }
}

const resources = [info('translations:20', 100), info('mushafs:1', 300), info('tafsirs:168', 0)]

describe('what is stored', () => {
  it('is listed by size, with its share, and without what is not here', () => {
    const stored = storedResources(resources, [])
    expect(stored.map(({ key, bytes, share }) => [key, bytes, share])).toEqual([
      ['mushafs:1', 300, 0.75],
      ['translations:20', 100, 0.25],
    ])
    expect(storedResources([], [])).toEqual([])
  })

  it('says what would go first, and when it was read', () => {
    const droppable = [candidate('mushafs:1', null), candidate('translations:20', 20_000)]
    const [mushaf, translation] = storedResources(resources, droppable)
    expect(mushaf).toMatchObject({ goesFirst: true, lastReadAt: null })
    expect(translation!.goesFirst).toBe(false)
    expect(new Date(translation!.lastReadAt!).toISOString()).toBe('2024-10-04T12:00:00.000Z')
  })

  it('names nothing that something else needs', () => {
    const droppable = [candidate('mushafs:1', null), candidate('translations:20', 20_000)]
    const stored = storedResources(resources, droppable, new Set<ResourceKey>(['mushafs:1']))
    expect(stored.map(({ goesFirst }) => goesFirst)).toEqual([false, true])
  })

  it('takes no candidate that is gone, and none where it is alone', () => {
    const droppable = [candidate('translations:999', null), candidate('translations:20', 20_000)]
    expect(storedResources(resources, droppable).map(({ goesFirst }) => goesFirst)).toEqual([false, true])
    expect(storedResources([info('translations:20', 100)], droppable)[0]!.goesFirst).toBe(false)
  })
})
