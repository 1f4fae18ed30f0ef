import { afterEach, describe, expect, it } from 'vitest'
import { createBench, type Bench } from '../bench.test-support.ts'

/** An application says which filters it keeps, and another version of it asked for others. */

let bench: Bench
afterEach(() => bench.close())

const filters = async () => (await bench.engine.status()).subscriptions.map(({ filter }) => filter).sort()
const installed = async () => (await bench.store.resources()).map(({ key }) => key).sort()

describe('keep', () => {
  it('leaves these subscriptions and no others, and removes what only the others asked for', async () => {
    bench = createBench()
    await bench.engine.subscribe('tafsirs:169;translations:20')
    await bench.engine.subscribe('translations:131')
    await bench.engine.sync()
    expect(await bench.engine.setSubscriptions(['translations:131', 'translations:20'])).toEqual([
      'translations:131',
      'translations:20',
    ])
    expect(await filters()).toEqual(['translations:131', 'translations:20'])
    // What the old filter and a new one both ask for stays readable.
    expect(await installed()).toEqual(['translations:131', 'translations:20'])
    expect((await bench.engine.sync()).outcome).toBe('current')
    expect(await installed()).toEqual(['translations:131', 'translations:20'])
  })

  it('leaves what a person chose, with its rows, until the person drops it', async () => {
    bench = createBench()
    await bench.engine.setSubscriptions(['translations:20'])
    await bench.engine.subscribe('translations:131', { owner: 'person' })
    await bench.engine.subscribe('translations:20', { owner: 'person' })
    expect((await bench.engine.sync()).outcome).toBe('current')
    await bench.engine.setSubscriptions([])
    const { subscriptions } = await bench.engine.status()
    // In one millisecond they are made in no order.
    expect(Object.fromEntries(subscriptions.map(({ filter, owners }) => [filter, owners]))).toEqual({
      'translations:131': ['person'],
      'translations:20': ['person'],
    })
    expect(await installed()).toEqual(['translations:131', 'translations:20'])
    await bench.engine.unsubscribe('translations:20', { owner: 'app' })
    await bench.engine.unsubscribe('translations:131', { owner: 'person' })
    expect([await filters(), await installed()]).toEqual([['translations:20'], ['translations:20']])
  })

  it('takes what a person removes out of a subscription to more, and keeps the rest without fetching it again', async () => {
    bench = createBench()
    await bench.engine.subscribe('translations:131,20', { owner: 'person' })
    expect((await bench.engine.sync()).outcome).toBe('current')
    expect(await installed()).toEqual(['translations:131', 'translations:20'])
    await bench.engine.unsubscribe('translations:20', { owner: 'person' })
    expect([await filters(), await installed()]).toEqual([['translations:131'], ['translations:131']])
    const snapshots = () => bench.sandbox.requests.filter(({ path }) => path.includes('/snapshots/')).length
    const before = snapshots()
    expect((await bench.engine.sync()).outcome).toBe('current')
    expect([await installed(), snapshots()]).toEqual([['translations:131'], before])
    await bench.engine.unsubscribe('translations:131;tafsirs:*', { owner: 'person' })
    expect([await filters(), await installed()]).toEqual([[], []])
  })

  it('refuses an owner that is none', async () => {
    bench = createBench()
    const owner = 'me' as 'app'
    const refused = { code: 'invalid_argument' }
    await expect(bench.engine.subscribe('translations:20', { owner })).rejects.toMatchObject(refused)
    await expect(bench.engine.unsubscribe('translations:20', { owner })).rejects.toMatchObject(refused)
    expect(await filters()).toEqual([])
  })

  it('changes nothing where all are there already, in any form', async () => {
    bench = createBench()
    await bench.engine.setSubscriptions(['translations:131,20'])
    await bench.engine.sync()
    bench.requests()
    const before = await bench.db.subscriptions.toArray()
    expect(await bench.engine.setSubscriptions(['translations:20,131', 'translations:131,20'])).toEqual([
      'translations:20,131',
      'translations:20,131',
    ])
    expect(await bench.db.subscriptions.toArray()).toEqual(before)
  })

  it('mends what an earlier version asked for by mistake', async () => {
    bench = createBench()
    await bench.engine.subscribe('translation:20', { unknownGroups: 'allow' })
    expect((await bench.engine.sync()).outcome).toBe('failed')
    await bench.engine.setSubscriptions(['translations:20'])
    expect((await bench.engine.sync()).outcome).toBe('current')
  })

  it('refuses all where one is wrong, and changes nothing', async () => {
    bench = createBench()
    await bench.engine.setSubscriptions(['translations:20'])
    await expect(bench.engine.setSubscriptions(['tafsirs:169', 'tafsir:169'])).rejects.toMatchObject({
      code: 'invalid_filter',
      part: 'tafsir:169',
    })
    expect(await filters()).toEqual(['translations:20'])
  })
})

describe('a group that this version does not know', () => {
  it('is refused with the nearest that it knows, and nothing is stored', async () => {
    bench = createBench()
    await expect(bench.engine.subscribe('translation:20')).rejects.toThrowError(/Did you mean translations\?/)
    expect(await filters()).toEqual([])
  })
  it('is kept where it is meant', async () => {
    bench = createBench()
    await bench.engine.subscribe('hadiths:1', { unknownGroups: 'allow' })
    expect(await filters()).toEqual(['hadiths:1'])
  })
})
