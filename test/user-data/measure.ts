import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { verseCountOf } from '@waraq/protocol'
import { favoritesCollectionId } from '@waraq/protocol/user'
import { chromium, type Page } from 'playwright-core'
import { startUserSite, type UserSite } from '../browsers/user-site.ts'
import { markdownTable } from '../journeys/measures/table.mjs'
import { chromiumLaunch } from '../scripts/browsers.mjs'

/**
 * `pnpm measure:user-data`: measures what a person with 5,000 favorites and 500 notes costs, in requests, time and memory,
 * with each transport. Prints a table and writes it to `reports/user-data.md`. The numbers depend on the machine; this is
 * not a test.
 */

const report = fileURLToPath(new URL('../../reports/user-data.md', import.meta.url))
const amounts = { favorites: 5_000, notes: 500, pending: 200 }
const feedScope = 'sync bookmark collection note preference reading_session'

/** The first verses of the text. */
function* verses(count: number): Generator<{ readonly key: number; readonly verseNumber: number }> {
  for (let key = 1, left = count; left > 0; key++)
    for (let verseNumber = 1; verseNumber <= verseCountOf(key) && left > 0; verseNumber++, left--)
      yield { key, verseNumber }
}

async function fill({ service }: UserSite): Promise<void> {
  const favorited = [...verses(amounts.favorites)]
  for (const verse of favorited)
    await service.collections.addBookmark(favoritesCollectionId, { type: 'ayah', mushaf: 1, ...verse })
  for (let note = 0; note < amounts.notes; note++) {
    const { key, verseNumber } = favorited[note * (amounts.favorites / amounts.notes)]!
    const at = `${key}:${verseNumber}`
    const body = `Note ${note}. ${'A thought. '.repeat(20)}`
    await service.notes.create({ body, ranges: [`${at}-${at}`], saveToQR: false })
  }
}

const quantile = (times: readonly number[], part: number) =>
  [...times].sort((one, other) => one - other)[Math.floor(part * (times.length - 1))]!

async function memory(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}

async function open(page: Page, { origin }: UserSite, query: string): Promise<void> {
  await page.goto(`${origin}/?${query}`)
  await page.waitForFunction(() => window.userData.account.get().account !== null)
}

/** The number of requests during `work`, counted when no more have arrived for a while. */
async function requestsOf(site: UserSite, work: () => Promise<unknown>): Promise<number> {
  const before = site.reads + site.writes.length
  await work()
  for (let latest = -1; latest !== site.reads; await new Promise((resolve) => setTimeout(resolve, 2_000)))
    latest = site.reads
  return site.reads + site.writes.length - before
}

async function measure(transport: 'operations' | 'feed'): Promise<Readonly<Record<string, string>>> {
  const site = await startUserSite({ scope: transport === 'feed' ? feedScope : '' })
  await fill(site)
  const browser = await chromium.launch(chromiumLaunch())
  try {
    const context = await browser.newContext()
    let page = await context.newPage()
    await open(page, site, 'tab=empty&feed')
    const empty = await memory(page)
    const began = performance.now()
    const first = await requestsOf(site, () => page.evaluate(() => window.userData.refresh()))
    const firstSeconds = (performance.now() - began - 2_000) / 1000
    await page.close()
    page = await context.newPage()
    const start = await requestsOf(site, () => open(page, site, 'tab=start&feed'))
    const chapter = await requestsOf(site, () => page.evaluate(() => window.untilMarked(2)))
    const marked = await page.evaluate(async () => {
      const times: number[] = []
      for (let round = 0; round < 20; round++) times.push((await window.untilMarked(2)).ms)
      return { times, ...(await window.untilMarked(2)) }
    })
    // The pending changes are in addition to all stored data.
    site.isUp = false
    await page.evaluate(async (allPending) => {
      for (let pending = 0; pending < allPending; pending++)
        await window.userData.notes.write({ ranges: ['3:1-3:1'], body: `Waits ${pending}.` })
    }, amounts.pending)
    const times = await page.evaluate(() => window.untilShown(2, 200))
    const full = await memory(page)
    const ms = (value: number) => `${value.toFixed(1)} ms`
    return {
      [`requests of the first pull of ${amounts.favorites} favorites and ${amounts.notes} notes`]: `${first} (${firstSeconds.toFixed(1)} s)`,
      'requests of a start with nothing new': String(start),
      'requests of a chapter that is shown, first and with nothing new': String(chapter),
      [`a live query about chapter 2, ${marked.marked} verses favorited: p50, p99`]: `${ms(quantile(marked.times, 0.5))}, ${ms(quantile(marked.times, 0.99))}`,
      [`a mutation until it is shown, ${amounts.pending} waiting: p50, p99`]: `${ms(quantile(times, 0.5))}, ${ms(quantile(times, 0.99))}`,
      'heap of the page, before the pull and at the end': `${empty.toFixed(1)} MB, ${full.toFixed(1)} MB`,
    }
  } finally {
    await browser.close()
    await site.close()
  }
}

const operations = await measure('operations')
const feed = await measure('feed')
const rows = Object.keys(operations).map((name) => [name, operations[name]!, feed[name]!])
const [cpu] = cpus()
const text = [
  '# User data',
  '',
  `${cpu?.model ?? 'unknown'}, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}`,
  '',
  markdownTable(['', 'operations', 'feed'], rows),
  '',
].join('\n')
mkdirSync(dirname(report), { recursive: true })
writeFileSync(report, text)
console.log(text)
