import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ContentStore } from '../store/read/content-store.ts'
import type { EngineStatus } from '../sync/status/status.ts'
import { FirstDownloads, firstDownloadsOf, setFirstDownloads } from './first-downloads.ts'
import { SharedSource } from './shared-source.ts'

let status: SharedSource<EngineStatus | undefined>
let downloads: FirstDownloads
beforeEach(() => {
  status = new SharedSource<EngineStatus | undefined>({ initial: undefined, start: () => () => undefined })
  downloads = new FirstDownloads(status)
})

/** A status with these subscriptions, by the sequences that they are current at. */
const tell = (sequences: Readonly<Record<string, number | null>>) => {
  const subscriptions = Object.entries(sequences).map(([filter, sequence]) => ({ filter, sequence }))
  status.set({ subscriptions } as unknown as EngineStatus)
}
const has = (id: number, isDamaged = false) =>
  downloads.has([{ ref: { group: 'translations', id }, isDamaged }])

describe('a missing resource is to come', () => {
  it('while its subscription has not been current, by id or by all', () => {
    tell({ 'translations:20,131': null, 'tafsirs:*': null })
    expect([has(20), has(131), has(97)]).toEqual([true, true, false])
    tell({ 'translations:20,131': 5, 'translations:*': null })
    expect([has(20), has(97)]).toEqual([true, true])
    tell({ 'translations:20,131': 5 })
    expect([has(20), has(97), downloads.has([])]).toEqual([false, false, false])
  })

  it('again where it is damaged and subscribed to', () => {
    tell({ 'translations:20': 5 })
    expect([has(20, true), has(97, true)]).toEqual([true, false])
  })

  it('perhaps, while nothing is known', () => {
    expect([has(20), downloads.has([])]).toEqual([true, false])
  })

  it('from the request on, until the status tells about it', () => {
    tell({ 'tafsirs:169': 5 })
    downloads.request(
      { filter: 'translations:20', owner: 'app' },
      { filter: 'translations:97,131', owner: 'person' },
    )
    expect([has(20), has(97)]).toEqual([true, true])
    downloads.remove('translations:97')
    downloads.fail({ filter: 'translations:20', owner: 'person' })
    expect([has(20), has(97), has(131)]).toEqual([true, false, true])
    downloads.fail({ filter: 'translations:131', owner: 'person' })
    expect([has(20), has(131)]).toEqual([true, false])
    // An earlier status does not show it yet.
    tell({ 'tafsirs:169': 6 })
    expect(has(20)).toBe(true)
    tell({ 'translations:20': 7 })
    expect(has(20)).toBe(false)
    tell({})
    expect(has(20)).toBe(false)
  })
})

it('tells of requests and of each status, and follows the status no longer than needed', () => {
  vi.useFakeTimers()
  tell({})
  const listener = vi.fn<() => void>()
  const end = downloads.follow(listener)
  downloads.request({ filter: 'translations:20', owner: 'app' })
  tell({ 'translations:20': null })
  expect(listener.mock.calls.length).toBeGreaterThanOrEqual(2)
  expect(status.listeners).toBe(1)
  end()
  expect(status.listeners).toBe(0)
  downloads.request({ filter: 'translations:131', owner: 'app' })
  expect(status.listeners).toBe(1)
  downloads.close()
  expect(status.listeners).toBe(0)
  vi.useRealTimers()
})

it('belong to the store of an application', () => {
  const [one, other] = [{}, {}] as ContentStore[]
  setFirstDownloads(one!, downloads)
  expect([firstDownloadsOf(one!), firstDownloadsOf(other!)]).toEqual([downloads, undefined])
})
