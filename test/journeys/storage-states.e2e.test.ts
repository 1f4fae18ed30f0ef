import { dataFormat } from '../../packages/waraq/src/store/records.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { startDemo } from '../../demo/scripts/serve.mjs'
import { deleteDatabase, holdUpgrade, letGo, upgrade } from './database-from-outside.ts'
import {
  expectNoSpinner,
  expectReadable,
  goTo,
  isCurrent,
  isOffline,
  keep,
  lookAgain,
  notice,
  showDetails,
  storage,
  syncNow,
  syncState,
  syncWords,
} from './reader-visit.ts'
import { StateBench } from './state-bench.ts'

/** What the reader says in each state of its library that the browser's storage and other tabs can cause. */

const bench = new StateBench()

/** As the browser does when it is short of space; `localStorage` stays. */
async function clearDatabases(page: Page): Promise<void> {
  const { origin } = bench.visit
  const cdp = await bench.visit.cdp(page)
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
}

describe('a browser that stores', () => {
  it('tells how much is used, and that a private window promises nothing', async () => {
    await bench.newVisit({ serviceWorkers: 'allow' })
    const page = await bench.openKept()
    await goTo(page, 'storage')
    await expect.poll(() => storage(page).innerText()).toMatch(/used\s+about [\d.]+ [kM]B/i)
    await expect.poll(() => storage(page).getAttribute('data-persisted')).toBe('false')
    await expect.poll(() => storage(page).innerText()).toMatch(/may delete[^]*allow persistent storage/i)
    await page.getByRole('heading', { name: 'Storage', level: 1 }).waitFor()
    await expectNoSpinner(page)
    await expectReadable(page)
    await bench.record.note(page, 'kept-in-private-window', 'kept, in a private window (incognito)')
  })

  it('says in every tab which one syncs, and how far it is', async () => {
    await bench.newVisit({ serviceWorkers: 'allow' })
    const first = await bench.visit.open()
    const second = await bench.visit.open()
    await goTo(second, 'library')
    bench.demo.sandbox.fault({
      match: { path: 'snapshot', group: 'translations' },
      // Both tabs have to be looked at meanwhile, on a busy machine too.
      effect: { delayMs: 15_000 },
    })
    await first.bringToFront()
    await goTo(first, 'library')
    await first.getByTestId('toggle-translations:20').check()
    await expect.poll(() => syncState(first).getAttribute('data-state')).toBe('syncing')
    await expect.poll(() => syncWords(second)).toMatch(/syncing in another tab/i)
    expect(await second.getByRole('alert').innerText()).toBe('')
    await expect.poll(() => second.getByTestId('toggle-translations:20').isChecked()).toBe(true)
    await bench.record.note(second, 'another-tab-syncs', 'another tab is syncing')
    await isCurrent(second)
    for (const page of [first, second]) await expectReadable(page)
  })

  it('says where there is no room for everything, and shows what there is', async () => {
    const large = await startDemo({ content: { chapters: [2, 3, 4, 5, 6, 7, 112] } })
    try {
      await bench.newVisit({ demo: large })
      const cdp = await bench.visit.cdp(await bench.visit.outside())
      // Room for the translation, and not for the pages of the mushaf. Before anything is stored: the browser believes its
      // last look.
      const quotaSize = 1024 * 1024
      await cdp.send('Storage.overrideQuotaForOrigin', { origin: bench.visit.origin, quotaSize })
      const page = await bench.visit.open()
      await keep(page)
      await page.getByTestId('toggle-mushafs:1').check()
      await expect.poll(() => notice(page, 'full').innerText()).toMatch(/free up some space, or remove/i)
      await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/not enough space/i)
      await expect.poll(() => syncWords(page)).toMatch(/not enough space/i)
      await goTo(page, 'storage')
      await expect.poll(() => storage(page).getAttribute('data-state')).toBe('full')
      await goTo(page, 'library')
      const missing = page.getByTestId('progress-mushafs:1')
      await expect.poll(() => missing.innerText()).toMatch(/not downloaded yet/i)
      await expectReadable(page)
      await expectNoSpinner(page)
      await bench.record.note(page, 'full', 'the quota is below what is wanted')
    } finally {
      await large.close()
    }
  })

  it('fetches a library again that the browser cleared, and does not take it for a new one', async () => {
    const before = await bench.openKept()
    await before.close()
    const outside = await bench.visit.outside()
    await bench.stopServices()
    await clearDatabases(outside)
    const page = await bench.visit.open()
    await notice(page, 'evicted').waitFor()
    expect(await page.getByText(/choose translations to begin/i).count()).toBe(0)
    await goTo(page, 'library')
    await expect.poll(() => page.getByTestId('toggle-translations:20').isChecked()).toBe(true)
    await goTo(page, 'storage')
    await expect.poll(() => storage(page).getAttribute('data-state')).toBe('evicted')
    await isOffline(page)
    await expectNoSpinner(page)
    await bench.record.note(page, 'evicted', 'the browser cleared the library; the service does not answer')
    await bench.startServices()
    await syncNow(page)
    await isCurrent(page)
    await expect.poll(() => notice(page, 'evicted').count()).toBe(0)
    await expectReadable(page)
  })
})

describe('a database in other hands', () => {
  it('says that it was deleted in another tab, and fetches it again', async () => {
    const page = await bench.openKept()
    bench.demo.sandbox.fault({ match: { path: 'snapshot' }, effect: { delayMs: 3_000 } })
    await deleteDatabase(await bench.visit.outside())
    await lookAgain(page)
    await notice(page, 'evicted').waitFor()
    await expect
      .poll(() => notice(page, 'evicted').innerText())
      .toMatch(/another tab deleted[^]*downloaded again/i)
    expect(await page.getByRole('alert').innerText()).toBe('')
    expect(await page.getByText(/choose translations to begin/i).count()).toBe(0)
    await bench.record.note(page, 'deleted-elsewhere', 'the database was deleted in another tab')
    await isCurrent(page)
    await expect.poll(() => notice(page, 'evicted').count()).toBe(0)
    await expectNoSpinner(page)
    await expectReadable(page)
  })

  it('says that it was cleared under an open page, while the service does not answer', async () => {
    const page = await bench.openKept()
    await goTo(page, 'read')
    await page.getByTestId('chapter-link-112').click()
    await page.getByTestId('verse-112:1').waitFor()
    await bench.visit.context.setOffline(true)
    await clearDatabases(page)
    await lookAgain(page)
    await notice(page, 'evicted').waitFor()
    await expect.poll(() => notice(page, 'evicted').innerText()).toMatch(/as soon as there is a connection/i)
    await expectNoSpinner(page)
    await bench.record.note(
      page,
      'cleared-while-open',
      'storage was cleared while a chapter was open, without a network',
    )
    await bench.visit.context.setOffline(false)
    await syncNow(page)
    await isCurrent(page)
    await page.getByTestId('verse-112:1').waitFor()
  })

  it('reads on beside a newer version, and says so only where it may not write', async () => {
    const page = await bench.openKept()
    const outside = await bench.visit.outside()
    await upgrade(outside, 20)
    await lookAgain(page)
    await syncNow(page)
    await isCurrent(page)
    await expectReadable(page)
    await upgrade(outside, 30, dataFormat + 1)
    await lookAgain(page)
    await notice(page, 'newer-format').waitFor()
    await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/newer version[^]*reload/i)
    await showDetails(page, true)
    await expect.poll(() => page.getByTestId('sync-now').isDisabled()).toBe(true)
    await showDetails(page, false)
    await goTo(page, 'library')
    await expect.poll(() => page.getByTestId('toggle-translations:20').isDisabled()).toBe(true)
    await expectNoSpinner(page)
    await expectReadable(page)
    await bench.record.note(page, 'newer-version', 'another page upgraded the database to a newer format')
    await showDetails(page, true)
    await notice(page, 'newer-format').getByRole('button', { name: 'Reload' }).click()
    await page.waitForLoadState()
    await notice(page, 'newer-format').waitFor()
    await expectReadable(page)
  })

  it('says that the library does not open, and opens it once it does', async () => {
    const before = await bench.openKept()
    await before.close()
    const outside = await bench.visit.outside()
    await holdUpgrade(outside, 40)
    const page = await bench.visit.open()
    await notice(page, 'closed').waitFor()
    await expect.poll(() => page.getByRole('alert').innerText()).toMatch(/could not be opened[^]*other tabs/i)
    await expectNoSpinner(page)
    await bench.record.note(
      page,
      'does-not-open',
      'another tab holds the database in the middle of an upgrade',
    )
    // Once the other tab lets go the library may open by itself, and the button would be gone before it was pressed.
    await notice(page, 'closed').getByRole('button', { name: 'Try again' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await letGo(outside)
    await isCurrent(page)
    expect(await notice(page, 'closed').count()).toBe(0)
    await expectReadable(page)
  })
})
