import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { startDemo } from '../../../demo/scripts/serve.mjs'
import { chromiumLaunch } from '../../scripts/browsers.mjs'
import { lines, openLine } from './line.mjs'
import { slowProcessor } from './slow-processor.mjs'
import { markdownTable, median } from './table.mjs'
import { noteVitals, readVitals } from './vitals.mjs'
import { waterfall } from './waterfall.mjs'

/**
 * `pnpm measure --line slow-4g`: a first visit over a slow line, and the next start from what it left on the device.
 */

const phone = { width: 390, height: 844 }
const translation = 'translations:20'
const address = '#/chapter/2/255'
const hang = { timeout: 300_000 }

/** Runs in the page before anything else of it: when the selectors first find something that is painted. */
function noteMoments(/** @type {Record<string, string>} */ selectors) {
  /** @type {Record<string, number>} */
  const moments = {}
  Object.assign(window, { moments })
  const look = () => {
    for (const [name, selector] of Object.entries(selectors)) {
      if (name in moments || !document.querySelector(selector)) continue
      moments[name] = NaN
      requestAnimationFrame(() => requestAnimationFrame(() => (moments[name] = Date.now())))
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
  void navigator.serviceWorker.ready.then(() => (moments['offline'] = Date.now()))
}

const moments = {
  screen: `[data-testid="toggle-${translation}"]`,
  verse: '[data-verse="2:255"] [data-testid="verse-translation"]',
}

/**
 * @param {import('playwright-core').Page} page
 * @param {keyof typeof moments | 'offline'} name
 * @returns {Promise<number>} milliseconds since the epoch
 */
async function momentOf(page, name) {
  const is = (/** @type {string} */ key) =>
    /** @type {any} */ (window).moments?.[key] > 0 && /** @type {any} */ (window).moments[key]
  return (await page.waitForFunction(is, name, hang)).jsonValue()
}

/** Paths of the scripts that a page has loaded by its first verse. Runs in the page. */
function scriptsBefore(/** @type {number} */ at) {
  const { timeOrigin } = performance
  const entries = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType('resource'))
  return entries
    .filter(({ name, responseEnd }) => name.endsWith('.js') && timeOrigin + responseEnd <= at)
    .map(({ name }) => new URL(name).pathname)
}

/** @param {readonly import('./line.mjs').Asked[]} asked @param {number} until */
function loaded(asked, until) {
  const before = asked.filter(({ at }) => at <= until)
  const scripts = before.filter(({ url }) => new URL(url).pathname.endsWith('.js'))
  const sum = (/** @type {typeof before} */ of) => of.reduce((all, { bytes }) => all + bytes, 0)
  return { requests: before.length, bytes: sum(before), scripts: scripts.length, scriptBytes: sum(scripts) }
}

/**
 * One person who comes for the first time, chooses a translation, reads a verse and comes again.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {Awaited<ReturnType<typeof startDemo>>} demo
 * @param {import('./line.mjs').Speed} speed
 * @param {number} times how much slower the page's own thread is
 */
async function visit(browser, demo, speed, times) {
  const line = await openLine(speed)
  const context = await browser.newContext({ viewport: phone, proxy: line.proxy })
  try {
    await context.addInitScript(noteVitals)
    await context.addInitScript(noteMoments, moments)
    const page = await context.newPage()
    await slowProcessor(page, times)
    const began = Date.now()
    await page.goto(`${demo.url}#/library`, { ...hang, waitUntil: 'commit' })
    const screen = await momentOf(page, 'screen')
    const before = loaded(line.asked, screen)
    const { paint, shift } = await page.evaluate(readVitals)
    await page.getByTestId(`toggle-${translation}`).check(hang)
    const chosen = Date.now()
    await page.evaluate((hash) => void (location.hash = hash), address)
    const verse = await momentOf(page, 'verse')
    const offline = await momentOf(page, 'offline')
    const marks = [
      { name: 'first paint', at: paint },
      { name: 'the library’s screen', at: screen - began },
      { name: 'a translation was chosen', at: chosen - began },
      { name: '2:255', at: verse - began },
    ]
    await page.locator('[data-testid="sync-state"][data-state="current"]').waitFor(hang)
    await page.close()
    return {
      ...before,
      paint,
      shift,
      screen: screen - began,
      verse: verse - chosen,
      offline: offline - began,
      again: await start(context, demo, times),
      waterfall: waterfall(line.asked, began, marks),
    }
  } finally {
    await context.close()
    await line.close()
  }
}

/**
 * The next start: everything is on the device.
 *
 * @param {import('playwright-core').BrowserContext} context
 * @param {Awaited<ReturnType<typeof startDemo>>} demo
 * @param {number} times
 */
async function start(context, demo, times) {
  const page = await context.newPage()
  await slowProcessor(page, times)
  await page.goto(`${demo.url}${address}`, { ...hang, waitUntil: 'commit' })
  const verse = await momentOf(page, 'verse')
  await page.waitForTimeout(1_000)
  const { shift } = await page.evaluate(readVitals)
  const timeOrigin = await page.evaluate(() => performance.timeOrigin)
  const scripts = await page.evaluate(scriptsBefore, verse)
  await page.close()
  const sizes = scripts.map((path) => gzipSync(demo.files.get(path)?.body ?? '').length)
  return {
    verse: verse - timeOrigin,
    shift,
    scripts: scripts.length,
    scriptBytes: sizes.reduce((all, size) => all + size, 0),
  }
}

/** @typedef {Awaited<ReturnType<typeof visit>>} Visit */

const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(2)} s`
const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(0)} kB`
const count = (/** @type {number} */ value) => value.toFixed(0)
const share = (/** @type {number} */ value) => value.toFixed(4)

/** @type {readonly (readonly [string, (visit: Visit) => number, (value: number) => string])[]} */
const rows = [
  ['First contentful paint', ({ paint }) => paint, seconds],
  ['The library’s screen', ({ screen }) => screen, seconds],
  ['… requests before it', ({ requests }) => requests, count],
  ['… bytes before it', ({ bytes }) => bytes, kilobytes],
  ['… scripts before it', ({ scripts }) => scripts, count],
  ['… bytes of scripts before it', ({ scriptBytes }) => scriptBytes, kilobytes],
  ['… layout shift until then', ({ shift }) => shift, share],
  ['2:255, after a translation was chosen', ({ verse }) => verse, seconds],
  ['Opens offline', ({ offline }) => offline, seconds],
  ['The next start: 2:255', ({ again }) => again.verse, seconds],
  ['… scripts before it', ({ again }) => again.scripts, count],
  ['… bytes of scripts before it, by gzip', ({ again }) => again.scriptBytes, kilobytes],
  ['… layout shift', ({ again }) => again.shift, share],
]

/**
 * @param {string} name of a line
 * @param {{ rounds: number, gzip: boolean, times: number }} how `gzip`: whether the service sends snapshots compressed;
 *   `times`: how much slower the page's own thread is
 * @returns {Promise<string>} Markdown
 */
export async function measureFirstVisit(name, { rounds, gzip, times }) {
  const speed = lines[name]
  if (!speed) throw new Error(`There is no line "${name}". Lines: ${Object.keys(lines).join(', ')}.`)
  const browser = await chromium.launch({ ...chromiumLaunch(), headless: true })
  const demo = await startDemo({ gzip })
  try {
    /** @type {Visit[]} */
    const visits = []
    while (visits.length < rounds) visits.push(await visit(browser, demo, speed, times))
    const table = markdownTable(
      [`${name}: ${speed.bitsPerSecond / 1e6} Mbit/s, ${speed.roundTripMs} ms`, 'median', 'least', 'most'],
      rows.map(([title, of, shown]) => {
        const values = visits.map(of)
        return [title, ...[median(values), Math.min(...values), Math.max(...values)].map(shown)]
      }),
    )
    return `# A first visit to the demo

${rounds} visits in Chromium ${browser.version()} on a phone's screen, on ${new Date().toISOString().slice(0, 10)}. One line for page, workers and service
worker, over HTTP/1.1; ${times === 1 ? 'the processor is not slowed' : `the page’s thread is ${times} times slower`}, and snapshots
come ${gzip ? 'compressed' : 'as they are'}. Times begin with the navigation.

${table}

The last visit, request by request: when each began in milliseconds, \`.\` while it waits, \`#\` while its answer comes.

\`\`\`
${visits.at(-1)?.waterfall}
\`\`\`
`
  } finally {
    await browser.close()
    await demo.close()
  }
}
