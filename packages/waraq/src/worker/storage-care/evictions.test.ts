import { describe, expect, it } from 'vitest'
import { settle } from '@waraq/test-support/at-rest'
import type { SubscriptionStatus } from '../../sync/status/status.ts'
import { readMark, writeMark } from './eviction-mark.ts'
import type { SiteStorage } from '../../platform/storage/browser-parts.ts'
import { Evictions } from './evictions.ts'
import { memoryMarks } from '@waraq/test-support/memory-marks'

const lost = { currentAt: 5, filters: ['tafsirs:*', 'translations:20'], commits: 40 }
const marked = () => {
  const marks = memoryMarks()
  writeMark(marks, 'waraq', lost)
  return marks
}

function subscription(filter: string, currentAt: number | null): SubscriptionStatus {
  return {
    filter,
    currentAt,
    sequence: null,
    resources: 0,
    owners: ['app'],
    emptyGroups: [],
    currentAtServer: null,
    stale: false,
    lastRun: null,
    problem: null,
    inProgress: false,
    refreshes: [],
  }
}

interface Behaviour {
  readonly resubscribe?: boolean
  readonly fails?: (filter: string) => boolean
}

function start(marks: SiteStorage | null, { resubscribe = true, fails = () => false }: Behaviour = {}) {
  const log: string[] = []
  const evictions = new Evictions({
    marks,
    resubscribe,
    name: undefined,
    engine: {
      subscribe: async (filter) => {
        log.push(`subscribe ${filter}`)
        if (fails(filter)) throw new Error('no')
        return filter
      },
    },
    onChange: (evicted) => log.push(evicted ? 'evicted' : 'back'),
    onEvicted: (filters) => log.push(`had ${filters.join(' ')}`),
  })
  const note = async (
    subscriptions: Readonly<Record<string, number | null>>,
    more: { persistent?: boolean; commits?: number } = {},
  ) => {
    evictions.note({
      name: 'waraq',
      persistent: true,
      commits: 0,
      subscriptions: Object.entries(subscriptions).map(([filter, at]) => subscription(filter, at)),
      ...more,
    })
    await settle()
    return log.splice(0)
  }
  return { note, mark: () => readMark(marks, 'waraq') }
}

describe('the mark', () => {
  it('is made when something first is current, and follows what is subscribed to', async () => {
    const marks = memoryMarks()
    const { note, mark } = start(marks)
    await note({})
    await note({ 'a:1': null })
    expect(mark()).toBeNull()
    await note({ 'a:1': 10, 'b:1': null })
    expect(mark()).toEqual({ currentAt: 10, filters: ['a:1', 'b:1'], commits: 0 })
    await note({ 'a:1': 10, 'b:1': 12 }, { commits: 6 })
    expect(mark()).toEqual({ currentAt: 12, filters: ['a:1', 'b:1'], commits: 6 })
    await note({ 'b:1': 12 })
    expect(mark()).toMatchObject({ filters: ['b:1'] })
  })
  it('goes when the application drops everything: the next visit is a first one', async () => {
    const marks = memoryMarks()
    const { note, mark } = start(marks)
    await note({ 'a:1': 10 })
    await note({})
    expect(mark()).toBeNull()
    expect(await start(marks).note({})).toEqual([])
  })
  it('is written only where something is new', async () => {
    let writes = 0
    const inner = memoryMarks()
    const marks: SiteStorage = { ...inner, setItem: (key, value) => (writes++, inner.setItem(key, value)) }
    const { note } = start(marks)
    for (let commits = 0; commits < 5; commits++) await note({ 'a:1': 10 }, { commits })
    expect(writes).toBe(1)
    await start(marks).note({ 'a:1': 10 })
    expect(writes).toBe(1)
  })
  it('is left alone by a library in memory, full or empty', async () => {
    const marks = marked()
    const { note, mark } = start(marks)
    expect(await note({}, { persistent: false })).toEqual([])
    expect(await note({ 'a:1': 10 }, { persistent: false })).toEqual([])
    expect(await note({}, { persistent: false })).toEqual([])
    expect(mark()).toEqual(lost)
  })
  it('of a newer version is left alone', async () => {
    const marks = memoryMarks({ 'waraq:waraq:current': '{"format":9}' })
    const { note } = start(marks)
    expect(await note({ 'a:1': 10 })).toEqual([])
    expect([...marks.all.values()]).toEqual(['{"format":9}'])
  })
  it('may be impossible: nothing breaks, nothing is claimed', async () => {
    const { note } = start(null)
    expect(await note({})).toEqual([])
    expect(await note({ 'a:1': 10 })).toEqual([])
    expect(await note({})).toEqual([])
  })
})

describe('a library that was cleared', () => {
  it('is told of, and subscribed to again', async () => {
    const { note, mark } = start(marked())
    expect(await note({})).toEqual([
      'evicted',
      'subscribe tafsirs:*',
      'subscribe translations:20',
      'had tafsirs:* translations:20',
    ])
    expect(mark()).toEqual(lost)
    expect(await note({ 'tafsirs:*': null, 'translations:20': null })).toEqual([])
    expect(await note({ 'tafsirs:*': null, 'translations:20': 50 })).toEqual(['back'])
    expect(mark()).toMatchObject({ currentAt: 50, filters: ['tafsirs:*', 'translations:20'] })
  })
  it('while it was open, is told of, and subscribed to again', async () => {
    const { note, mark } = start(memoryMarks())
    await note({ 'translations:20': 5 }, { commits: 3 })
    expect(await note({}, { commits: 0 })).toEqual([
      'evicted',
      'subscribe translations:20',
      'had translations:20',
    ])
    expect(mark()).toMatchObject({ filters: ['translations:20'] })
    await note({ 'translations:20': null }, { commits: 0 })
    expect(await note({ 'translations:20': 50 }, { commits: 1 })).toEqual(['back'])
    // The application may drop subscriptions afterwards, as ever.
    expect(await note({}, { commits: 2 })).toEqual([])
    expect(mark()).toBeNull()
  })
  it('is known as such also where the application has subscribed to something already', async () => {
    const { note } = start(marked())
    expect((await note({ 'articles:1': null }))[0]).toBe('evicted')
  })
  it('is only told of where that was asked for, and again next time', async () => {
    const marks = marked()
    for (let visit = 0; visit < 2; visit++) {
      const { note } = start(marks, { resubscribe: false })
      expect(await note({})).toEqual(['evicted', 'had tafsirs:* translations:20'])
      expect(await note({})).toEqual([])
    }
  })
  it('is not brought back where the application drops it before the sync', async () => {
    const marks = marked()
    const { note, mark } = start(marks)
    await note({})
    await note({ 'tafsirs:*': null, 'translations:20': null })
    await note({ 'tafsirs:*': null })
    expect(mark()).toEqual({ ...lost, filters: ['tafsirs:*'] })
    await note({})
    expect(mark()).toBeNull()
  })
  it('is not one that the application emptied, as its count of commits tells', async () => {
    const marks = memoryMarks()
    await start(marks).note({ 'a:1': 10 }, { commits: 7 })
    // Another context drops everything, with no page open to remove the mark.
    expect(await start(marks).note({}, { commits: 7 })).toEqual([])
    expect((await start(marks).note({}, { commits: 0 }))[0]).toBe('evicted')
  })
  it('is still the one that was cleared while the first snapshots arrive', async () => {
    const marks = marked()
    const { note, mark } = start(marks)
    await note({})
    await note({ 'tafsirs:*': null }, { commits: 2 })
    expect(mark()).toEqual({ ...lost, filters: ['tafsirs:*'] })
    expect((await start(marks).note({ 'tafsirs:*': null }, { commits: 2 }))[0]).toBe('evicted')
  })
  it('is tried again where subscribing fails, a few times', async () => {
    let broken = true
    const { note, mark } = start(marked(), { fails: (filter) => broken && filter === 'tafsirs:*' })
    expect(await note({})).toHaveLength(4)
    expect(await note({ 'translations:20': null })).toEqual(['subscribe tafsirs:*'])
    expect(mark()).toEqual(lost)
    broken = false
    expect(await note({ 'translations:20': null })).toEqual(['subscribe tafsirs:*'])
    expect(await note({ 'translations:20': 9, 'tafsirs:*': null })).toEqual(['back'])
  })
  it('is subscribed to once, however often the status comes meanwhile', async () => {
    const { note } = start(marked())
    const both = await Promise.all([note({}), note({ 'tafsirs:*': null })])
    expect(both.flat().filter((entry) => entry.startsWith('subscribe'))).toHaveLength(2)
  })
  it('is given up after five tries, yet not forgotten before something is current', async () => {
    const { note, mark } = start(marked(), { fails: () => true })
    const tries: string[] = []
    for (let status = 0; status < 20; status++) tries.push(...(await note({ 'articles:1': null })))
    expect(tries.filter((entry) => entry === 'subscribe tafsirs:*')).toHaveLength(5)
    expect(mark()).toEqual({ ...lost, filters: ['articles:1', 'tafsirs:*', 'translations:20'] })
    expect(await note({ 'articles:1': 9 })).toEqual(['back'])
  })
})
