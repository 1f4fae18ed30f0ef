import assert from 'node:assert/strict'
import { relayHeader } from '@waraq/protocol'
import type { Browser, Page } from 'playwright-core'
import { violations } from '../journeys/axe.ts'

/** What an application has to do in a browser. */

const limitMs = 60_000
const first = 'In the name of Allah'
const firstOf = (page: Page) => page.locator('ol li').first()

async function shows(page: Page, text: string): Promise<void> {
  try {
    await firstOf(page).filter({ hasText: text }).waitFor({ timeout: limitMs })
  } catch (error) {
    const problem = await page.locator('[role=status]').textContent()
    throw new Error(`No "${text}" on the page, which says: ${problem || 'nothing'}`, { cause: error })
  }
  assert.equal(await page.locator('[role=status]').textContent(), '')
}

async function publish(sandbox: string, text: string): Promise<void> {
  const change = { resource: 'translations:20', update: { key: 200_001, text } }
  const answer = await fetch(`${sandbox}/admin/publish`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ changes: [change] }),
  })
  assert.equal(answer.status, 200)
}

/** Waits until the service worker answers for the page. */
async function isKept(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  // The first visit began without it: what it is to keep, it sees with the second.
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    timeout: limitMs,
  })
  await page.waitForLoadState('networkidle')
}

interface Driven {
  readonly browser: Browser
  readonly url: string
  /** More pages, which the server makes in other ways. */
  readonly paths: readonly string[]
  /** It is one of those that `npm create waraq` makes: its page has favorites, and shows no markup. */
  readonly isMade: boolean
  readonly sandbox: string
  readonly stop: () => Promise<void>
}

/** First sync, a change in every tab, a favorite, and a reload with every server stopped. Returns the milliseconds until the first verse. */
export async function drive({ browser, url, paths, isMade, sandbox, stop }: Driven): Promise<number> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const errors: string[] = []
    context.on('weberror', (error) => errors.push(String(error.error())))
    const began = performance.now()
    await page.goto(url)
    await shows(page, first)
    const firstVerseMs = performance.now() - began
    if (isMade) await isAccessible(page)
    const other = await context.newPage()
    await other.goto(url)
    await shows(other, first)
    const edited = 'Edited while it was read.'
    await publish(sandbox, isMade ? edited.replace('while', '<i>while</i>') : edited)
    await page.getByRole('button', { name: 'Sync now' }).click()
    for (const tab of [page, other]) await shows(tab, edited)
    await other.close()
    const favorite = page.getByRole('button', { name: 'Star 1:1', exact: true })
    const favorited = favorite.and(page.locator('[aria-pressed=true]'))
    if (isMade) await favorite.click()
    // What is shown is on the disk.
    if (isMade) await favorited.waitFor({ timeout: limitMs })
    await isKept(page)
    for (const path of paths) {
      await page.goto(url + path)
      await firstOf(page).waitFor({ timeout: limitMs })
      await page.waitForLoadState('networkidle')
    }
    await stop()
    for (const path of ['', ...paths]) {
      await page.goto(url + path)
      await firstOf(page).waitFor({ timeout: limitMs })
    }
    await page.goto(url)
    await firstOf(page).filter({ hasText: edited }).waitFor({ timeout: limitMs })
    if (isMade) await favorited.waitFor({ timeout: limitMs })
    assert.deepEqual(errors, [])
    return firstVerseMs
  } finally {
    await context.close()
  }
}

/** In both themes, on a phone. */
async function isAccessible(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    assert.deepEqual(await violations(page), [])
  }
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)
}

/** Built for development, the pages show their verses, tell the console of the run, and nothing that is wrong: no hydration that failed. */
export async function hearConsole(browser: Browser, url: string, paths: readonly string[]): Promise<void> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    const reported = page.waitForEvent('console', {
      predicate: (message) => message.text().startsWith('[waraq] translations:20: current'),
      timeout: limitMs,
    })
    await page.goto(url)
    await shows(page, first)
    await reported
    // Once more, with what is on the device now.
    for (const path of ['', ...paths]) {
      await page.goto(url + path)
      await firstOf(page).waitFor({ timeout: limitMs })
      await page.waitForLoadState('networkidle')
    }
    assert.deepEqual(complaints, [])
  } finally {
    await context.close()
  }
}

/** A server that hands out tokens: to pages that are listed, for content, and to no other. */
export async function askForToken(
  relay: string,
  { listed, sandbox }: { readonly listed: string; readonly sandbox: string },
): Promise<void> {
  const ask = (origin: string) =>
    fetch(relay, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', [relayHeader.name]: relayHeader.value },
      body: '{}',
    })
  assert.equal((await ask('http://elsewhere.example')).status, 403)
  const answer = await ask(listed)
  assert.equal(answer.status, 200)
  const { token = '', clientId = '' } = (await answer.json()) as Record<string, string>
  const headers = { 'x-auth-token': token, 'x-client-id': clientId }
  const chapters = await fetch(`${sandbox}/content/api/v4/chapters`, { headers })
  assert.equal(chapters.status, 200)
}
