import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { changeLook } from './looks.ts'
import { noteVitals, readVitals } from './measures/vitals.mjs'
import {
  clickInPlace,
  isCurrent,
  isOffline,
  notice,
  showDetails,
  syncNow,
  syncState,
} from './reader-visit.ts'
import { StateBench } from './state-bench.ts'

/** Texts that arrive in a page do not move the text that a reader may have begun to read. */

const bench = new StateBench()

const topOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((each) => each.getBoundingClientRect().top)

/** Two frames, so that what was shown last is painted, too. */
const isPainted = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
  })

describe('a chapter', () => {
  it.each([390, 1280])('is not moved by what arrives in it, in a window %i wide', async (width) => {
    const before = await bench.openKept()
    await before.close()
    await bench.visit.context.addInitScript(noteVitals)
    const page = await bench.visit.context.newPage()
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${bench.demo.url}#/chapter/112`)
    await page.getByTestId('verse-112:4').waitFor()
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
    await isPainted(page)
    // What counts as good. An idle machine has next to none; on a busy one the names of a chapter may miss the first paint.
    expect((await page.evaluate(readVitals)).shift).toBeLessThan(0.1)
  })

  it.each([390, 1280])(
    'stays where it is whatever becomes of syncing, in a window %i wide',
    async (width) => {
      await (await bench.openKept()).close()
      await bench.visit.context.addInitScript(noteVitals)
      const page = await bench.visit.context.newPage()
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`${bench.demo.url}#/chapter/112`)
      await page.getByTestId('verse-112:4').waitFor()
      await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
      await isCurrent(page)
      await isPainted(page)
      const top = await topOf(page, '[data-testid="verse-112:1"]')
      // All but those within the details of syncing: after a click that a busy machine takes half a second for, they count.
      const shifts = async () => {
        type Noted = { readonly noted: { readonly shifts: { readonly details: boolean }[] } }
        const all = await page.evaluate(() => (window as unknown as Noted).noted.shifts)
        return all.filter(({ details }) => !details)
      }
      const before = await shifts()
      const expectUnmoved = async () => {
        await isPainted(page)
        expect(await topOf(page, '[data-testid="verse-112:1"]')).toBe(top)
        expect(await shifts()).toEqual(before)
      }

      // Offline, which a sign says.
      await bench.visit.context.setOffline(true)
      await isOffline(page)
      await expectUnmoved()
      await showDetails(page, true)
      await expectUnmoved()
      await showDetails(page, false)
      // A service that refuses, which a notice says. Another tab asks: what a tab shows in its details counts as seen there.
      await bench.visit.context.setOffline(false)
      bench.demo.sandbox.fault({ match: { path: 'sync' }, times: null, effect: { status: 403 } })
      const other = await bench.visit.open()
      await syncNow(other)
      await notice(page, 'refused').waitFor()
      await expect.poll(() => syncState(other).getAttribute('data-running')).toBe('false')
      await other.close()
      await expect.poll(() => notice(page, 'refused').innerText()).toMatch(/contact the administrator/i)
      await expectUnmoved()
      await clickInPlace(notice(page, 'refused').getByRole('button', { name: 'Dismiss' }))
      await notice(page, 'refused').waitFor({ state: 'detached' })
      await expectUnmoved()
      // Another sync, by the other tab again, which meets the same. The reader knows it.
      const again = await bench.visit.open()
      const isRunning = () => syncState(page).getAttribute('data-running')
      const beginsAgain = expect.poll(isRunning, { interval: 10 }).toBe('true')
      await Promise.all([beginsAgain, syncNow(again)])
      await expect.poll(isRunning).toBe('false')
      expect(await notice(page, 'refused').count()).toBe(0)
      await again.close()
      await expectUnmoved()
      // The sign goes on saying it, and its details have the words.
      await clickInPlace(page.getByRole('button', { name: /^Sync: .*Updates are not arriving/ }))
      await notice(page, 'refused').waitFor()
      await expectUnmoved()
      await page.keyboard.press('Escape')
      await page.getByTestId('sync-line').waitFor({ state: 'detached' })
      bench.demo.sandbox.clearFaults()
      await syncNow(page)
      await isCurrent(page)
      await expectUnmoved()
    },
  )
})

describe('on a phone', () => {
  it.each([
    ['the library', '#/library', 56],
    ['the settings', '#/settings', 56],
    ['the start', '#/', 56],
    // The bar of the text is all that stands above it.
    ['a chapter', '#/chapter/112', 0],
    ['a juz', '#/juz/30', 0],
    ['a page of the mushaf', '#/page/604', 0],
  ])('%s begins at the top', async (_, hash, most) => {
    const page = await bench.visit.open()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${bench.demo.url}${hash}`)
    await page.locator('main > :is(.screen, .reading-frame)').waitFor()
    await expect.poll(() => topOf(page, 'main')).toBeLessThanOrEqual(most)
  })

  it('the sign of syncing stands in the row of the header, and stays with a text that scrolls', async () => {
    const page = await bench.openKept()
    await page.setViewportSize({ width: 390, height: 844 })
    const box = async () => (await syncState(page).boundingBox())!
    const { y, height, width } = await box()
    expect(y + height).toBeLessThan(56)
    expect(Math.min(height, width)).toBeGreaterThanOrEqual(44)
    await page.goto(`${bench.demo.url}#/chapter/112`)
    await page.getByTestId('verse-112:4').waitFor()
    await page.mouse.wheel(0, 300)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
    // Beside the name of the chapter, at its height, and not on it.
    const title = (await page.locator('.back-title').boundingBox())!
    const sign = await box()
    expect(sign.y).toBe(title.y)
    expect(sign.y + sign.height).toBeLessThan(56)
    expect(title.x + title.width).toBeLessThanOrEqual(sign.x)
  })
})

describe('the sign of syncing', () => {
  it('opens its details by the keyboard, and has the focus again when they are closed', async () => {
    const page = await bench.openKept()
    const sign = page.getByRole('button', { name: /^Sync: Up to date/ })
    await expect.poll(() => sign.getAttribute('aria-expanded')).toBe('false')
    await sign.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => sign.getAttribute('aria-expanded')).toBe('true')
    await expect.poll(() => page.getByTestId('sync-line').innerText()).toMatch(/^Last synced/)
    await page.keyboard.press('Tab')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-testid'))
    await expect.poll(focused).toBe('sync-now')
    await page.keyboard.press('Escape')
    await expect.poll(() => sign.getAttribute('aria-expanded')).toBe('false')
    await expect.poll(focused).toBe('sync-state')
  })

  it('says nothing aloud while all is well, and what is wrong once', async () => {
    const page = await bench.openKept()
    const said = page.locator('.notices [role=status]')
    expect(await said.textContent()).toBe('')
    await syncNow(page)
    await isCurrent(page)
    expect(await said.textContent()).toBe('')
    bench.demo.sandbox.fault({ match: { path: 'sync' }, times: null, effect: { status: 503 } })
    await syncNow(page)
    await expect.poll(() => said.textContent()).toMatch(/Retrying automatically/)
    // A sentence for those who hear the page; the sign is enough for those who see it.
    expect(await page.locator('.notices .notice').count()).toBe(0)
  })

  it('is at the other end where lines run from right to left', async () => {
    const page = await bench.visit.open('#/chapter/112')
    await page.setViewportSize({ width: 390, height: 844 })
    await changeLook(page, await bench.visit.outside(), { language: 'ar', theme: 'light' })
    const sign = page.getByRole('button', { name: /^المزامنة:/ })
    await sign.waitFor()
    expect((await sign.boundingBox())!.x).toBeLessThan(60)
  })
})
