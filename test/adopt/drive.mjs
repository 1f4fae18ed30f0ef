import assert from 'node:assert/strict'
import { relayHeader } from '@waraq/contract'

/**
 * What an application has to do in a browser.
 *
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('playwright-core').Browser} Browser
 */
const limitMs = 60_000
const first = 'In the name of Allah'

/** @param {Page} page @param {string} text */
async function shows(page, text) {
  const verse = page.locator('ol li').first()
  try {
    await verse.filter({ hasText: text }).waitFor({ timeout: limitMs })
  } catch (error) {
    const problem = await page.locator('[role=status]').textContent()
    throw new Error(`No "${text}" on the page, which says: ${problem || 'nothing'}`, { cause: error })
  }
  const problem = await page.locator('[role=status]').textContent()
  assert.equal(problem, '')
}

/** @param {string} text */
async function publish(text) {
  const change = { resource: 'translations:20', update: { key: 200_001, text } }
  const answer = await fetch('http://127.0.0.1:4600/admin/publish', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ changes: [change] }),
  })
  assert.equal(answer.status, 200)
}

/** Waits until the service worker answers for the page. @param {Page} page */
async function isKept(page) {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  // The first visit began without it: what it is to keep, it sees with the second.
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    timeout: limitMs,
  })
  await page.waitForLoadState('networkidle')
}

/**
 * First sync, a published change, a reload with every server stopped. Returns the milliseconds until the first verse.
 *
 * @param {{ browser: Browser, url: string, paths: readonly string[], stop: () => Promise<void> }} application
 */
export async function drive({ browser, url, paths, stop }) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const errors = /** @type {string[]} */ ([])
    context.on('weberror', (error) => errors.push(String(error.error())))
    const began = performance.now()
    await page.goto(url)
    await shows(page, first)
    const firstVerseMs = performance.now() - began
    await publish('Edited while it was read.')
    await page.getByRole('button', { name: 'Sync now' }).click()
    await shows(page, 'Edited while it was read.')
    await isKept(page)
    for (const path of paths) {
      await page.goto(url + path)
      await page.locator('ol li').first().waitFor({ timeout: limitMs })
      await page.waitForLoadState('networkidle')
    }
    await stop()
    for (const path of ['', ...paths]) {
      await page.goto(url + path)
      await page.locator('ol li').first().waitFor({ timeout: limitMs })
    }
    await page.goto(url)
    await page
      .locator('ol li')
      .first()
      .filter({ hasText: 'Edited while it was read.' })
      .waitFor({ timeout: limitMs })
    assert.deepEqual(errors, [])
    return firstVerseMs
  } finally {
    await context.close()
  }
}

/** Built for development, the page shows its verses and tells the console of the run. @param {Browser} browser @param {string} url */
export async function hearConsole(browser, url) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const told = page.waitForEvent('console', {
      predicate: (message) => message.text().startsWith('[waraq] translations:20: current'),
      timeout: limitMs,
    })
    await page.goto(url)
    await shows(page, first)
    await told
  } finally {
    await context.close()
  }
}

/** A server that hands out tokens: to pages that are listed, for content, and to no other. @param {string} relay */
export async function askForToken(relay) {
  const ask = (/** @type {string} */ origin) =>
    fetch(relay, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', [relayHeader.name]: relayHeader.value },
      body: '{}',
    })
  assert.equal((await ask('http://elsewhere.example')).status, 403)
  const answer = await ask('http://localhost:3000')
  assert.equal(answer.status, 200)
  const { token, clientId } = /** @type {Record<string, string>} */ (await answer.json())
  const headers = { 'x-auth-token': token ?? '', 'x-client-id': clientId ?? '' }
  const chapters = await fetch('http://127.0.0.1:4600/content/api/v4/chapters', { headers })
  assert.equal(chapters.status, 200)
}
