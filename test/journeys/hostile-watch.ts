import type { BrowserContext, Page } from 'playwright-core'
import { safeTags } from '../../packages/waraq/src/quran/html/safe-node.ts'

/**
 * What Chromium refuses, and reports, while the sanitiser parses and empties a document of its own, in which nothing runs
 * or loads anyway. Of what would have run or loaded in the page it reports other things: `script-src-elem`, `img-src`,
 * `frame-src`, `connect-src`; and a style that had got there would be found among its elements.
 */
const ofSanitiser = new Set([
  'base-uri',
  'media-src',
  'require-trusted-types-for',
  'script-src-attr',
  'style-src-attr',
  'style-src-elem',
])

/** Notes everything that a page with harmless texts would not do. */
export class HostileWatch {
  readonly #origins: ReadonlySet<string>
  readonly #seen: string[] = []

  /** `origins`: those that the reader itself may ask. */
  constructor(context: BrowserContext, origins: readonly string[]) {
    this.#origins = new Set(origins)
    context.on('request', (request) => this.#noteRequest(request.url()))
    context.on('dialog', (dialog) => {
      this.#seen.push(`dialog ${dialog.message()}`)
      void dialog.dismiss()
    })
    context.on('weberror', (error) => this.#seen.push(`error ${String(error.error())}`))
  }

  /** To be called before the page is opened; a page that opens later was opened by a text. */
  async watch(page: Page): Promise<void> {
    page.on('popup', (popup) => this.#seen.push(`popup ${popup.url()}`))
    page.on('download', (download) => this.#seen.push(`download ${download.url()}`))
    await page.addInitScript(() => {
      const violations: string[] = []
      Object.assign(window, { violations })
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        violations.push(`${effectiveDirective} ${blockedURI}`),
      )
    })
  }

  #noteRequest(url: string): void {
    const { protocol, origin } = new URL(url)
    if (protocol !== 'data:' && protocol !== 'blob:' && !this.#origins.has(origin)) {
      this.#seen.push(`request ${url}`)
    }
  }

  /** What happened so far, to the page and in it. */
  async findings(page: Page): Promise<string[]> {
    const inPage = await page.evaluate(() => {
      const { hostileRan, violations } = window as unknown as { hostileRan: unknown; violations: string[] }
      return [...violations, ...(hostileRan === undefined ? [] : [`hostileRan ${String(hostileRan)}`])]
    })
    return [...this.#seen, ...inPage.filter((finding) => !ofSanitiser.has(finding.split(' ', 1)[0]!))]
  }
}

/**
 * Touches everything within the texts that fit, as a person who moves and clicks about, and tells of elements and
 * attributes that are not the reader's own and not on the list of harmless ones.
 */
export async function foreignIn(page: Page, texts: string): Promise<string[]> {
  return page.evaluate(
    ([selector, safe]) => {
      const own = 'button.footnote-mark, button.footnote-mark *'
      const elements = [...document.querySelectorAll<HTMLElement>(`:is(${selector}) *`)]
      return elements.flatMap((element) => {
        if (element.matches(own)) return []
        if (element.localName !== 'a') {
          for (const type of ['mouseover', 'focus', 'error', 'load', 'toggle', 'animationstart', 'click'])
            element.dispatchEvent(new Event(type, { cancelable: true }))
        }
        const names = element
          .getAttributeNames()
          .filter((name) => !['lang', 'dir', 'href', 'target', 'rel'].includes(name))
        const address = element.getAttribute('href')
        return [
          ...(safe.includes(element.localName) ? [] : [element.localName]),
          ...names.map((name) => `${element.localName} ${name}`),
          ...(address === null || address.startsWith('https:') ? [] : [address]),
        ]
      })
    },
    [texts, ['mark', ...safeTags] as readonly string[]] as const,
  )
}
