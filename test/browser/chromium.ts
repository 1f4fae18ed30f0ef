import { hangMs } from '../lifecycle/wait-for.ts'
import { chromium, type Browser, type BrowserContext } from 'playwright-core'
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

/**
 * Closing a context throws what its pages threw, also what an error boundary of React caught and wrote to the console: a page
 * that goes blank is otherwise a button that never comes, or nothing at all.
 */
function failsWithItsPages(context: BrowserContext): void {
  const thrown: string[] = []
  context.on('weberror', (each) => void thrown.push(String(each.error().stack)))
  context.on('console', (message) => {
    if (message.type() === 'error' && /^\w*Error: /.test(message.text())) thrown.push(message.text())
  })
  const close = context.close.bind(context)
  context.close = async (options) => {
    await close(options)
    if (thrown.length > 0) throw new Error(`Pages threw:\n${thrown.splice(0).join('\n')}`)
  }
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
    failsWithItsPages(context)
    return context
  }
  return browser
}
