import { dataFormat } from '../../packages/waraq/src/store/records.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bundlePage, type StaticFile } from './bundle.ts'
import { OwnBrowser } from './own-browser.ts'
import { waitFor } from './wait-for.ts'
import { everything, startServices, type Services } from './services.ts'
import { Tab } from './tabs.ts'

/** Versions of the library that meet in one database: older code on newer data, and an upgrade behind a frozen tab. */

let files: ReadonlyMap<string, StaticFile>
let browser: OwnBrowser
let services: Services
const open: Tab[] = []

beforeAll(async () => {
  files = await bundlePage()
  browser = await OwnBrowser.start()
})

afterAll(() => browser?.discard())

beforeEach(async () => {
  services = await startServices(files)
})

afterEach(async () => {
  for (const tab of open.splice(0)) await tab.close()
  await services?.close()
})

async function openTab(name: string): Promise<Tab> {
  const tab = await Tab.open(browser.context, services, { name })
  open.push(tab)
  return tab
}

async function syncedTab(): Promise<Tab> {
  const tab = await openTab('synced')
  await tab.subscribe(everything(services))
  expect(await tab.sync()).toMatchObject({ outcome: 'current' })
  await tab.call('rest')
  return tab
}

const newerFormat = dataFormat + 1

/** Older code on data of a newer format reads, does not write, and says why. */
async function expectReadsOnly(tab: Tab): Promise<void> {
  const all = ['meta', 'subscriptions', 'batchCursors']
  const records = () => Promise.all(all.map((table) => tab.table(table)))
  const before = { dump: await tab.call('dump'), records: await records() }
  const refused = { outcome: 'rejected', error: { code: 'newer_format', retryable: false } }
  services.clear()
  expect(await tab.sync()).toMatchObject(refused)
  expect(await tab.sync({ resync: everything(services) })).toMatchObject(refused)
  expect(await tab.page.evaluate(() => window.waraq.subscribe('translations:20'))).toMatchObject(
    refused.error,
  )
  expect(await tab.digests(services.keys)).toEqual(await services.digests())
  expect(services.asked).toEqual([])
  await tab.call('rest')
  expect({ dump: await tab.call('dump'), records: await records() }).toEqual(before)
}

describe('data of a newer format', () => {
  it('is read and not written: by an engine that had it open, and by one that comes later', async () => {
    const tab = await syncedTab()
    services.sandbox.invalidate('translations:20')
    const later = await openTab('later')
    await tab.page.evaluate((format) => window.waraq.change('meta', 'writer', { format }), newerFormat)
    for (const each of [tab, later]) await expectReadsOnly(each)
    expect([...(await tab.call('stray')), ...(await later.call('stray'))]).toEqual([])
  })
})

describe('a schema upgrade behind a frozen tab', () => {
  it.each([
    ['only adds a table: the thawed tab goes on', undefined],
    ['raises the format: the thawed tab reads on and writes nothing', newerFormat],
  ])('that %s', { timeout: 5 * 60_000 }, async (_, format) => {
    const frozen = await syncedTab()
    expect(await frozen.digests(services.keys)).toEqual(await services.digests())
    await frozen.freeze()
    const upgrading = await openTab('upgrading')
    await upgrading.page.evaluate((to) => window.waraq.beginUpgrade(20, to), format)

    // No tab can open it meanwhile, and each is told so instead of waiting.
    const third = await openTab('third')
    const blocked = { code: 'storage_blocked', retryable: true }
    const answers = await Promise.all([
      third.page.evaluate(() => window.waraq.subscribe('translations:20')),
      third.sync().then(({ error }) => error),
      third.call('status'),
      third.call('installed'),
    ])
    expect(answers).toMatchObject([blocked, blocked, blocked, blocked])
    expect(['waiting', 'blocked']).toContain(await upgrading.call('upgradeState'))

    await frozen.thaw()
    await waitFor(
      () => upgrading.call('upgradeState'),
      (state) => state === 'done',
      'the upgrade',
    )
    for (const tab of [frozen, third]) {
      if (format !== undefined) await expectReadsOnly(tab)
      else {
        services.sandbox.invalidate('translations:20')
        await tab.subscribe(everything(services))
        expect(await tab.sync({ joinRunning: false })).toMatchObject({ outcome: 'current', error: null })
        expect(await tab.digests(services.keys)).toEqual(await services.digests())
      }
    }
    expect([...(await frozen.call('stray')), ...(await third.call('stray'))]).toEqual([])
  })

  it('ends a run that was frozen in the middle, with nothing written after the upgrade', async () => {
    const tab = await syncedTab()
    for (const key of services.keys.slice(0, 8)) services.sandbox.invalidate(key)
    const middle = services.arm({ request: 5, part: 0.5, hold: true })
    const sync = tab.sync()
    await middle.reached
    await tab.freeze()
    const upgrading = await openTab('upgrading')
    await upgrading.page.evaluate((format) => window.waraq.beginUpgrade(20, format), newerFormat)
    await tab.thaw()
    await waitFor(
      () => upgrading.call('upgradeState'),
      (state) => state === 'done',
      'the upgrade',
    )
    const before = await upgrading.call('dump')
    middle.release()
    const came = await sync
    expect([came.outcome, came.error?.code]).toEqual(['failed', 'newer_format'])
    await tab.call('rest')
    expect(await upgrading.call('dump')).toEqual(before)
    expect(await upgrading.call('uncovered')).toEqual([])
  })
})
