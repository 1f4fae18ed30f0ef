import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

/** The browsers in which the tests of `test/browsers` run. */
export const allBrowsers = /** @type {const} */ (['chromium', 'firefox', 'webkitgtk'])

/** @typedef {(typeof allBrowsers)[number]} BrowserName */

/**
 * Those that are not left out on purpose: WARAQ_BROWSERS names the ones to run in, with commas in between; all by default.
 *
 * @returns {BrowserName[]}
 */
export function chosenBrowsers() {
  const given = process.env['WARAQ_BROWSERS']
  if (!given) return [...allBrowsers]
  const names = given.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !allBrowsers.some((each) => each === name))
  if (unknown !== undefined)
    throw new Error(`WARAQ_BROWSERS names "${unknown}". Give some of ${allBrowsers.join(',')}.`)
  return allBrowsers.filter((name) => names.includes(name))
}

/** Arguments with which Chromium runs headless here: no sandbox as root, and no calls to the outside. */
const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The Chromium to test with: the one named by WARAQ_CHROMIUM, else Playwright's own where it was downloaded, else the
 * system's. Undefined where there is none.
 */
export function findChromium() {
  return firstOf([
    process.env['WARAQ_CHROMIUM'],
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ])
}

/** @param {readonly (string | undefined)[]} candidates */
function firstOf(candidates) {
  return candidates.find((path) => path && existsSync(path))
}

/** The Firefox to test with: the one named by WARAQ_FIREFOX, else the system's. Undefined where there is none. */
export function findFirefox() {
  return firstOf([
    process.env['WARAQ_FIREFOX'],
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  ])
}

/** WebKitGTK's own small browser lies beside its library, whose folder is named after machine and version. */
function miniBrowsers() {
  return ['/usr/lib', ...foldersOf('/usr/lib'), '/usr/libexec', '/usr/lib64'].flatMap((folder) =>
    foldersOf(folder)
      .filter((path) => /webkit2?gtk-\d/.test(path))
      .map((path) => join(path, 'MiniBrowser')),
  )
}

/** @param {string} folder */
function foldersOf(folder) {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name))
  } catch {
    return []
  }
}

/**
 * What WebKitGTK needs to be driven: its driver, its browser, and a screen in memory. Undefined where one is missing.
 *
 * @returns {{ driver: string, browser: string, screen: string } | undefined}
 */
export function findWebKitGtk() {
  const driver = firstOf(['/usr/bin/WebKitWebDriver'])
  const browser = firstOf(miniBrowsers())
  const screen = firstOf(['/usr/bin/Xvfb'])
  return driver && browser && screen ? { driver, browser, screen } : undefined
}

/** The stores in which Chromium keeps IndexedDB: it moves from the first to the second. */
export const chromiumStores = /** @type {const} */ (['leveldb', 'sqlite'])

/** @typedef {(typeof chromiumStores)[number]} ChromiumStore */

/** The store of this run: the one that WARAQ_CHROMIUM_STORE names, or LevelDB. @returns {ChromiumStore} */
export function chromiumStore() {
  const name = process.env['WARAQ_CHROMIUM_STORE'] || 'leveldb'
  const store = chromiumStores.find((each) => each === name)
  if (store === undefined)
    throw new Error(`Chromium has no store "${name}". It has ${chromiumStores.join(' and ')}.`)
  return store
}

/** The folder of a profile in which Chromium keeps the databases of a site. @param {string} profile @param {string} origin */
export function databaseFolder(profile, origin) {
  const { hostname, port } = new URL(origin)
  const name = `http_${hostname}_${port}${chromiumStore() === 'leveldb' ? '.indexeddb.leveldb' : ''}`
  return join(profile, 'Default', 'IndexedDB', name)
}

/** The stores that databases of a profile are in: LevelDB has a manifest, SQLite has none. @param {string} profile */
export function storesIn(profile) {
  const folders = foldersOf(join(profile, 'Default', 'IndexedDB')).filter((path) => !path.endsWith('.blob'))
  const hasManifest = (/** @type {string} */ path) =>
    readdirSync(path).some((name) => name.startsWith('MANIFEST'))
  return folders.map((path) => ({
    path,
    store: path.endsWith('.leveldb') || hasManifest(path) ? 'leveldb' : 'sqlite',
  }))
}

/** Throws where the databases of a profile are not in the store of this run. @param {string} profile */
export function checkStore(profile) {
  const wrong = storesIn(profile).find(({ store }) => store !== chromiumStore())
  if (wrong !== undefined) throw new Error(`${wrong.path} is not in the store ${chromiumStore()}`)
}

/** By these features Chromium 156 has its new store; later versions have it without. */
const storeArguments = {
  leveldb: [],
  sqlite: ['--enable-features=IdbSqliteBackingStore,IdbSqliteOnDiskRollout'],
}

/** Launch options for playwright. Without a browser, launching says which file is missing. */
export function chromiumLaunch(store = chromiumStore()) {
  return {
    executablePath: findChromium() ?? '/usr/bin/chromium',
    args: [...chromiumArguments, ...storeArguments[store]],
  }
}
