import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { startDemo } from '../../demo/scripts/serve.mjs'
import { chromiumLaunch } from '../scripts/browsers.mjs'
import { measureFirstVisit } from './measures/first-visit.mjs'
import { longestTask, traceCategories } from './measures/longest-task.mjs'
import { addPlainPage, readShown } from './measures/plain-page.mjs'
import { slowProcessor } from './measures/slow-processor.mjs'
import { markdownTable, median } from './measures/table.mjs'
import { noteVitals, readVitals, scrollToEnd } from './measures/vitals.mjs'

/**
 * `pnpm measure`: how soon and how smoothly the built reader shows chapter 2 with two translations from a store that is
 * already there, held against a plain page that shows the same chapter. Five rounds in turn, medians; prints a table and writes it
 * to `reports/measures.md`. `--line slow-4g` measures a first visit instead, over a slow line, in three rounds; `--rounds` says
 * another number, and `--gzip` lets the sandbox send snapshots compressed. `--slow 4` slows the page's own thread, not its workers.
 * Figures of a machine, and no test: how long something takes is no reason to fail.
 */

const {
  line,
  gzip,
  rounds: given,
  slow,
} = parseArgs({
  options: {
    line: { type: 'string' },
    gzip: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    slow: { type: 'string', default: '1' },
  },
}).values
const times = Number(slow)
if (!(times >= 1)) throw new Error('Say how many times slower: pnpm measure --slow 4')
const rounds = Number(given ?? (line === undefined ? 5 : 3))
const kept = ['translations:20', 'translations:131']
const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } }
const reports = join(dirname(fileURLToPath(import.meta.url)), '../../reports')

/** @typedef {Awaited<ReturnType<typeof round>>} Round */

/**
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} url
 */
async function keepTranslations(context, url) {
  const page = await context.newPage()
  await page.goto(`${url}#/library`)
  for (const key of kept) await page.getByTestId(`toggle-${key}`).check()
  for (const key of kept)
    await page.locator(`[data-testid="progress-${key}"][data-phase="done"]`).waitFor({ timeout: 120_000 })
  await page.locator('[data-testid="sync-state"][data-state="current"]').waitFor({ timeout: 120_000 })
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.close()
}

/**
 * Opens the chapter in a new tab, waits until all of it is there, and scrolls to its end.
 *
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} url
 * @param {{ width: number, height: number }} viewport
 */
async function round(context, url, viewport) {
  const page = await context.newPage()
  await page.setViewportSize(viewport)
  await page.addInitScript(noteVitals)
  await slowProcessor(page, times)
  const browser = context.browser()
  await browser?.startTracing(page, { categories: traceCategories })
  await page.goto(`${url}#/chapter/2`)
  await page.locator('.reading[aria-busy="false"] [data-verse="2:286"]').waitFor({ state: 'attached' })
  await page.waitForTimeout(1_000)
  const opened = await page.evaluate(readVitals)
  const opening = longestTask(await browser?.stopTracing())
  await browser?.startTracing(page, { categories: traceCategories })
  const seconds = await page.evaluate(scrollToEnd)
  const scrolling = longestTask(await browser?.stopTracing())
  const { shift } = await page.evaluate(readVitals)
  await page.close()
  return { ...opened, openingShift: opened.shift, scrollingShift: shift, opening, scrolling, seconds }
}

/**
 * When the plain page has its first verse.
 *
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} url
 */
async function plainRound(context, url) {
  const page = await context.newPage()
  await page.setViewportSize(sizes.phone)
  await page.addInitScript(noteVitals)
  await slowProcessor(page, times)
  await page.goto(`${url}plain.html`)
  await page.locator('.verse').last().waitFor({ state: 'attached' })
  await page.waitForTimeout(1_000)
  const { verse } = await page.evaluate(readVitals)
  await page.close()
  return verse
}

/**
 * When the reader has it, as the plain page is measured: without a trace.
 *
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} url
 */
async function firstVerse(context, url) {
  const page = await context.newPage()
  await page.setViewportSize(sizes.phone)
  await page.addInitScript(noteVitals)
  await slowProcessor(page, times)
  await page.goto(`${url}#/chapter/2`)
  await page.locator('.verse').first().waitFor({ state: 'attached' })
  await page.waitForTimeout(1_000)
  const { verse } = await page.evaluate(readVitals)
  await page.close()
  return verse
}

/**
 * The chapter as the reader shows it.
 *
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} url
 */
async function shownChapter(context, url) {
  const page = await context.newPage()
  await page.goto(`${url}#/chapter/2`)
  await page.locator('.reading[aria-busy="false"] [data-verse="2:286"]').waitFor({ state: 'attached' })
  const chapter = await page.evaluate(readShown)
  await page.close()
  return chapter
}

/** @type {readonly (readonly [string, (round: Round) => number, (value: number) => string])[]} */
const lines = [
  ['First contentful paint', ({ paint }) => paint, (value) => `${value.toFixed(0)} ms`],
  ['First verse to be read', ({ verse }) => verse, (value) => `${value.toFixed(0)} ms`],
  ['Layout shift while it opens', ({ openingShift }) => openingShift, (value) => value.toFixed(4)],
  ['Longest task while it opens', ({ opening }) => opening.wall, (value) => `${value.toFixed(0)} ms`],
  ['… of processor time', ({ opening }) => opening.cpu, (value) => `${value.toFixed(0)} ms`],
  [
    'Longest task while it is scrolled',
    ({ scrolling }) => scrolling.wall,
    (value) => `${value.toFixed(0)} ms`,
  ],
  ['… of processor time', ({ scrolling }) => scrolling.cpu, (value) => `${value.toFixed(0)} ms`],
  ['Layout shift, end to end', ({ scrollingShift }) => scrollingShift, (value) => value.toFixed(4)],
  ['Scrolled from end to end in', ({ seconds }) => seconds, (value) => `${value.toFixed(1)} s`],
]

async function measure() {
  const demo = await startDemo()
  const browser = await chromium.launch({ ...chromiumLaunch(), headless: true })
  try {
    const context = await browser.newContext()
    await keepTranslations(context, demo.url)
    addPlainPage(demo.files, await shownChapter(context, demo.url))
    const plain = await browser.newContext({ serviceWorkers: 'block' })
    // Once more, so that both are in their caches.
    await plainRound(plain, demo.url)
    await firstVerse(context, demo.url)
    /** @type {{ reader: number, plain: number }[]} */
    const beside = []
    /** @type {Record<keyof typeof sizes, Round[]>} */
    const measured = { phone: [], desk: [] }
    for (let number = 1; number <= rounds; number++) {
      const reader = await firstVerse(context, demo.url)
      beside.push({ reader, plain: await plainRound(plain, demo.url) })
      for (const size of /** @type {const} */ (['phone', 'desk']))
        measured[size].push(await round(context, demo.url, sizes[size]))
    }
    return { measured, beside, version: browser.version() }
  } finally {
    await browser.close()
    await demo.close()
  }
}

/** @returns {Promise<string>} Markdown */
async function measureWarmStart() {
  const { measured, beside, version } = await measure()
  const table = markdownTable(
    ['chapter 2, two translations, warm store', 'phone', 'desk'],
    lines.map(([name, of, shown]) => [
      name,
      ...[measured.phone, measured.desk].map((each) => shown(median(each.map(of)))),
    ]),
  )
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`
  const slowness = times === 1 ? 'nothing throttled' : `the page’s thread ${times} times slower`
  const readers = median(beside.map(({ reader }) => reader))
  const plains = median(beside.map(({ plain }) => plain))
  return `# Measures of the demo

Medians of ${rounds} rounds in Chromium ${version}, on ${new Date().toISOString().slice(0, 10)} (${machine}; ${slowness}).
Phone is 390 by 844, desk 1280 by 900. Times begin with the navigation; tasks are those of the page's main thread.

${table}

First verse on a phone, without a trace: ${readers.toFixed(0)} ms, a plain page with the same chapter ${plains.toFixed(0)} ms: ${(readers / plains).toFixed(2)}x. The plain
page fetches one file of JSON from the browser's cache and shows it with the same styles and fonts, without library or
framework.
`
}

const text =
  line === undefined ? await measureWarmStart() : await measureFirstVisit(line, { rounds, gzip, times })
const slowed = times === 1 ? '' : `-slow-${times}`
const name = line === undefined ? `measures${slowed}.md` : `first-visit-${line}${slowed}.md`
mkdirSync(reports, { recursive: true })
writeFileSync(join(reports, name), text)
console.log(`\n${text}\nWritten to reports/${name}`)
