import { systemClock } from '../../client/clock.ts'
import type { ContentProxy } from '../../client/options.ts'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSyncEngine } from './create-sync-engine.ts'
import type { Locks } from '../../platform/locks/locks.ts'
import { resolveOptions, type SyncEngineOptions } from './options.ts'

const tokens = { get: () => Promise.reject(new Error('not asked for')) }
const needed = { contentRoot: 'http://127.0.0.1/content', tokens }
const locks = { request: () => Promise.resolve() } as unknown as Locks
const storage = { estimate: () => Promise.resolve({ usage: 1, quota: 2 }) }

afterEach(() => vi.unstubAllGlobals())

describe('what is not given', () => {
  it('is taken from the browser', async () => {
    vi.stubGlobal('navigator', { locks, storage })
    const settings = resolveOptions(needed)
    expect(settings).toMatchObject({ name: 'waraq', perPage: 100, snapshotConcurrency: 2, maxPages: 10_000 })
    expect(settings.clock).toBe(systemClock)
    expect(settings.locks).toBe(locks)
    expect((await settings.storageFigures()).estimate).toEqual({ usage: 1, quota: 2 })
  })
  it('is left out where the browser has none', async () => {
    vi.stubGlobal('navigator', {})
    expect((await resolveOptions(needed).storageFigures()).estimate).toBeUndefined()
    vi.stubGlobal('navigator', undefined)
    expect((await resolveOptions(needed).storageFigures()).estimate).toBeUndefined()
  })
})

describe('where it asks', () => {
  const proxied = (proxy: ContentProxy) =>
    resolveOptions({ contentRoot: needed.contentRoot, proxy }).configuration

  it('tells a proxy from a relay, and one address from another', () => {
    const reported = [
      resolveOptions(needed).configuration,
      resolveOptions({ ...needed, tokens: { ...tokens, from: '/content' } }).configuration,
      proxied({ root: '/content' }),
      proxied({ root: '/other' }),
    ]
    expect(new Set(reported).size).toBe(reported.length)
  })
  it('is the same for each caller, and keeps no header', () => {
    const said = proxied({ root: '/content', credentials: 'include', headers: { authorization: 'CANARY' } })
    expect(said).toBe(proxied({ root: '/content' }))
  })
  it.each([
    ['neither', {}],
    ['both', { tokens, proxy: { root: 'https://app.example/content' } }],
  ])('has to be one: %s is refused', (_what, access) => {
    const options = { contentRoot: needed.contentRoot, ...access } as unknown as SyncEngineOptions
    expect(() => createSyncEngine(options)).toThrowError(
      expect.objectContaining({ code: 'invalid_option', details: { option: 'tokens' } }),
    )
  })
})

describe('what is given', () => {
  it('stands, also where the browser has its own', async () => {
    vi.stubGlobal('navigator', { locks: { request: 'another' }, storage: { estimate: 'another' } })
    const settings = resolveOptions({ ...needed, locks, storage, name: 'mine' })
    expect(settings.locks).toBe(locks)
    expect(settings.name).toBe('mine')
    expect((await settings.storageFigures()).estimate).toEqual({ usage: 1, quota: 2 })
  })
  it('may be no locks, where the browser has none: then engines of one IndexedDB share those of the process', () => {
    vi.stubGlobal('navigator', {})
    const [one, other] = [new IDBFactory(), new IDBFactory()]
    const locksOf = (indexedDB?: IDBFactory) => resolveOptions({ ...needed, indexedDB }).locks
    expect(locksOf(one)).toBe(locksOf(one))
    expect(locksOf(one)).not.toBe(locksOf(other))
    expect(locksOf()).toBe(locksOf())
  })
  it('may be no channel to other tabs, or one of its own', () => {
    const channel = () => ({ post: () => undefined, close: () => undefined })
    expect(resolveOptions({ ...needed, channel: null }).openChannel).toBeUndefined()
    expect(resolveOptions({ ...needed, channel }).openChannel).toBe(channel)
  })
  it('as an IndexedDB of its own is not shared with other tabs, and never deleted or replaced by memory', () => {
    const own = { ...needed, indexedDB: {} as IDBFactory }
    expect(resolveOptions(own)).toMatchObject({
      openChannel: undefined,
      recovery: { recreate: false, memory: false },
    })
    expect(resolveOptions(needed).recovery).toEqual({ recreate: true, memory: true })
  })
  it.each([
    [{ perPage: 0 }, 'perPage'],
    [{ perPage: 101 }, 'perPage'],
    [{ snapshotConcurrency: 1.5 }, 'snapshotConcurrency'],
    [{ maxPages: NaN }, 'maxPages'],
  ])('%j is refused, by name', (options, option) => {
    expect(() => createSyncEngine({ ...needed, ...options })).toThrowError(
      expect.objectContaining({ code: 'invalid_option', details: { option } }),
    )
  })
})
