import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundlePage } from './bundle.ts'
import { lastPart } from './content.ts'
import { OwnBrowser } from './own-browser.ts'
import { everything, startServices, type Services } from './services.ts'
import { Tab } from './tabs.ts'

/** The browser gives the site less room than the library needs. */

const old = ['translations:20', 'translations:131']
/**
 * Room for these and a few more of the twenty snapshots: all of them take 1.2 MB in Chromium's store of SQLite, and 4 in that of
 * LevelDB. Set before anything is stored: the browser believes its last look.
 */
const quota = 1024 * 1024

let services: Services
let browser: OwnBrowser
let tab: Tab

beforeAll(async () => {
  services = await startServices(await bundlePage(), { content: { chapters: lastPart } })
  browser = await OwnBrowser.start()
  tab = await Tab.open(browser.context, services, { name: 'tab' })
})

afterAll(async () => {
  await browser?.discard()
  await services?.close()
})

async function allowBytes(quotaSize?: number): Promise<void> {
  const { origin } = services
  await tab.cdp.send('Storage.overrideQuotaForOrigin', {
    origin,
    ...(quotaSize === undefined ? {} : { quotaSize }),
  })
}

describe('a quota below what is needed', { timeout: 5 * 60_000 }, () => {
  it('fails the run, says how much room there is, and keeps what was readable', async () => {
    await allowBytes(quota)
    await tab.subscribe(old.join(';').replace(';translations:', ','))
    expect(await tab.sync()).toMatchObject({ outcome: 'current' })
    await tab.call('rest')

    await tab.subscribe(everything(services))
    const came = await tab.sync()
    const failed = came.runs.find(({ outcome }) => outcome !== 'current')
    expect(failed).toMatchObject({
      outcome: 'failed',
      error: { code: 'quota_exceeded', retryable: false, details: { quota } },
    })
    const { available, usage, received } = failed!.error!.details
    expect(available).toBe(Math.max(0, quota - Number(usage)))
    expect(available).toBeLessThan(quota / 2)
    expect(received).toBeGreaterThan(quota / 2)
    console.log(
      `quota ${quota}, used ${usage as number}, available ${available as number}, received ${received as number}`,
    )

    await tab.call('rest')
    const expected = await services.digests()
    const seen = await tab.digests(services.keys)
    for (const key of old) expect([key, seen[key]]).toEqual([key, expected[key]])
    for (const key of services.keys) expect([null, expected[key]]).toContain(seen[key])
    expect(await tab.call('uncovered')).toEqual([])
  })

  it('ends current with the next sync once there is room', async () => {
    const before = await tab.call('installed')
    services.clear()
    await allowBytes()
    expect(await tab.sync({ joinRunning: false })).toMatchObject({ outcome: 'current', error: null })
    await tab.call('rest')
    expect(await tab.digests(services.keys)).toEqual(await services.digests())
    expect(await tab.call('complaints')).toEqual([])
    // Resources that were committed before the room ran out are kept.
    expect(services.asked.map(({ step }) => step).filter((step) => [before].flat().includes(step))).toEqual(
      [],
    )
    expect(await tab.call('stray')).toEqual([])
  })
})
