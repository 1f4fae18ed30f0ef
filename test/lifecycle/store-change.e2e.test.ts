import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumStores, storesIn } from '../scripts/browsers.mjs'
import { bundlePage, type StaticFile } from './bundle.ts'
import { lastPart } from './content.ts'
import { Device } from './device.ts'
import { everything, startServices } from './services.ts'

/**
 * Chromium moves IndexedDB from LevelDB to SQLite; a user may get the new store with an update and lose it with the next. In
 * version 156 the browser then deletes what it had and begins with an empty database. If it keeps it one day, that is as good: the sync
 * ends current with the right rows.
 */

let files: ReadonlyMap<string, StaticFile>
const table: Record<string, unknown> = {}

beforeAll(async () => {
  files = await bundlePage()
})

afterAll(() => console.table(table))

describe('a profile whose browser has another store than before', { timeout: 5 * 60_000 }, () => {
  it.each(chromiumStores)('first %s: each sync ends current and shows the right rows', async (first) => {
    const services = await startServices(files, { content: { chapters: lastPart } })
    const device = new Device(services)
    const second = chromiumStores.find((store) => store !== first)!
    try {
      for (const store of [first, second, first]) {
        services.clear()
        const tab = await device.start(store)
        await tab.subscribe(everything(services))
        expect(await tab.sync()).toMatchObject({ outcome: 'current', error: null })
        await tab.call('rest')
        expect(await tab.digests(services.keys)).toEqual(await services.digests())
        expect(await tab.call('complaints')).toEqual([])
        expect(await tab.call('stray')).toEqual([])
        const fetched = services.asked.filter(({ step }) => step !== 'sync').length
        await device.stop()
        const kept = storesIn(device.profile).map((each) => each.store)
        table[`${first} first, ${(Object.keys(table).length % 3) + 1}: started for ${store}`] = {
          'databases in': kept.join(' and '),
          'snapshots fetched': `${fetched} of ${services.keys.length}`,
        }
      }
    } finally {
      await device.discard()
      await services.close()
    }
  })
})
