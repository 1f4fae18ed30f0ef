import { describe, expect, it } from 'vitest'
import type { ResourceProgress, SyncProgress } from '../run/report.ts'
import { readActivity, withProgress, type Activity } from './activity.ts'

const progress: SyncProgress = {
  filter: 'translations:20',
  mode: 'incremental',
  phase: 'fetching',
  pages: 1,
  mutations: 2,
  snapshots: { total: 3, done: 1 },
}
const resource: ResourceProgress = {
  key: 'translations:20',
  ref: { group: 'translations', id: 20 },
  phase: 'downloading',
  bytes: 5,
  bytesExpected: null,
  rows: 0,
}
const activity: Activity = { ...progress, resources: [resource] }

describe('an activity', () => {
  it('has the latest progress of each resource, in the order of their first', () => {
    const other: ResourceProgress = { ...resource, key: 'tafsirs:169', ref: { group: 'tafsirs', id: 169 } }
    const steps: SyncProgress[] = [
      { ...progress, resource },
      { ...progress, resource: other },
      { ...progress, resource: { ...resource, rows: 9 } },
      { ...progress, pages: 2 },
    ]
    const after = steps.reduce<Activity | null>(withProgress, null)
    expect(after).toEqual({ ...progress, pages: 2, resources: [{ ...resource, rows: 9 }, other] })
  })
  it.each<[string, Partial<SyncProgress>]>([
    ['of another filter', { filter: 'tafsirs:169' }],
    ['that begins anew', { phase: 'opening' }],
  ])('of a run %s has none', (_, change) => {
    expect(withProgress(activity, { ...progress, ...change }).resources).toEqual([])
  })
})

describe('an activity that another engine tells of', () => {
  it.each<[string, Activity]>([
    ['is the one that it has', activity],
    ['may be without a mode', { ...activity, mode: null }],
    ['may be of no resource', { ...activity, resources: [] }],
    ['may know how much is to come', { ...activity, resources: [{ ...resource, bytesExpected: 9 }] }],
    ['may start a download again', { ...activity, resources: [{ ...resource, restarted: true }] }],
  ])('%s', (_, sent) => {
    expect(readActivity(structuredClone(sent))).toEqual(sent)
  })
  it('is what is known of it, and no more', () => {
    const more = Object.fromEntries([...Object.entries(activity), ['__proto__', { x: 1 }], ['y', [[]]]])
    const [inside] = activity.resources.map((each) => ({ ...each, z: 1 }))
    expect(readActivity({ ...more, resources: [inside] })).toEqual(activity)
  })

  const wrong: readonly unknown[] = [undefined, null, true, 'x', '', {}, [], NaN, -1, 1.5, 2 ** 53, 1n]
  const all = (field: string, but: readonly unknown[] = []) =>
    wrong.filter((value) => !but.includes(value)).map((value) => [field, value] as const)
  const counts = ['pages', 'mutations']
  const texts = ['x', '']

  it.each([
    ...all('filter', texts),
    ['filter', 'x'.repeat(1_000_001)] as const,
    ...all('mode', [null]),
    ['mode', 'constructor'] as const,
    ...all('phase'),
    ['phase', 'downloading'] as const,
    ['phase', '__proto__'] as const,
    ...counts.flatMap((field) => all(field)),
    ...all('snapshots'),
    ['snapshots', { total: 1 }] as const,
    ['snapshots', { total: -1, done: 0 }] as const,
    ...all('resources', wrong.filter(Array.isArray)),
    ['resources', [null]] as const,
    ['resources', [resource, {}]] as const,
    ['resources', Object.assign([], { length: 3 })] as const,
    ['resources', Array.from({ length: 50_001 }, () => resource)] as const,
  ])('with the %s %s is none', (field, value) => {
    expect(readActivity({ ...activity, [field]: value })).toBeUndefined()
  })
  it.each([
    ...all('key'),
    ['key', 'translations:21'] as const,
    ...all('ref'),
    ['ref', { group: 'translations', id: '20' }] as const,
    ['ref', { group: 1, id: 20 }] as const,
    ...all('phase'),
    ['phase', 'paging'] as const,
    ...all('bytes'),
    ...all('bytesExpected', [null]),
    ...all('rows'),
  ])('of a resource with the %s %s is none', (field, value) => {
    expect(readActivity({ ...activity, resources: [{ ...resource, [field]: value }] })).toBeUndefined()
  })
  it.each(wrong.map((value) => [value]))('that is %s is none', (value) => {
    expect(readActivity(value)).toBeUndefined()
  })
})
