import { WaraqError } from '@waraq/protocol'
import { systemClock } from '../../client/clock.ts'
import type { ContentStore } from '../../store/read/content-store.ts'
import { failure } from '@waraq/test-support/failure'
import { describe, expect, it } from 'vitest'
import {
  altered,
  createBench,
  english,
  eventually,
  french,
  gate,
  places,
  ready,
  statusWhere,
  tafsir,
} from '../bench.test-support.ts'
import { createSearch } from '../create-search.ts'
import type { Search } from '../search.ts'

const key = 'translations:20'

async function expectPlaces(search: Search, text: string, expected: readonly string[]): Promise<void> {
  await eventually(async () => {
    const result = await search.search(text)
    expect(places(result).sort()).toEqual([...expected].sort())
    expect(result.partial).toBe(false)
  })
}

describe('an index follows the library', () => {
  it('through corrections, new rows and removed ones', async () => {
    const { newSearch, engine, sandbox, row, correct } = await createBench(key)
    const search = newSearch()
    await ready(search)
    await correct(key, 1, 'All praise belongs to the corrector')
    await expectPlaces(search, 'corrector', ['20 1:2'])
    await expectPlaces(search, '"lord of the worlds"', [])
    sandbox.publish([
      { resource: key, remove: row(key, 1).id },
      { resource: key, create: { ...row(key, 0), id: 999_999, verse_key: '1:7', text: 'a brand new row' } },
    ])
    await engine.sync()
    await expectPlaces(search, 'brand new', ['20 1:7'])
    await expectPlaces(search, 'corrector', [])
    await statusWhere(search, ({ state, resources }) => state === 'ready' && resources[0]!.indexed === 36)
  })
  it('through a refresh replaced as a whole', async () => {
    const { newSearch, engine, sandbox, row } = await createBench(key)
    const search = newSearch()
    await ready(search)
    const changes = Array.from({ length: 36 }, (_, index) => ({
      resource: key,
      update: { key: row(key, index).id, text: `refresh two, verse ${index}` },
    }))
    sandbox.invalidate(key, changes)
    await engine.sync()
    await eventually(async () => expect((await search.search('refresh two')).total).toBe(36))
    expect((await search.search('allah')).total).toBe(0)
  })
  it('through withdrawal and return', async () => {
    const { newSearch, engine, sandbox } = await createBench('translations:20,31')
    const search = newSearch()
    await ready(search)
    sandbox.hide(key, 'license_withdrawn')
    await engine.sync()
    await expectPlaces(search, '"lord of the worlds"', [])
    await expectPlaces(search, 'univers', ['31 1:2'])
    const { resources } = await statusWhere(search, (status) => status.resources.length === 1)
    expect(resources[0]!.ref).toEqual(french)
    sandbox.restore(key)
    await engine.sync()
    await expectPlaces(search, '"lord of the worlds"', ['20 1:2'])
  })
  it('reads no row again where a commit changed none of it', async () => {
    const { newSearch, engine, sandbox, correct, watched } = await createBench('translations:20,31')
    const search = newSearch()
    await ready(search)
    watched.reads = 0
    sandbox.touch(key)
    await engine.sync()
    await correct('translations:31', 0, 'Au nom du correcteur')
    await expectPlaces(search, 'correcteur', ['31 1:1'])
    const ofOne = watched.reads
    watched.reads = 0
    await correct('translations:31', 0, 'Au nom du copiste')
    await expectPlaces(search, 'copiste', ['31 1:1'])
    expect(ofOne).toBe(watched.reads)
  })
  it('reads what a commit changed, and not the rest of the resource', async () => {
    const { newSearch, sandbox, engine, row, correct, watched } = await createBench(key)
    const search = newSearch()
    await ready(search)
    watched.reads = 0
    await correct(key, 1, 'All praise belongs to the corrector')
    await expectPlaces(search, 'corrector', ['20 1:2'])
    sandbox.publish([
      { resource: key, remove: row(key, 2).id },
      { resource: key, create: { ...row(key, 0), id: 999_999, verse_key: '1:7', text: 'a brand new row' } },
    ])
    await engine.sync()
    await expectPlaces(search, 'brand new', ['20 1:7'])
    await statusWhere(search, ({ state, resources }) => state === 'ready' && resources[0]!.indexed === 36)
    expect(watched.reads).toBe(0)
  })
  it('with any commit while it is built', async () => {
    const { newSearch, watched, correct } = await createBench(key)
    const { closed, open } = gate()
    watched.held = closed
    const search = newSearch()
    await statusWhere(search, ({ state }) => state === 'building')
    await correct(key, 1, 'committed meanwhile')
    watched.held = undefined
    open()
    await expectPlaces(search, 'committed meanwhile', ['20 1:2'])
    await expectPlaces(search, '"lord of the worlds"', [])
  })
})

describe('while an index is built', () => {
  it('searches answer from what is there, and say that there may be more', async () => {
    const { newSearch, watched } = await createBench('translations:20;tafsirs:169')
    const search = newSearch()
    await ready(search)
    const { closed, open } = gate()
    watched.held = closed
    await search.choose('all')
    const status = await statusWhere(search, ({ resources }) =>
      resources.some(({ state }) => state === 'building'),
    )
    expect(status.state).toBe('building')
    expect(status.resources).toEqual([
      { ref: tafsir, rows: 36, indexed: 0, state: 'building' },
      { ref: english, rows: 36, indexed: 36, state: 'ready' },
    ])
    const partial = await search.search('sandbox worlds')
    expect(partial).toMatchObject({ partial: true, total: 0 })
    expect(await search.search('worlds')).toMatchObject({ partial: true, total: 1 })
    expect(await search.search('worlds', { resources: [english] })).toMatchObject({
      partial: false,
      total: 1,
    })
    watched.held = undefined
    open()
    await ready(search)
    expect((await search.search('sandbox')).total).toBeGreaterThan(0)
  })
  it('others get their turn, and the status tells how far it is', async () => {
    const { newSearch } = await createBench(key)
    let elapsed = 0
    let rests = 0
    const clock = {
      ...systemClock,
      // Every look at the clock takes a while.
      monotonic: () => (elapsed += 50),
      sleep: (ms: number, signal?: AbortSignal) => {
        if (ms === 0) rests++
        return systemClock.sleep(ms, signal)
      },
    }
    const search = newSearch({ clock })
    const indexed = new Set<number>()
    search.watch(({ resources }) => resources.forEach((each) => indexed.add(each.indexed)))
    await ready(search)
    expect(rests).toBeGreaterThan(30)
    expect(indexed.size).toBeGreaterThan(10)
  })
})

describe('choosing', () => {
  it('is remembered, and begins with all translations', async () => {
    const { newSearch } = await createBench('translations:20,31;tafsirs:169')
    const refs = async (search: Search) => {
      await ready(search)
      return (await search.status()).resources.map(({ ref }) => ref)
    }
    const first = newSearch()
    expect(await refs(first)).toEqual([english, french])
    await first.choose([tafsir])
    expect(await refs(first)).toEqual([tafsir])
    first.close()
    const second = newSearch()
    expect(await refs(second)).toEqual([tafsir])
    await second.choose('all')
    expect(await refs(second)).toEqual([tafsir, english, french])
    await second.choose([])
    expect(await refs(second)).toEqual([])
    second.close()
    expect(await refs(newSearch())).toEqual([])
  })
  it('holds for all tabs', async () => {
    const { newSearch } = await createBench('translations:20,31')
    const [one, other] = [newSearch(), newSearch()]
    await Promise.all([ready(one), ready(other)])
    await one.choose([french])
    await statusWhere(other, ({ resources }) => resources.length === 1)
    await eventually(async () => expect((await other.search('lord')).total).toBe(0))
  })
  it('may name what is not installed yet', async () => {
    const { newSearch, engine } = await createBench(key)
    const search = newSearch()
    await search.choose([french, french, english])
    await ready(search)
    expect((await search.status()).resources).toEqual([
      { ref: french, rows: 0, indexed: 0, state: 'absent' },
      { ref: english, rows: 36, indexed: 36, state: 'ready' },
    ])
    await engine.subscribe('translations:31')
    await engine.sync()
    await expectPlaces(search, 'univers', ['31 1:2'])
  })
})

describe('nothing is shown that is not installed', () => {
  it('also where the index has not heard of the commit; then it looks again', async () => {
    const { newSearch, watched, sandbox, engine, row, correct } = await createBench(key)
    const search = newSearch()
    await ready(search)
    watched.isDeaf = true
    await correct(key, 1, 'Praise be to the Lord of everything')
    sandbox.publish([{ resource: key, remove: row(key, 35).id }])
    await engine.sync()
    expect(await search.search('"lord of the worlds"')).toMatchObject({ total: 0, hits: [] })
    await expectPlaces(search, 'lord everything', ['20 1:2'])
    expect((await search.search('worlds')).total).toBe(0)
    await expectPlaces(search, '114:6', [])
    await eventually(async () => {
      expect((await search.status()).resources).toEqual([
        { ref: english, rows: 35, indexed: 35, state: 'ready' },
      ])
    })
  })
  it('a changed row that is no hit any more is left out at once', async () => {
    const { newSearch, watched, correct } = await createBench(key)
    const search = newSearch()
    await ready(search)
    watched.isDeaf = true
    await correct(key, 1, 'Praise be to the Lord of everything')
    expect(await search.search('worlds')).toMatchObject({ total: 0, hits: [] })
    expect(places(await search.search('everything'))).toEqual(['20 1:2'])
  })
  it('a changed row that still is a hit is shown as it is now', async () => {
    const { newSearch, watched, correct } = await createBench(key)
    const search = newSearch()
    await ready(search)
    watched.isDeaf = true
    await correct(key, 1, 'Praise be to the Lord of all <b>worlds</b>')
    const result = await search.search('lord worlds')
    expect(result.hits[0]!.snippet.map(({ text }) => text).join('')).toBe(
      'Praise be to the Lord of all worlds',
    )
  })
  it('what the store hides for its age is not found, and is found again once it is confirmed', async () => {
    const { newSearch, newStore, engine } = await createBench(key)
    let ahead = 0
    const clock = { ...systemClock, now: () => Date.now() + ahead }
    const store = newStore({ clock, freshness: { policy: 'hide', staleAfterMs: 60_000 } })
    const search = newSearch({ store })
    await ready(search)
    expect((await search.search('worlds')).total).toBe(1)
    ahead = 120_000
    expect(await search.search('worlds')).toMatchObject({ total: 0, hits: [] })
    await eventually(async () =>
      expect((await search.status()).resources).toMatchObject([{ state: 'absent' }]),
    )
    expect(await search.search('lord')).toMatchObject({ total: 0, partial: false })
    ahead = 0
    await engine.sync()
    await expectPlaces(search, 'worlds', ['20 1:2'])
    expect((await search.search('lord')).total).toBeGreaterThan(1)
  })
})

describe('a library that cannot be read', () => {
  const blocked = new WaraqError({ code: 'storage_blocked', message: 'another tab', retryable: true })

  /** A store whose live query fails until it is mended. */
  function failing(store: ContentStore) {
    let mend = (): void => undefined
    const live: ContentStore['live'] = (query) => ({
      ...store.live(query),
      subscribe: (observer) => {
        const { next, error } =
          typeof observer === 'function' ? { next: observer, error: undefined } : observer
        error?.(blocked)
        mend = () => void store.live(query).subscribe({ next, error })
        return () => undefined
      },
    })
    const broken = altered(store, { live })
    return { broken, mend: () => mend() }
  }

  it('is told as it is, and searched once it can be', async () => {
    const { newSearch, newStore } = await createBench(key)
    const { broken, mend } = failing(newStore())
    const search = newSearch({ store: broken })
    expect(await failure(search.search('lord'))).toBe(blocked)
    expect(await search.status()).toEqual({
      state: 'failed',
      error: blocked,
      resources: [],
      persistent: true,
    })
    mend()
    await ready(search)
    expect((await search.search('worlds')).total).toBe(1)
    expect(await search.status()).not.toHaveProperty('error')
  })
  it('in the middle of a build is told, and tried again', async () => {
    const { newStore, indexedDB } = await createBench(key)
    const store = newStore()
    let failures = 2
    const rows: ContentStore['rows'] = (type, ref, range) =>
      failures-- > 0 ? Promise.reject(blocked) : store.rows(type, ref, range)
    const flaky = altered(store, { rows })
    const clock = {
      ...systemClock,
      sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms === 30_000 ? 1 : ms, signal),
    }
    const search = createSearch({ store: flaky, indexedDB, clock })
    const failed = await statusWhere(search, ({ state }) => state === 'failed')
    expect(failed).toMatchObject({ error: blocked, resources: [{ state: 'failed' }] })
    await ready(search)
    expect((await search.search('worlds')).total).toBe(1)
    search.close()
  })
})
