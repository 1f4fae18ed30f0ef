import { seeded } from '@waraq/test-support/random'
import { seedOfRun } from '@waraq/test-support/runs'
import { rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chromiumStore, databaseFolder } from '../scripts/browsers.mjs'
import { startBackend, type Backend } from '../user-data/application-backend.ts'
import { bundleDeviceDataPage } from '../user-data/page/bundle.ts'
import { asClient, startUserService, type UserService } from '../user-data/service.ts'
import { damages, type Damage } from './damage.ts'
import { OwnBrowser } from './own-browser.ts'

/**
 * The files of what a person keeps are damaged while the browser is closed. No service has it: what can be read stays, and the page
 * takes what the person does next.
 */

/** Kept before, of each kind. */
const count = 150

let service: UserService
let backend: Backend
const table: Record<string, unknown> = {}

beforeAll(async () => {
  service = await startUserService()
  backend = await startBackend({ ...asClient(service), operations: {}, files: await bundleDeviceDataPage() })
})
afterAll(async () => {
  console.table(table)
  await backend?.close()
  await service?.listening.close()
})

async function open(browser: OwnBrowser): Promise<Page> {
  const page = await browser.context.newPage()
  await page.goto(backend.url)
  await page.locator('html[data-ready]').waitFor()
  return page
}
const state = (page: Page) =>
  page.evaluate(async () => ({
    favorites: await window.deviceData.favorites(),
    notes: await window.deviceData.notes(),
  }))
const keep = (page: Page, verseKey: string) =>
  page.evaluate((verse) => window.deviceData.favorite(verse), verseKey)

/** Whether the browser itself lets one of the databases not even be deleted: then nothing can help. */
const isRefused = (page: Page) =>
  page.evaluate(async () => {
    const refusals = ['waraq-user', 'waraq-user:device'].map(
      (name) =>
        new Promise<boolean>((resolve) => {
          const deleting = indexedDB.deleteDatabase(name)
          deleting.onsuccess = () => resolve(false)
          deleting.onerror = () => resolve(true)
        }),
    )
    return (await Promise.all(refusals)).includes(true)
  })

async function survive({ name, killed, apply }: Damage): Promise<void> {
  let browser = await OwnBrowser.start()
  const { profile } = browser
  try {
    await (await open(browser)).evaluate((each) => window.deviceData.fill(each), count)
    await (killed ? browser.kill() : browser.close())
    expect(apply(databaseFolder(profile, backend.url), seeded(seedOfRun))).toBeGreaterThan(0)

    browser = await OwnBrowser.start(profile)
    const page = await open(browser)
    const before = await state(page)
    const problem = await page.evaluate(() => window.deviceData.problem())
    const answer = await keep(page, '3:1')
    table[name] = {
      favorites: before.favorites.split(',').length,
      notes: before.notes,
      problem,
      'next act': answer,
    }
    if (answer === 'storage_failed') {
      expect(await isRefused(page)).toBe(true)
      return
    }
    expect(answer).toBe('"kept"')
    expect((await state(page)).favorites).toContain('"3:1"')
    await page.reload()
    await page.locator('html[data-ready]').waitFor()
    expect(await keep(page, '3:2')).toBe('"kept"')
    const { favorites } = await state(page)
    for (const verse of ['"3:1"', '"3:2"']) expect(favorites).toContain(verse)
  } finally {
    await browser.kill()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

it.each(damages[chromiumStore()].all.map((damage) => [damage.name, damage] as const))(
  '%s: what can be read is shown, and what is done next is kept',
  (_, damage) => survive(damage),
)
