import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundlePage } from './bundle.ts'
import { OwnBrowser } from './own-browser.ts'
import type { Stored } from './page/recordings.ts'
import { waitFor } from './wait-for.ts'
import { startRecordingsHost, type RecordingsHost } from './recordings-host.ts'
import { startServices, type Services } from './services.ts'
import { Tab } from './tabs.ts'

/** All verses of a reciter, kept in Cache Storage from a host on a socket: what that takes of the page, the host and the disk. */

const reciter = 'recitations:7'
const verses = 6236
/** Fewer than the six connections that Chromium opens to a host, so that the bound is the library's. */
const concurrency = 3
/** The page's memory is looked at after so many requests, while the host holds all answers back. */
const probeEvery = 500
const mebibyte = 1024 * 1024
/**
 * How far memory may rise after the first look, when the list of all files is there. A page that holds what it has stored rises
 * by five times as much.
 */
const mostGrowth = 4 * mebibyte

let services: Services
let host: RecordingsHost
let browser: OwnBrowser
let tab: Tab
let before: Stored
let full: Stored
/** Bytes that the page's scripts hold, garbage aside: objects, and the buffers that files are in. */
const looks: number[] = []

/** Undefined while the host answers at once. */
let held: Promise<void> | undefined

async function look(): Promise<void> {
  await tab.cdp.send('HeapProfiler.collectGarbage')
  // `backingStorageSize` is newer than the protocol's types.
  const usage = await tab.cdp.send('Runtime.getHeapUsage')
  const { usedSize, backingStorageSize } = usage as typeof usage & { readonly backingStorageSize: number }
  looks.push(usedSize + backingStorageSize)
}

/** As many requests are under way as the page makes at a time, and more where it does not keep to that. */
async function probeWhileBlocked(): Promise<void> {
  await waitFor(
    async () => host.open,
    (open) => open >= concurrency,
    'requests of all that fetch',
  )
  await look()
}

const stored = () => tab.page.evaluate(() => window.recordings.stored())
const entries = () => tab.page.evaluate(() => window.recordings.entries())
const keep = () => tab.page.evaluate((key) => window.recordings.keep(key, 'all'), reciter)
const status = () => tab.page.evaluate((key) => window.recordings.status(key), reciter)

/** An open `Cache` keeps its deleted cache on the disk until it is collected as garbage. */
async function storedWithoutGarbage(): Promise<Stored> {
  await tab.cdp.send('HeapProfiler.collectGarbage')
  return stored()
}

beforeAll(async () => {
  const page = fileURLToPath(new URL('page/recordings.ts', import.meta.url))
  services = await startServices(await bundlePage({ page }), { content: { resources: reciter } })
  host = await startRecordingsHost(services.sandbox, async (request) => {
    if (request % probeEvery === 0) held = probeWhileBlocked()
    await held
  })
  browser = await OwnBrowser.start()
  tab = await Tab.open(browser.context, services, { name: 'tab' })
  await tab.subscribe(reciter)
  expect(await tab.sync()).toMatchObject({ outcome: 'current' })
  await tab.call('rest')
  before = await stored()
  await tab.page.evaluate(([base, most]) => window.recordings.open(base, most), [
    host.base,
    concurrency,
  ] as const)
})

afterAll(async () => {
  await browser?.discard()
  await host?.close()
  await services?.close()
})

describe('a whole reciter', { timeout: 10 * 60_000 }, () => {
  it('is kept, with few requests at a time, in memory that does not grow with it', async () => {
    await look()
    const report = await keep()
    full = await stored()
    expect(report).toMatchObject({ wanted: verses, kept: verses, failed: [] })
    expect(await entries()).toBe(verses)
    expect([host.asked, host.most]).toEqual([verses, concurrency])
    const reported = await status()
    expect(reported).toMatchObject({
      chapters: 'all',
      wanted: verses,
      kept: verses,
      failed: [],
      inProgress: false,
    })
    expect(reported.bytes).toBe(report.bytes)
    expect(reported.byChapter.filter(({ files, kept }) => kept === files)).toHaveLength(114)

    const [start = 0, first = 0, ...later] = looks
    expect(later).toHaveLength(Math.floor(verses / probeEvery) - 1)
    expect(report.bytes).toBeGreaterThan(5 * mostGrowth)
    expect(Math.max(...later) - first).toBeLessThan(mostGrowth)
    const perFile = (bytes: number) => Math.round(bytes / verses)
    console.log(
      `${verses} files of ${perFile(report.bytes)} bytes take ${perFile(full.caches - before.caches)} each; ` +
        `memory ${start} before, ${Math.max(...looks)} at most`,
    )
  })

  it('is not asked for again', async () => {
    expect(await keep()).toMatchObject({ wanted: verses, kept: verses, failed: [] })
    expect(host.asked).toBe(verses)
  })

  it('leaves nothing behind once it is withdrawn', async () => {
    services.sandbox.hide(reciter, 'license_withdrawn')
    expect(await tab.sync({ joinRunning: false })).toMatchObject({ outcome: 'current' })
    await tab.call('rest')
    expect(await tab.page.evaluate(() => caches.keys())).toEqual([])
    await expect.poll(async () => (await status()).kept).toBe(0)
    await expect.poll(async () => (await storedWithoutGarbage()).caches).toBe(before.caches)
    expect((await stored()).usage - before.usage).toBeLessThan((full.usage - before.usage) / 10)
    expect(host.asked).toBe(verses)
  })
})
