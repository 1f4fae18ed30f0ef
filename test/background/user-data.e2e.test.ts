import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startUserSite, type UserSite } from '../browsers/user-site.ts'
import { chromiumLaunch } from '../scripts/browsers.mjs'
import { hangMs } from '../lifecycle/wait-for.ts'
import { registrationOf } from './visit.ts'

/** What a person did in a day without a network is delivered by the service worker alone, after the browser's restart. */

let site: UserSite
let profile: string
let context: BrowserContext

const start = async () => {
  context = await chromium.launchPersistentContext(profile, { ...chromiumLaunch(), headless: true })
  context.setDefaultTimeout(hangMs)
}

beforeEach(async () => {
  site = await startUserSite()
  profile = mkdtempSync(join(tmpdir(), 'waraq-background-'))
  await start()
})
afterEach(async () => {
  await context.close()
  await site.close()
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
})

const waiting = (page: Page) => page.evaluate(async () => (await window.shown()).waiting)

it('forty acts of a day without a network are delivered with every page closed', async () => {
  let page = await context.newPage()
  await page.goto(`${site.origin}/?tab=page&worker`)
  await page.waitForFunction(() => window.userData.account.get().account !== null)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await context.setOffline(true)
  await page.evaluate(async () => {
    for (let act = 0; act < 40; act++)
      if (act % 4 === 0) await window.userData.notes.write({ ranges: ['2:1-2:1'], body: `Note ${act}.` })
      else await window.userData.favorite(`2:${act}`)
  })
  expect([await waiting(page), site.writes]).toEqual([40, []])
  await context.close()

  await start()
  page = await context.newPage()
  // A file of the site in which nothing of the application runs.
  await page.goto(`${site.origin}/user-worker.js`)
  const cdp = await context.newCDPSession(page)
  const registrationId = await registrationOf(cdp)
  const sync = { origin: site.origin, registrationId, tag: 'waraq-user', lastChance: false }
  await expect
    .poll(async () => {
      await cdp.send('ServiceWorker.dispatchSyncEvent', sync)
      return site.writes.length
    })
    .toBe(40)
  expect(new Set(site.writes.map(({ tab }) => tab))).toEqual(new Set(['']))
  const notes: string[] = []
  for await (const { body } of site.service.notes.list.each()) notes.push(body)
  expect(notes).toHaveLength(10)

  await page.goto(`${site.origin}/?tab=page`)
  await page.waitForFunction(() => 'shown' in window)
  await expect.poll(() => waiting(page)).toBe(0)
  const shown = await page.evaluate(() => window.shown())
  expect([shown.favorites.length, shown.notes.length]).toEqual([30, 10])
  expect(site.writes).toHaveLength(40)
})
