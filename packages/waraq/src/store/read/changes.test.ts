import { settle } from '@waraq/test-support/at-rest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { Dexie, RangeSet } from 'dexie'
import { afterEach, describe, expect, it } from 'vitest'
import type { Written } from '../../platform/storage/writes.ts'
import { Changes, retryMs, type Follower } from './changes.ts'
import type { Invalidation } from './invalidation.ts'
import { ReadSet } from './read-set.ts'

const from = undefined
const asked = { recordKey: '1' }

function rowsOf(resource: 'translations:20' | 'translations:131'): ReadSet {
  const set = new ReadSet()
  set.rows.push({ resource, recordType: 'translation', asked, from })
  return set
}

function infosOf(resource: 'translations:20' | undefined): ReadSet {
  const set = new ReadSet()
  set.infos.push({ resource, text: '' })
  return set
}

/** A report of Dexie's. */
const written = (table: string, ...keys: string[]): object => ({
  [`idb://waraq/${table}/`]: new RangeSet().addKeys(keys),
})
/** The same, as followers are told of it. */
const reported = (table: string, ...keys: string[]): Written => ({ [table]: new RangeSet().addKeys(keys) })

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** Followers of one store, and a scripted library. */
function start() {
  const clock = new VirtualClock()
  const checks: ReadSet[][] = []
  const answer = { found: new Set<ReadSet>(), problem: undefined as unknown, before: Promise.resolve() }
  let invalidations = 0
  let heartbeat = (): void => undefined
  const invalidation: Invalidation = (listener) => {
    invalidations++
    heartbeat = listener
    return () => void invalidations--
  }
  const made = new Changes({
    name: 'waraq',
    clock,
    invalidation,
    outdated: async (sets) => {
      checks.push([...sets])
      await answer.before
      if (answer.problem) throw answer.problem
      return answer.found
    },
  })
  const follow = (read: ReadSet, isRunning = false) => {
    const reported: unknown[] = []
    const follower: Follower & { read: ReadSet; isRunning: boolean } = {
      read,
      isRunning,
      missed: (write) => void reported.push(['missed', write]),
      holds: () => void reported.push('holds'),
      rerun: () => void reported.push('rerun'),
      fail: (problem) => void reported.push(problem),
    }
    const end = made.follow(follower)
    ends.push(end)
    return { follower, reported, end }
  }
  const write = async (parts: unknown) => {
    Dexie.on.storagemutated.fire(parts as never)
    await settle()
  }
  return {
    changes: made,
    clock,
    checks,
    answer,
    follow,
    write,
    heartbeat: () => heartbeat(),
    invalidations: () => invalidations,
  }
}

describe('a write', () => {
  const all = () => ({
    'rows of it': rowsOf('translations:20'),
    'rows of another': rowsOf('translations:131'),
    'its info': infosOf('translations:20' as const),
    'all infos': infosOf(undefined),
    'rows by age': Object.assign(rowsOf('translations:131'), { rowsByAge: true }),
    'the commits': Object.assign(new ReadSet(), { meta: [{ key: 'counters', of: String, text: '' }] }),
    'what nothing tells': new ReadSet(),
  })
  const everything = Object.keys(all())

  it.each<[string, unknown, readonly string[]]>([
    [
      'to the resource',
      written('resources', 'translations:20'),
      ['rows of it', 'its info', 'all infos', 'what nothing tells'],
    ],
    [
      'to subscriptions',
      written('subscriptions', 'translations:20'),
      ['its info', 'all infos', 'rows by age', 'what nothing tells'],
    ],
    ['to the counters', written('meta', 'counters'), ['the commits']],
    ['to what concerns no reader', { ...written('meta', 'writer'), ...written('stagings', '1') }, []],
    ['to another database', { 'idb://other/resources/': new RangeSet().addKeys(['translations:20']) }, []],
    ['of everything', { all: new RangeSet(-Infinity, [[]]) }, everything],
    ['that cannot be read', { 'idb://waraq/resources/': 'x' }, everything],
    ['that is none', 'x', everything],
  ])('%s is checked for those queries that it may concern', async (_, parts, expected) => {
    const { follow, write, checks } = start()
    const sets = all()
    for (const set of Object.values(sets)) follow(set)
    await write(parts)
    const checked = checks.flat()
    expect(
      Object.entries(sets)
        .filter(([, set]) => checked.includes(set))
        .map(([name]) => name),
    ).toEqual(expected)
    expect(checks.length).toBeLessThanOrEqual(1)
  })

  it('has those run again whose answers differ, and no others', async () => {
    const { follow, write, answer } = start()
    const [one, other] = [follow(rowsOf('translations:20')), follow(rowsOf('translations:20'))]
    answer.found.add(one.follower.read)
    await write(written('resources', 'translations:20'))
    expect([one.reported, other.reported]).toEqual([['rerun'], ['holds']])
  })

  it('while a query runs is told to it', async () => {
    const { changes, follow, write, checks } = start()
    const followed = follow(rowsOf('translations:20'), true)
    const { follower } = followed
    const [ours, others] = [
      reported('resources', 'translations:20'),
      reported('resources', 'translations:131'),
    ]
    await write(written('resources', 'translations:20'))
    expect([followed.reported, checks]).toEqual([[['missed', ours]], []])
    expect([changes.concerned(follower, [others]), changes.concerned(follower, [others, ours])]).toEqual([
      false,
      true,
    ])
  })

  it('during a check leads to another one', async () => {
    const { follow, write, answer, checks } = start()
    const { reported } = follow(rowsOf('translations:20'))
    let open = (): void => undefined
    answer.before = new Promise((resolve) => (open = resolve))
    await write(written('resources', 'translations:20'))
    await write(written('resources', 'translations:20'))
    expect([checks.length, reported]).toEqual([1, []])
    open()
    await settle()
    expect([checks.length, reported]).toEqual([2, ['holds', 'holds']])
  })

  it('is checked at once, and a flood of them a few times in a second', async () => {
    const { follow, write, checks, clock } = start()
    follow(rowsOf('translations:20'))
    for (let count = 1; count <= 5; count++) {
      await write(written('resources', 'translations:20'))
      expect(checks).toHaveLength(count)
    }
    for (let count = 0; count < 1_000; count++) await write({ all: new RangeSet(-Infinity, [[]]) })
    expect(checks.length).toBeLessThan(30)
    const before = checks.length
    await clock.advance(60_000)
    await settle()
    expect(checks).toHaveLength(before + 1)
  })

  it('is nothing to a query that ended, or began anew, meanwhile', async () => {
    const { follow, write, answer } = start()
    const [ended, again] = [follow(rowsOf('translations:20')), follow(rowsOf('translations:20'))]
    answer.found = new Set([ended.follower.read, again.follower.read])
    let open = (): void => undefined
    answer.before = new Promise((resolve) => (open = resolve))
    await write(written('resources', 'translations:20'))
    ended.end()
    again.follower.read = rowsOf('translations:20')
    open()
    await settle()
    expect([ended.reported, again.reported]).toEqual([[], []])
  })
})

describe('what went unnoticed', () => {
  it('is checked for all queries at once after an invalidation, of which a store has one', async () => {
    const { follow, checks, heartbeat, invalidations } = start()
    const followed = [follow(rowsOf('translations:20')), follow(infosOf(undefined))]
    expect(invalidations()).toBe(1)
    heartbeat()
    await settle()
    expect(checks).toEqual([followed.map(({ follower }) => follower.read)])
    for (const { end } of followed) end()
    expect(invalidations()).toBe(0)
  })

  it('is told as a problem while nothing can be read, and checked again', async () => {
    const { follow, answer, heartbeat, clock, checks } = start()
    const { reported } = follow(rowsOf('translations:20'))
    answer.problem = new Error('not now')
    heartbeat()
    await settle()
    expect(reported).toEqual([answer.problem])
    answer.problem = undefined
    await clock.advance(retryMs)
    await settle()
    expect([reported.at(-1), checks.length]).toEqual(['holds', 2])
  })
})
