import { failure } from '@waraq/test-support/failure'
import { holdTransaction } from '@waraq/test-support/held-transaction'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { Dexie, RangeSet } from 'dexie'
import { describe, expect, it } from 'vitest'
import { ResourceIndex } from '../inverted/resource-index.ts'
import type { Chosen } from '../indexing/chosen.ts'
import { wordsOf } from '../text/words.ts'
import { openStorage } from './open-storage.ts'

const key = 'translations:20'

const marks = (mark: string) => ({ mark, rowsMark: `rows of ${mark}` })

function packed(text: string) {
  const index = ResourceIndex.empty()
  index.put('1', 1, wordsOf(text))
  return index.pack()
}

describe('a database that does not answer any more', () => {
  async function stuck() {
    const indexedDB = new IDBFactory()
    const clock = new VirtualClock()
    const storage = await openStorage({ name: 'waraq', indexedDB, IDBKeyRange }, clock)
    await storage.save(key, marks('mark'), packed('lord'))
    // Another tab's transaction that never ends, on all tables.
    const request = indexedDB.open('waraq-search')
    await new Promise((resolve) => (request.onsuccess = resolve))
    const release = holdTransaction(request.result, ['settings', 'heads', 'bodies'])
    return { storage, clock, release }
  }

  it('counts as one with nothing in it, and a choice is refused', async () => {
    const { storage, clock, release } = await stuck()
    const reported: Chosen[] = []
    const leave = storage.followChosen((chosen) => reported.push(chosen))
    expect(await clock.run(storage.load(key))).toBeUndefined()
    await clock.advance(5_000)
    expect(reported).toEqual(['translations'])
    expect(await clock.run(storage.save(key, marks('other'), packed('lord')))).toBeUndefined()
    expect(await clock.run(failure(storage.choose('all')))).toMatchObject({
      code: 'storage_failed',
      retryable: true,
    })
    release()
    leave()
    storage.close()
  })
})

describe('what is chosen', () => {
  it('is told whenever another tab changes it, and read a few times while another page floods the channel', async () => {
    const options = { name: 'waraq', indexedDB: new IDBFactory(), IDBKeyRange }
    const clock = new VirtualClock()
    const [storage, other] = [await openStorage(options, clock), await openStorage(options, clock)]
    const reported: Chosen[] = []
    const leave = storage.followChosen((chosen) => reported.push(chosen))
    await expect.poll(() => reported.at(-1)).toBe('translations')
    await other.choose('all')
    await expect.poll(() => reported.at(-1)).toBe('all')
    for (let count = 0; count < 5_000; count++) {
      Dexie.on.storagemutated.fire({ 'idb://waraq-search/settings/': new RangeSet('x') })
      if (count % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    expect(reported.length).toBeLessThan(30)
    await other.choose('translations')
    await clock.advance(1_000)
    await expect.poll(() => reported.at(-1)).toBe('translations')
    leave()
    await other.choose('all')
    await clock.advance(1_000)
    expect(reported.at(-1)).toBe('translations')
    storage.close()
    other.close()
  })
})

describe('a stored index', () => {
  it('is given out for its own commit, and for any where none is named', async () => {
    const storage = await openStorage(
      { name: 'waraq', indexedDB: new IDBFactory(), IDBKeyRange },
      new VirtualClock(),
    )
    expect(await storage.load(key)).toBeUndefined()
    await storage.save(key, marks('one'), packed('lord'))
    await storage.save('translations:31', marks('one'), packed('seigneur'))
    expect(await storage.load(key, 'two')).toBeUndefined()
    expect((await storage.load(key, 'one'))!.index.pack()).toEqual(packed('lord'))
    await storage.save(key, marks('two'), packed('lord'))
    expect((await storage.load(key))!.mark).toBe('two')
    await storage.save(key, marks('three'), packed('lords'))
    expect((await storage.load(key, 'three'))!.index.pack()).toEqual(packed('lords'))
    await storage.keepOnly([key])
    expect(await storage.load('translations:31')).toBeUndefined()
    expect(await storage.load(key)).toBeDefined()
    storage.close()
    expect(await storage.load(key)).toBeUndefined()
  })
})
