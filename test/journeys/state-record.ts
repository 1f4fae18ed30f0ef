import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Pictures and words of each state, for people to look at. */

const folder = fileURLToPath(new URL('../.artifacts/states/', import.meta.url))
const table = join(folder, 'table.md')

const sizes = {
  phone: { width: 390, height: 844 },
  desk: { width: 1280, height: 900 },
} as const

async function textOf(page: Page, testId: string | RegExp): Promise<string[]> {
  const texts = await page.getByTestId(testId).allInnerTexts()
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '')
}

/** A screen whose library does not open stays busy, and has said by then what it can. */
async function isFilled(page: Page, screen: string): Promise<void> {
  const filled = page.locator(`[data-testid="screen-${screen}"][aria-busy="false"]`)
  await filled.waitFor({ timeout: 3_000 }).catch(() => undefined)
}

/** What another screen says; the page ends where it was. */
async function elsewhere(page: Page, screen: 'library' | 'storage', testId: string): Promise<string[]> {
  const before = await page.evaluate(() => location.hash)
  await page.evaluate((name) => (location.hash = `#/${name}`), screen)
  await isFilled(page, screen)
  const texts = await textOf(page, testId)
  await page.evaluate((hash) => (location.hash = hash), before)
  await page
    .getByTestId(`screen-${screen}`)
    .waitFor({ state: before === `#/${screen}` ? 'visible' : 'detached' })
  return texts
}

/** What the reader says of its state, in its own words. */
async function says(page: Page): Promise<string> {
  const others = [
    ['Notice', await textOf(page, /^notice-/)],
    ['Resource', await elsewhere(page, 'library', 'progress-translations:20')],
    ['Storage', await elsewhere(page, 'storage', 'storage')],
  ] as const
  return [
    `Sign: “${await page.getByTestId('sync-state').getAttribute('aria-label')}”`,
    ...others.flatMap(([where, texts]) => texts.map((text) => `${where}: “${text}”`)),
  ].join('<br>')
}

/** Rows of the table as it stands, by the state that they are about. */
function rowsSoFar(): Map<string, string> {
  const lines = existsSync(table) ? readFileSync(table, 'utf8').split('\n') : []
  return new Map(lines.slice(2).flatMap((line) => (line === '' ? [] : [[line.split(' | ', 1)[0]!, line]])))
}

/** On the narrowest of phones nothing reaches out of the page. */
async function expectToFit(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
}

export class StateRecord {
  readonly #rows = new Map<string, string>()

  constructor() {
    mkdirSync(folder, { recursive: true })
  }

  /** Each state on a phone and on a desk, one of them light and the other dark; the next state the other way round. */
  async note(page: Page, name: string, state: string): Promise<void> {
    const dark = this.#rows.size % 2 === 0 ? 'phone' : 'desk'
    await page.bringToFront()
    const words = (await says(page)).replaceAll('|', '·')
    const pictures: string[] = []
    await expectToFit(page)
    for (const [size, viewport] of Object.entries(sizes)) {
      const colorScheme = size === dark ? 'dark' : 'light'
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(viewport)
      const picture = `${name}-${size}-${colorScheme}.png`
      await page.screenshot({ path: join(folder, picture) })
      pictures.push(picture)
    }
    this.#rows.set(`| ${state}`, `| ${state} | ${words} | ${pictures.join('<br>')} |`)
  }

  /** Several files of tests write into one table. */
  write(): void {
    const rows = new Map([...rowsSoFar(), ...this.#rows])
    const head = ['| state | what the page shows | screenshots |', '| --- | --- | --- |']
    writeFileSync(table, [...head, ...rows.values(), ''].join('\n'))
  }
}
