import { parseFilter } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { change, items, local, planOf, row } from './plan.test-support.ts'

const inconsistent = expect.objectContaining({ code: 'feed_inconsistent' })

describe('the changes of a resource', () => {
  it('count once where they come twice', () => {
    expect(items([row(11, 'ROW_UPDATE', '1'), row(11, 'ROW_UPDATE', '1')])).toEqual([
      'apply translations:20 11:1',
    ])
    expect(items([change(11, 'RESOURCE_INVALIDATE'), change(11, 'RESOURCE_INVALIDATE')])).toEqual([
      'fetch translations:20 because invalidated, base 11, floor 20',
    ])
  })
  it('are refused where one of them comes twice with different rows', () => {
    const twin = row(11, 'ROW_UPDATE', '1', { data: { id: 1, verse_key: '1:1', text: 'other' } })
    expect(() => items([row(11, 'ROW_UPDATE', '1'), twin])).toThrowError(inconsistent)
    expect(() => items([row(11, 'ROW_UPDATE', '1'), twin, row(11, 'ROW_UPDATE', '1')])).toThrowError(
      inconsistent,
    )
    expect(() => items([twin, row(10, 'ROW_UPDATE', '1'), row(11, 'ROW_UPDATE', '1')])).toThrowError(
      inconsistent,
    )
  })
  it('may contradict each other where neither is used, in any order', () => {
    const twin = row(11, 'ROW_UPDATE', '1', { data: { id: 1, verse_key: '1:1', text: 'other' } })
    const twins = [row(11, 'ROW_UPDATE', '1'), twin]
    const later = row(12, 'ROW_UPDATE', '1')
    for (const set of [
      [...twins, later],
      [later, ...twins],
    ])
      expect(items(set)).toEqual(['apply translations:20 12:1'])
    for (const set of [
      [...twins, change(12, 'RESOURCE_INVALIDATE')],
      [change(12, 'RESOURCE_INVALIDATE'), ...twins],
    ])
      expect(items(set)[0]).toContain('because invalidated')
  })
  it('of one row leave the latest, whichever comes last', () => {
    const set = [row(13, 'ROW_UPDATE', '1'), row(12, 'ROW_DELETE', '1'), row(11, 'ROW_UPDATE', '1')]
    expect(items(set)).toEqual(['apply translations:20 13:1'])
    expect(items(set.toReversed())).toEqual(['apply translations:20 13:1'])
  })
  it('are not laid over rows that are as of a bound of no subscription', () => {
    const uncovered = { 'translations:20': local({ asOf: 101 }) }
    expect(items([row(11, 'ROW_UPDATE', '1')], { local: uncovered })).toEqual([
      'fetch translations:20 because damage, base 20, floor 101',
    ])
  })
})

describe('a resource of which many rows change', () => {
  const rows = (many: number, from = 1) =>
    Array.from({ length: many }, (_, at) => row(11, 'ROW_UPDATE', `${from + at}`))
  const of = (rowsHere: number) => ({ local: { 'translations:20': local({ rowsHere }) } })
  const action = (many: number, rowsHere: number) => items(rows(many), of(rowsHere))[0]?.split(' ')[0]
  const fetched = 'fetch translations:20 because many_changes, base 20, floor 20'

  it.each([
    [2, 4, 'apply'],
    [1_000, 4, 'apply'],
    [1_001, 4, 'fetch'],
    [1_559, 6_236, 'apply'],
    [1_560, 6_236, 'fetch'],
    [20_000, 84_000, 'apply'],
    [20_001, 84_000, 'fetch'],
  ])('%i of %i: %s', (many, rowsHere, expected) => expect(action(many, rowsHere)).toBe(expected))

  it('accepts no snapshot older than the batch, nor than what is here', () => {
    const ahead = { 'translations:20': local({ asOf: 19, snapshotSequence: 18, needsSnapshot: null }) }
    expect(items(rows(1_001), { local: ahead })).toEqual([fetched])
    const covered = { others: [{ filter: parseFilter('translations:*'), sequence: 44 }] }
    expect(items(rows(1_001), { ...of(4), ...covered })[0]).toContain('floor 44')
  })
  it('is fetched in spite of later changes, except those that say more', () => {
    expect(items([...rows(1_001), ...rows(5)], of(4))).toEqual([fetched])
    expect(items([...rows(1_001), change(12, 'RESOURCE_DELETE')], of(4))[0]).toContain('remove')
    expect(items([...rows(1_001), row(12, 'ROW_UPDATE', '1', { data: null })], of(4))[0]).toContain(
      'incomplete_change',
    )
  })
  it('applies changes that are older than what is installed to nothing, and counts none of them', () => {
    const old = rows(5_000).map((each) => ({ ...each, sequence: 5 }))
    expect(items([...old, row(11, 'ROW_UPDATE', '1')], of(4))).toEqual(['apply translations:20 11:1'])
  })
  it('refuses a batch that is older than its snapshot, as with any row change', () => {
    const newer = { 'translations:20': local({ snapshotSequence: 25 }) }
    expect(() => items(rows(1_001), { local: newer })).toThrowError(
      expect.objectContaining({ code: 'feed_went_back' }),
    )
  })
  it('moves its freshness mark with the snapshot', () => {
    const at = '2026-02-02T00:00:00Z'
    const [item] = planOf(
      [...rows(1_001), change(12, 'RESOURCE_UPDATE', undefined, { changed_at: at })],
      of(4),
    ).items
    expect(item).toMatchObject({ action: 'fetch', freshAt: at, optional: false, snapshotUrl: null })
  })
})
