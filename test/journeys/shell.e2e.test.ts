import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { goTo, isCurrent, showDetails } from './reader-visit.ts'
import { StateBench } from './state-bench.ts'

/** Addresses, languages and settings, as readers meet them. */

const bench = new StateBench()

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const root = (page: Page) =>
  page.evaluate(() => {
    const { lang, dir, dataset } = document.documentElement
    return { lang, dir, theme: dataset['theme'] }
  })
/** Another scroll event, and the time after which the reader takes scrolling for ended. */
const scrollingIsHeard = (page: Page) =>
  page.evaluate(async () => {
    dispatchEvent(new Event('scroll'))
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  })
/** How far the verse was from where its reader would have it. One turn of the wheel, which is over when this resolves. */
async function turnWheelTo(page: Page, verseKey: string): Promise<number> {
  const far = await page
    .getByTestId(`verse-${verseKey}`)
    .evaluate((each) => each.getBoundingClientRect().top - 60)
  if (Math.abs(far) <= 30) return Math.abs(far)
  await page.evaluate(() => {
    const ended = new Promise((resolve) => addEventListener('scrollend', resolve, { once: true }))
    Object.assign(window, { ended })
  })
  await page.mouse.wheel(0, far)
  await page.evaluate(() => (window as unknown as { readonly ended: Promise<unknown> }).ended)
  return Math.abs(far)
}
/** How the page looks at the very first paint, when its body begins. */
async function paintedFirst(page: Page) {
  await page.addInitScript(() => {
    const note = () => {
      if (!document.body) return requestAnimationFrame(note)
      const { lang, dir, dataset } = document.documentElement
      return Object.assign(window, { first: { lang, dir, theme: dataset['theme'] } })
    }
    note()
  })
  await page.reload()
  return page.evaluate(() => (window as unknown as { first: unknown }).first)
}

describe('an address', () => {
  it('puts the focus on its heading and its name in the title; the way back is found as it was left', async () => {
    const page = await bench.visit.open()
    await page.getByTestId('screen-read').waitFor()
    await page.getByTestId('chapter-link-112').waitFor()
    await expect.poll(() => page.title()).toBe('Waraq')
    // A reader who has just come is not moved.
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(true)
    await page.locator('input[value="pages"]').check()
    await page.getByRole('link', { name: 'Page 604' }).scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => scrollY)
    expect(left).toBeGreaterThan(1000)
    await goTo(page, 'library')
    await expect
      .poll(async () => [await focused(page), await page.title()])
      .toEqual(['Library', 'Library – Waraq'])
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.getByTestId('nav-settings').click()
    await expect.poll(() => focused(page)).toBe('Settings')
    await page.evaluate(() => scrollTo(0, 60))
    await goTo(page, 'storage')
    await page.goBack()
    await page.getByTestId('screen-settings').waitFor()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(60)
  })

  it('that leads nowhere says so and leads home', async () => {
    const page = await bench.visit.open('#/chapter/115')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await expect.poll(() => page.getByTestId('screen-unknown').innerText()).toContain('/chapter/115')
    await page.getByTestId('screen-unknown').getByRole('link').click()
    await page.getByTestId('screen-read').waitFor()
  })

  it('of each screen opens at once, and marks its place in the navigation', async () => {
    const page = await bench.visit.open('#/library')
    for (const screen of ['library', 'saved', 'account', 'storage', 'settings', 'sync', 'more'] as const) {
      await page.goto(`${bench.demo.url}#/${screen}`)
      await page.getByTestId(`screen-${screen}`).waitFor()
      // On a desk "More" is not there: what is behind it stands beside it.
      const current = page.locator('[aria-current="page"]:visible')
      await expect.poll(() => current.count()).toBe(screen === 'more' ? 0 : 1)
    }
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${bench.demo.url}#/sync`)
    await expect.poll(() => page.locator('[aria-current="page"]:visible').innerText()).toBe('More')
    await expect.poll(() => page.getByRole('navigation', { name: 'Main' }).getByRole('link').count()).toBe(5)
  })

  /** A file that does not come, until it is let through. `failed`: once the page has asked for it in vain. */
  const holdBack = async (page: Page, file: RegExp) => {
    const failed = page.waitForEvent('requestfailed', (request) => file.test(request.url()))
    await page.route(file, (route) => route.abort())
    return { failed, letThrough: () => page.unroute(file) }
  }

  it.each([
    ['settings', /SettingsPage-/],
    ['saved', /open-user-/],
  ])('of %s, which is not here offline, opens once there is a connection', async (screen, file) => {
    const page = await bench.visit.context.newPage()
    const { failed, letThrough } = await holdBack(page, file)
    await page.goto(`${bench.demo.url}#/library`)
    await page.getByTestId('screen-library').waitFor()
    await failed
    await bench.visit.context.setOffline(true)
    await page.getByTestId(`nav-${screen}`).click()
    const says = page.locator('main [role="status"]')
    await expect.poll(() => says.innerText()).toMatch(/opens when the connection is back/)
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
    await letThrough()
    await bench.visit.context.setOffline(false)
    await page.getByTestId(`screen-${screen}`).waitFor()
  })

  it('of a screen opens though its code did not come before it was asked for', async () => {
    const page = await bench.visit.context.newPage()
    const { failed, letThrough } = await holdBack(page, /SettingsPage-/)
    await page.goto(`${bench.demo.url}#/library`)
    await failed
    await letThrough()
    await goTo(page, 'settings')
  })

  it('of a verse puts it on the screen, and it stays the one that is read until the reader scrolls', async () => {
    const page = await bench.openKept()
    await page.goto(`${bench.demo.url}#/chapter/112/4`)
    const verse = page.getByTestId('verse-112:4')
    await verse.waitFor()
    await expect
      .poll(() => verse.evaluate((each) => each.getBoundingClientRect().top < innerHeight))
      .toBe(true)
    // The page's own scrolling may come late. It tells nothing of where the reader is.
    await scrollingIsHeard(page)
    await goTo(page, 'read')
    await expect.poll(() => page.getByTestId('continue').innerText()).toMatch(/Al-Ikhlas, verse 4/)
    await page.getByTestId('continue').click()
    await verse.waitFor()
    expect(new URL(page.url()).hash).toBe('#/chapter/112/4')

    await page.setViewportSize({ width: 360, height: 500 })
    await page.mouse.move(180, 250)
    await expect.poll(() => turnWheelTo(page, '112:2')).toBeLessThanOrEqual(30)
    await scrollingIsHeard(page)
    await goTo(page, 'read')
    await expect.poll(() => page.getByTestId('continue').innerText()).toMatch(/Al-Ikhlas, verse 2/)
  })
})

describe('a page that comes', () => {
  it('is not moved about by what arrives in it', async () => {
    const before = await bench.openKept()
    await before.close()
    await bench.visit.context.addInitScript(() => {
      const shifts: unknown[] = []
      Object.assign(window, { shifts })
      const note = (entries: PerformanceObserverEntryList) => shifts.push(...entries.getEntries())
      new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true })
    })
    for (const screen of ['read', 'library', 'storage', 'settings', 'sync'] as const) {
      const page = await bench.visit.context.newPage()
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto(`${bench.demo.url}#/${screen === 'read' ? '' : screen}`)
      await page.getByTestId(`screen-${screen}`).waitFor()
      await isCurrent(page)
      await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
      // Two frames, so that what was shown last is painted, too.
      const moved = await page.evaluate(async () => {
        for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
        interface Shift {
          readonly value: number
          readonly sources: readonly { readonly node: Node | null }[]
        }
        const { shifts } = window as unknown as { shifts: readonly Shift[] }
        const what = shifts.map(({ value, sources }) => {
          const texts = sources.map(({ node }) => node?.textContent?.slice(0, 40))
          return `${value.toFixed(3)} ${texts.join(' | ')}`
        })
        return { by: shifts.reduce((sum, { value }) => sum + value, 0), what }
      })
      // What counts as good; on a busy machine a face that arrives late moves a line by a hundredth.
      expect(moved.by, [screen, ...moved.what].join('\n')).toBeLessThan(0.1)
      await page.close()
    }
  })
})

describe('settings', () => {
  it('change the language at once, and are there before the first paint', async () => {
    const page = await bench.visit.open('#/settings')
    await expect.poll(() => root(page)).toEqual({ lang: 'en', dir: 'ltr', theme: 'light' })
    await page.getByLabel('العربية').check()
    await page.getByRole('heading', { name: 'الإعدادات' }).waitFor()
    await expect.poll(() => page.title()).toBe('الإعدادات – ورق')
    await page.getByLabel('داكن').check()
    await expect.poll(() => root(page)).toEqual({ lang: 'ar', dir: 'rtl', theme: 'dark' })
    const leftOfSide = () => page.locator('.side').evaluate((side) => side.getBoundingClientRect().left)
    await expect.poll(leftOfSide).toBeGreaterThan(600)
    expect(await paintedFirst(page)).toEqual({ lang: 'ar', dir: 'rtl', theme: 'dark' })
    await page.getByLabel('English').check()
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
  })

  it('call chapters in the script of the page, after a reload without a service', async () => {
    const page = await bench.visit.open('#/')
    const name = page.getByTestId('chapter-link-1').locator('.chapter-name')
    await expect.poll(() => name.innerText()).toBe('Al-Fatihah')
    await page.goto(`${bench.demo.url}#/settings`)
    await page.getByLabel('العربية').check()
    await page.goto(`${bench.demo.url}#/`)
    await expect.poll(() => name.innerText()).toBe('الفاتحة')
    await page.getByLabel('الأجزاء').check()
    await expect.poll(() => page.getByTestId('juz-link-1').innerText()).toMatch(/الفاتحة/)
    await bench.stopServices()
    await page.reload()
    await expect.poll(() => page.getByTestId('juz-link-1').innerText()).toMatch(/الفاتحة/)
    await page.getByLabel('السور').check()
    await expect.poll(() => name.innerText()).toBe('الفاتحة')
  })

  it('are the same in another tab', async () => {
    const [one, other] = [await bench.visit.open('#/settings'), await bench.visit.open('#/library')]
    await one.bringToFront()
    await one.getByLabel('Sepia').check()
    await expect.poll(async () => (await root(other)).theme).toBe('sepia')
  })

  it('follow the device until the reader chooses', async () => {
    const page = await bench.visit.open('#/settings')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(async () => (await root(page)).theme).toBe('dark')
    await page.getByLabel('Light').check()
    expect((await root(page)).theme).toBe('light')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.emulateMedia({ colorScheme: 'dark' })
    expect((await root(page)).theme).toBe('light')
  })

  it('make the texts larger', async () => {
    const page = await bench.visit.open('#/settings')
    const sample = page.locator('.sample .verse-translation')
    const size = () => sample.evaluate((each) => parseFloat(getComputedStyle(each).fontSize))
    const before = await size()
    await page.getByLabel('Translations', { exact: true }).fill('6')
    await expect.poll(size).toBeCloseTo(before * 2, 1)
  })
})

describe('the details of syncing', () => {
  const isOpen = (page: Page) =>
    page.locator('#sync-details').evaluate((each) => each.matches(':popover-open'))

  it('are closed by Back and by a way to another page; what was open leaves nothing in the history', async () => {
    const page = await bench.visit.open('#/library')
    await page.getByTestId('screen-library').waitFor()
    await showDetails(page, true)
    await page.goBack()
    await expect.poll(() => isOpen(page)).toBe(false)
    await page.getByTestId('screen-library').waitFor()
    await showDetails(page, true)
    await page.getByTestId('nav-search').click()
    await page.getByTestId('screen-search-page').waitFor()
    expect(await isOpen(page)).toBe(false)
    await page.goBack()
    await page.getByTestId('screen-library').waitFor()
    expect(await page.evaluate(() => Boolean(history.state?.sync))).toBe(false)
    await showDetails(page, true)
    await page.evaluate(() => location.assign('#/settings'))
    await expect.poll(() => isOpen(page)).toBe(false)
    await page.close()
  })

  it('are open again after a reload, and by Forward; Back closes them each time', async () => {
    const page = await bench.visit.open('#/library')
    await page.getByTestId('screen-library').waitFor()
    await showDetails(page, true)
    await page.reload()
    await expect.poll(() => isOpen(page)).toBe(true)
    await page.goBack()
    await expect.poll(() => isOpen(page)).toBe(false)
    await page.goForward()
    await expect.poll(() => isOpen(page)).toBe(true)
    await page.goBack()
    await expect.poll(() => isOpen(page)).toBe(false)
    await page.getByTestId('screen-library').waitFor()
    await page.close()
  })
})
