import { cmp, Dexie, RangeSet } from 'dexie'
import { afterEach, describe, expect, it } from 'vitest'
import { onAnyWrite, onWrites, touches, type Written } from './writes.ts'

const dexie = { Dexie, cmp }
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** What a listener is told of these reports, as another page may post them. */
function reportedOf(...reports: unknown[]): Written[] {
  const reported: Written[] = []
  ends.push(onWrites(dexie, 'n', ['resources', 'meta'], (written) => reported.push(written)))
  for (const report of reports) Dexie.on.storagemutated.fire(report as never)
  return reported
}

const key = (value: string) => ({ d: 1, from: value, to: value })
const resources = (ranges: unknown) => ({ 'idb://n/resources/': ranges })

describe('a report', () => {
  it('is told as the ranges of the tables that are asked for', () => {
    const ranges = structuredClone(new RangeSet().addKeys(['a', 'b', 'c']))
    const parts = { ...resources(ranges), 'idb://n/meta/': key('k'), 'idb://n/other/': key('k') }
    expect(reportedOf(parts)).toEqual([{ resources: ranges, meta: key('k') }])
  })
  it('of another database or of other tables is not told', () => {
    expect(reportedOf({ 'idb://m/resources/': key('a') }, { 'idb://n/other/': key('a') }, {})).toEqual([])
  })
  it('of everything is told as anything', () => {
    expect(reportedOf({ all: new RangeSet(-Infinity, [[]]) })).toEqual(['anything'])
  })
  it('of any database is told to whoever asks for no more than that, whatever it is', () => {
    let reported = 0
    ends.push(onAnyWrite(dexie, () => reported++))
    for (const report of [resources(key('a')), { 'idb://m/x/': key('a') }, 'x', null])
      Dexie.on.storagemutated.fire(report as never)
    expect(reported).toBe(4)
  })
  it('is told no more after the end', () => {
    const reported = reportedOf()
    ends.pop()!()
    Dexie.on.storagemutated.fire(resources(key('a')) as never)
    expect(reported).toEqual([])
  })
  it('is told outside of the transaction that it is of', async () => {
    const db = new Dexie('n')
    db.version(1).stores({ resources: 'key' })
    ends.push(() => db.close())
    const outside: boolean[] = []
    ends.push(onWrites(dexie, 'n', ['resources'], () => outside.push(Dexie.currentTransaction === null)))
    await db.transaction('rw', 'resources', async () => {
      await db.table('resources').put({ key: 'a' })
      Dexie.on.storagemutated.fire(resources(key('a')) as never)
    })
    // The first report is that of the database being made.
    await expect.poll(() => outside).toEqual([true, true, true])
  })
})

/** A tree of ranges of so many levels, each with one below it. */
function deep(levels: number): object {
  let tree: object = key('a')
  for (let level = 1; level < levels; level++) tree = { ...key('a'), l: tree }
  return tree
}
function circle(side: 'l' | 'r'): object {
  const tree: Record<string, unknown> = key('a')
  tree[side] = tree
  return tree
}
function wide(ranges: number): object {
  const set = new RangeSet()
  for (let count = 0; count < ranges; count++) set.addKey(count)
  return structuredClone(set)
}

describe('a report that another page made up', () => {
  it.each<[string, unknown]>([
    ['a text', 'x'],
    ['a number', 1],
    ['true', true],
    ['a list', [resources(key('a'))]],
    ['all of nothing', { all: null }],
    ['ranges that are null', resources(null)],
    ['ranges that are a text', resources('x')],
    ['ranges that are a number', resources(1)],
    ['ranges that are a list', resources([key('a')])],
    ['ranges without an end', resources({ from: 'a' })],
    ['a range that ends before it begins', resources({ d: 1, from: 'b', to: 'a' })],
    ['a range of no keys', resources({ d: 1, from: {}, to: {} })],
    ['a range of nothing', resources({ d: 1, from: undefined, to: undefined })],
    ['a part that is no range', resources({ ...key('a'), l: 'x' })],
    ['a part without keys', resources({ ...key('a'), r: { d: 1 } })],
    ['a circle to the left', resources(circle('l'))],
    ['a circle to the right', resources(circle('r'))],
    ['a circle on both sides', resources(Object.assign(circle('l'), circle('r')))],
    ['a deep tree', resources(deep(33))],
    ['very many ranges', resources(wide(1_001))],
  ])('%s: anything may have changed', (_, report) => {
    expect(reportedOf(report)).toEqual(['anything'])
  })
  it.each<[string, unknown]>([
    ['a date', new Date(0)],
    ['a map', new Map([['idb://n/resources/', key('a')]])],
    ['a prototype', Object.fromEntries([['__proto__', key('a')]])],
    ['keys of unknown databases', { 'idb://': 'x', 'idb://n/': 1, 'idb://n/resources': {}, x: circle('l') }],
  ])('%s: nothing', (_, report) => {
    expect(reportedOf(report)).toEqual([])
    expect('from' in {}).toBe(false)
  })
  it('within bounds is looked through', () => {
    for (const ranges of [
      deep(32),
      wide(1_000),
      { d: 0 },
      { d: 1, from: -Infinity, to: [[]] },
      { d: 1, from: NaN, to: 'a' },
    ]) {
      const [written] = reportedOf(resources(ranges))
      expect(written).toEqual({ resources: ranges })
      expect([true, false]).toContain(touches(written!, 'resources', ['a']))
    }
  })
})

describe('the records that were written', () => {
  const written: Written = { resources: new RangeSet().addKeys(['a', 'c']) }
  it.each<[Written, string, readonly string[] | undefined, boolean]>([
    [written, 'resources', undefined, true],
    [written, 'resources', ['b', 'c'], true],
    [written, 'resources', ['b'], false],
    [{ resources: { from: -Infinity, to: [[]] } }, 'resources', ['b'], true],
    [{ resources: { from: new Date(0), to: new Uint8Array(1) } }, 'resources', ['b'], true],
    [{ resources: { from: ['a'], to: [[]] } }, 'resources', ['b'], false],
    [{ resources: { from: 1, to: 2 } }, 'resources', ['b'], false],
    [{ resources: {} }, 'resources', ['b'], false],
    [written, 'resources', [], false],
    [written, 'meta', undefined, false],
    [written, 'meta', ['a'], false],
    ['anything', 'meta', ['a'], true],
    ['anything', 'meta', [], true],
  ])('%j, of %s, %j: %s', (parts, table, keys, expected) => {
    expect(touches(parts, table, keys)).toBe(expected)
  })
})
