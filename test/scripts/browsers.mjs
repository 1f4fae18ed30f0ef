import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

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
  const candidates = [
    process.env['WARAQ_CHROMIUM'],
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ]
  return candidates.find((path) => path && existsSync(path))
}

/** Launch options for playwright. Without a browser, launching says which file is missing. */
export function chromiumLaunch() {
  return { executablePath: findChromium() ?? '/usr/bin/chromium', args: chromiumArguments }
}
