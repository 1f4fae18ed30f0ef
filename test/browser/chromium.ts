import { hangMs } from '../lifecycle/wait-for.ts'
import { chromium, type Browser } from 'playwright-core'
import { chromiumLaunch } from '../scripts/browsers.mjs'

/** Chromium takes the last list of such features alone, so this one is in the place of Playwright's. */
const features = [
  // A page is drawn at once, as with Playwright's own list.
  'PaintHolding',
  // Pictures are taken of the surface that is there: with one of its own, a page whose size changed right after a picture once drew
  // no frame any more.
  'CDPScreenshotNewSurface',
  // Otherwise a quota that a test has set is not what the page is told.
  'StaticStorageQuota',
  // Processes on stock, which cost more than they save where each test begins with a new profile.
  'SpareRendererForSitePerProcess',
  'PreloadTopChromeWebUI',
]

let running: Promise<Browser> | undefined

/**
 * The browser of all files of tests that the same worker runs, one after the other. Each takes contexts of its own, which
 * are new profiles, and closes them. The browser ends with the worker.
 */
export async function sharedChromium(): Promise<Browser> {
  if (!(await running?.catch(() => undefined))?.isConnected()) running = launch()
  return running!
}

async function launch(): Promise<Browser> {
  const { executablePath, args } = chromiumLaunch()
  const browser = await chromium.launch({
    executablePath,
    args: [...args, `--disable-features=${features.join(',')}`],
    headless: true,
  })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    // Playwright gives up after half a minute, which a busy machine takes at times.
    context.setDefaultTimeout(hangMs)
    return context
  }
  return browser
}
