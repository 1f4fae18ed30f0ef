import { seeded } from '@waraq/test-support/random'
import { seedOfRun } from '@waraq/test-support/runs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundlePage, type StaticFile } from './bundle.ts'
import { lastPart } from './content.ts'
import { chromiumStore, databaseFolder } from '../scripts/browsers.mjs'
import { damages, type Damage } from './damage.ts'
import { Device } from './device.ts'
import { everything, startServices, type Services } from './services.ts'
import type { Tab } from './tabs.ts'

/**
 * The files of the database are damaged while the browser is closed. All of it can be downloaded again; nothing wrong is shown. Damage that
 * no sync meets is told by the first reader that meets it.
 */

let files: ReadonlyMap<string, StaticFile>
const table: Record<string, unknown> = {}

beforeAll(async () => {
  files = await bundlePage()
})

afterAll(() => console.table(table))

async function syncToCurrent(
  tab: Tab,
  services: Services,
): Promise<{ persistent: boolean; commits: number }> {
  await tab.subscribe(everything(services))
  expect(await tab.sync()).toMatchObject({ outcome: 'current', error: null })
  await tab.call('rest')
  const right = await services.digests()
  await expect.poll(() => tab.digests(services.keys).catch(String)).toEqual(right)
  const status = await tab.call('status')
  if (!('persistent' in status)) throw new Error(`${status.code}: ${status.message}`)
  return status
}

async function survive({ name, killed, apply }: Damage): Promise<void> {
  const services = await startServices(files, { content: { chapters: lastPart } })
  const device = new Device(services)
  try {
    expect(await syncToCurrent(await device.start(), services)).toMatchObject({ persistent: true })
    await (killed ? device.kill() : device.stop())
    // Other pages are hit with each seed.
    const harmed = apply(databaseFolder(device.profile, services.origin), seeded(seedOfRun))
    expect(harmed).toBeGreaterThan(0)

    services.clear()
    let tab = await device.start()
    const { persistent } = await syncToCurrent(tab, services)
    const snapshots = services.asked.filter(({ step }) => step !== 'sync').length
    if (persistent) expect(await tab.call('complaints')).toEqual([])
    expect(await tab.call('stray')).toEqual([])

    // Once more: a database that was made anew stays, and the engine goes on without one that can never be opened.
    await device.stop()
    services.clear()
    tab = await device.start()
    const again = await syncToCurrent(tab, services)
    const fetched = services.asked.filter(({ step }) => step !== 'sync').length
    if (again.persistent) expect(fetched).toBe(persistent ? 0 : services.keys.length)
    table[name] = {
      files: harmed,
      lives: persistent ? 'in the database' : 'in memory',
      'snapshots fetched': `${snapshots} of ${services.keys.length}`,
      'after another start': `${again.persistent ? 'in the database' : 'in memory'}, ${fetched} fetched`,
    }
  } finally {
    await device.discard()
    await services.close()
  }
}

/** All ways by `pnpm test:deep lifecycle --thorough`. */
const { all, usual } = damages[chromiumStore()]
const tried =
  process.env['WARAQ_THOROUGH'] === undefined ? all.filter(({ name }) => usual.includes(name)) : all

describe('a database with damaged files', { timeout: 5 * 60_000 }, () => {
  it.each(tried.map((damage) => [damage.name, damage] as const))(
    '%s: the next sync ends current and shows the right rows',
    (_, damage) => survive(damage),
  )
})
