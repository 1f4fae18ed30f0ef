import type { Mutation } from '@waraq/protocol'
import { seeded, seedOf, type Random } from '@waraq/test-support/random'
import { runs } from '@waraq/test-support/runs'
import { describe, expect, it } from 'vitest'
import { referencePlan } from './plan-reference.test-support.ts'
import { change, inputOf, local, planOf, row, reported, type InputOptions } from './plan.test-support.ts'
import { BatchReducer } from './plan.ts'
import type { PlanItem } from './plan-types.ts'
import { planLimits } from './set-limits.ts'

describe('a batch', () => {
  it('counts and leaves alone what the filter does not ask for', () => {
    const planned = planOf([change(11, 'RESOURCE_CREATE', 'articles:1')])
    expect([planned.items, planned.outsideFilter]).toEqual([[], 1])
  })
  it('lists what is created and no longer what is withdrawn', () => {
    const planned = planOf([change(11, 'RESOURCE_CREATE', 'tafsirs:169'), change(12, 'RESOURCE_DELETE')])
    expect(planned.listed).toEqual(['tafsirs:169'])
  })
})

describe('a batch that another subscription overtook', () => {
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

describe('a batch that changes more than is kept in memory', () => {
  const keys = ['tafsirs:1', 'tafsirs:2', 'tafsirs:3']
  const here = Object.fromEntries(keys.map((key) => [key, local()]))
  const rowOf = (key: string, sequence: number, id: number, text: string) =>
    change(sequence, 'ROW_UPDATE', key, {
      record_type: 'tafsir',
      record_key: `${id}`,
      data: { id, verse_key: '1:1', text },
    })
  const within = (bytes: number) => ({ local: here, limits: { ...planLimits, bytes } })
  const actions = (items: readonly PlanItem[]) =>
    items.map((item) =>
      item.action === 'fetch' ? `${item.key} ${item.reason}` : `${item.key} ${item.action}`,
    )

  it('fetches the resource that keeps most, and applies the others', () => {
    const set = [
      rowOf('tafsirs:1', 11, 1, 'short'),
      rowOf('tafsirs:2', 12, 1, 'long'.repeat(2_000)),
      rowOf('tafsirs:3', 13, 1, 'short'),
    ]
    expect(actions(planOf(set, within(100_000)).items)).toEqual(keys.map((key) => `${key} apply`))
    const planned = planOf(set, within(10_000)).items
    expect(actions(planned)).toEqual(['tafsirs:1 apply', 'tafsirs:2 many_changes', 'tafsirs:3 apply'])
    expect(reported(planned[1]!)).toBe('fetch tafsirs:2 because many_changes, base 20, floor 20')
  })
  it('keeps nothing more of a resource that is fetched: its later changes make no room short', () => {
    const first = Array.from({ length: 40 }, (_, at) => rowOf('tafsirs:1', 11, at, 'x'.repeat(200)))
    const later = Array.from({ length: 1_000 }, (_, at) => rowOf('tafsirs:1', 12, at, 'x'.repeat(200)))
    const planned = planOf([...first, ...later, rowOf('tafsirs:2', 13, 1, 'short')], within(20_000))
    expect(actions(planned.items)).toEqual(['tafsirs:1 many_changes', 'tafsirs:2 apply'])
  })
  it('does not count a row that changes again and again', () => {
    const set = Array.from({ length: 5_000 }, (_, at) => rowOf('tafsirs:1', 11 + at, 1, 'x'.repeat(200)))
    expect(actions(planOf(set, within(10_000)).items)).toEqual(['tafsirs:1 apply'])
  })
  it('counts what a reset gives back', () => {
    const rows = Array.from({ length: 20 }, (_, at) => rowOf('tafsirs:1', 11, at, 'x'.repeat(150)))
    const others = rows.map((each) => ({ ...each, resource_id: 2 }))
    const set = [...rows, change(12, 'RESOURCE_INVALIDATE', 'tafsirs:1'), ...others]
    expect(actions(planOf(set, within(20_000)).items)).toEqual(['tafsirs:1 invalidated', 'tafsirs:2 apply'])
  })
  it.each<[string, (at: number) => Mutation]>([
    ['resources', (at) => change(11, 'RESOURCE_CREATE', `tafsirs:${at + 1}`)],
    [
      'long addresses',
      (at) =>
        change(11, 'RESOURCE_CREATE', `tafsirs:${(at % 400) + 1}`, {
          snapshot_url: `/${'a'.repeat(20_000)}`,
        }),
    ],
    [
      'record types of rows',
      (at) => ({ ...rowOf('tafsirs:1', 11, at, ''), record_type: `type ${at} ${'x'.repeat(500)}` }),
    ],
  ])('ends where it is %s that are too many', (_, of) => {
    const reducer = new BatchReducer(inputOf({ local: here }), { ...planLimits, bytes: 1024 * 1024 })
    const add = () => {
      for (let at = 0; at < 3_000; at++) reducer.add([of(at)])
    }
    expect(add).toThrowError(expect.objectContaining({ code: 'feed_too_large', retryable: false }))
  })
})

/** A random set of two resources with a few rows each, with every kind of change. */
function randomSet(random: Random): Mutation[] {
  const many = 1 + random.int(14)
  const type = random.pick(['tafsir', 'translation', 'odd'])
  let sequence = 3
  return Array.from({ length: many }, () => {
    sequence += random.oneIn(6) ? 0 : 1
    const key = random.pick(['tafsirs:169', 'translations:20', 'translations:131', 'articles:1'])
    const what = random.pick([
      'ROW_UPDATE',
      'ROW_UPDATE',
      'ROW_CREATE',
      'ROW_DELETE',
      'ROW_DELETE',
      'RESOURCE_UPDATE',
    ])
    if (random.oneIn(9)) {
      const resets = ['RESOURCE_CREATE', 'RESOURCE_INVALIDATE', 'RESOURCE_DELETE', 'RESOURCE_MERGE']
      return change(sequence, random.pick(resets), key)
    }
    if (what === 'RESOURCE_UPDATE') return change(sequence, what, key, { changed_at: `${sequence}` })
    const id = 1 + random.int(4)
    const data = random.oneIn(20) ? { id } : { id, verse_key: '1:1', text: `${sequence}` }
    return change(sequence, what, key, {
      record_type: random.oneIn(20) ? null : type,
      record_key: random.oneIn(20) ? '99' : `${id}`,
      data: what === 'ROW_DELETE' || random.oneIn(30) ? null : data,
      ...(random.oneIn(10) ? { source_record_id: random.pick([id, 77]) } : {}),
    })
  })
}

function randomInput(random: Random): InputOptions {
  const some = () =>
    local({
      base: 3 + random.int(6),
      asOf: random.pick([10, 10, 20]),
      ...(random.oneIn(5) ? { needsSnapshot: 'damage' as const } : {}),
      ...(random.oneIn(6) ? { status: 'unavailable' as const } : {}),
    })
  const keys = ['tafsirs:169', 'translations:20', 'translations:131'].filter(() => !random.oneIn(5))
  return {
    mode: random.oneIn(5) ? 'bootstrap' : 'incremental',
    local: Object.fromEntries(keys.map((key) => [key, some()])),
    ...(random.oneIn(2) ? { confirmedKeyRules: new Set(['tafsir']) } : {}),
  }
}

/** Pages of any size, empty ones included. */
function cut<T>(list: readonly T[], random: Random): T[][] {
  const pages: T[][] = [[]]
  for (const each of list) {
    while (random.oneIn(3)) pages.push([])
    pages.at(-1)!.push(each)
  }
  return pages
}

describe('any set', () => {
  const mostRows = 2
  const limits = { ...planLimits, rows: () => mostRows }

  it('reducing it page by page says what looking at all of it at once does', () => {
    const seen = new Set<string>()
    for (let index = 0; index < runs(3_000); index++) {
      const random = seeded(seedOf(20_260_801, index))
      const set = randomSet(random)
      const input = inputOf(randomInput(random))
      const missing = new Set<string>()
      const reducer = new BatchReducer(input, limits)
      const pages = cut(set, random)
      for (const page of pages) reducer.add(page)
      // Pages may come twice.
      if (random.oneIn(4)) reducer.add(random.pick(pages))
      for (const { identity } of reducer.lookups()) if (random.oneIn(4)) missing.add(identity)
      const planned = reducer.finish(missing)
      const expected = referencePlan(set, input, missing, mostRows)
      const mentioned = planned.items.slice(0, expected.items.length).map(reported)
      expect([mentioned, planned.confirmedKeyRules], `case ${index}`).toEqual([
        expected.items,
        expected.confirmed,
      ])
      expect(planned.outsideFilter).toBeGreaterThanOrEqual(expected.outside)
      for (const item of planned.items) seen.add(item.action === 'fetch' ? item.reason : item.action)
    }
    for (const each of [
      'apply',
      'touch',
      'remove',
      'many_changes',
      'key_rule',
      'incomplete_change',
      'bootstrap',
    ])
      expect(seen).toContain(each)
  })

  it('the order of its pages and changes makes no difference', () => {
    for (let index = 0; index < runs(1_000); index++) {
      const random = seeded(seedOf(20_260_802, index))
      // Of changes with one sequence, the later counts. Here each change has its own, so that the order is free.
      const set = randomSet(random).map((each, at) => ({ ...each, sequence: 4 + at }))
      const input = inputOf(randomInput(random))
      const planOnce = (mutations: readonly Mutation[]) => {
        const reducer = new BatchReducer(input, limits)
        for (const page of cut(mutations, random)) reducer.add(page)
        const missing = [...reducer.lookups()]
          .map(({ identity }) => identity)
          .filter((each) => each.includes('1'))
        return reducer.finish(new Set(missing))
      }
      expect(planOnce(random.shuffled(set)), `case ${index}`).toEqual(planOnce(set))
    }
  })
})
