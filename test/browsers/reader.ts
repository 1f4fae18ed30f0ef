import { join } from 'node:path'
import { expect } from 'vitest'
import { startDemo } from '../../demo/scripts/serve.mjs'
import { waitFor } from '../lifecycle/wait-for.ts'
import { ask } from './ask.ts'
import type { BrowserTab } from './drivers/driver.ts'
import { artifacts } from './findings.ts'
import { askForSync, press } from './hands.ts'
import type { Stage } from './stage.ts'

/** The built reader, operated like a person does. */

const sizes = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
]

/** The content that a chapter's page shows. Null if the page is not there or is loading. */
interface Shown {
  readonly arabic: string
  readonly direction: string
  readonly translations: number
  readonly isOffline: boolean
}

async function look(tab: BrowserTab): Promise<Shown | null> {
  const read = () => {
    const verse = document.querySelector('[data-testid="verse-1:2"]')
    const arabic = verse?.querySelector('[data-testid="verse-arabic"]')
    if (!verse || !arabic) return null
    return {
      arabic: arabic.textContent,
      direction: getComputedStyle(arabic).direction,
      translations: verse.querySelectorAll('[data-testid="verse-translation"]').length,
      isOffline: document.querySelector('[data-testid="sync-state"][data-state="offline"]') !== null,
    }
  }
  // During a navigation the call may reach the page that is being left.
  return ask(tab, read).catch(() => null)
}

function shows(tab: BrowserTab, holds: (shown: Shown) => boolean): Promise<Shown | null> {
  return waitFor(
    () => look(tab),
    (shown) => shown !== null && shown.translations === 2 && holds(shown),
    'the chapter',
  )
}

export function readerTests(stage: Stage): void {
  const { driver } = stage
  stage.test('the built reader: a chapter arrives, and opens again with every server stopped', async () => {
    const demo = await startDemo({ content: 'small' })
    stage.later(() => demo.close())
    const tab = await stage.browser.open(demo.url)
    stage.later(() => tab.close())
    await ask(tab, () => void (location.hash = '#/library'))
    for (const id of [20, 131]) await press(tab, `[data-testid="toggle-translations:${id}"]:not(:checked)`)
    await ask(tab, () => void (location.hash = '#/chapter/1'))
    const shown = await shows(tab, ({ isOffline }) => !isOffline)
    expect(shown).toMatchObject({ direction: 'rtl', arabic: expect.stringMatching(/[\u0600-\u06ff]{3}/) })
    await waitFor(
      () =>
        ask(tab, () => document.querySelector('[data-testid="sync-state"][data-running="false"]') !== null),
      (rests) => rests,
      'the end of the sync',
    )
    const widths: number[] = []
    for (const size of sizes) {
      const picture = join(artifacts, `${driver.name}-${size.width}.png`)
      await tab.screenshot(picture, size)
      expect(await look(tab)).toEqual(shown)
      widths.push(await ask(tab, () => innerWidth))
    }
    await waitFor(
      () => ask(tab, async () => (await navigator.serviceWorker.ready).active?.state),
      (state) => state === 'activated',
      'the service worker',
    )
    await demo.stopServices()
    await demo.stopReader()
    await tab.reload()
    await shows(tab, () => true)
    // Content that was just synced is shown without a request to the service.
    await askForSync(tab)
    expect(await shows(tab, ({ isOffline }) => isOffline)).toEqual({ ...shown, isOffline: true })
    return { status: 'ran, passed', detail: `pictures taken ${widths.join(' and ')} wide` }
  })
}
