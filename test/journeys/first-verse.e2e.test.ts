import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { noteStart, type StartNoted } from './measures/start-noted.ts'
import { storage } from './reader-visit.ts'
import { StateBench } from './state-bench.ts'

/** What stands between opening a page and its first verse, where the verse is on the device. Counted, not timed. */

const bench = new StateBench()

/** Bytes of the scripts that have to be there before the verse, by gzip. Two thousand of them are addresses of ranges and links to verses. */
const mostScript = 62_500

async function openWarm(): Promise<StartNoted> {
  const before = await bench.openKept()
  // Names are kept, too.
  await before.goto(`${bench.demo.url}#/chapter/112`)
  await before.getByTestId('verse-112:4').waitFor()
  await before.close()
  await bench.visit.context.addInitScript(noteStart)
  const page = await bench.visit.open('#/chapter/112')
  await page.getByTestId('verse-112:1').waitFor()
  await expect.poll(() => page.evaluate(() => 'firstVerse' in globalThis)).toBe(true)
  return page.evaluate(() => (globalThis as unknown as { firstVerse: StartNoted }).firstVerse)
}

/** Opens an address of what is here. The scripts that make the page are held back until `release`; what the text needs is not. */
async function openWithSlowAnswers(hash: string) {
  await openWarm()
  const { context } = bench.visit
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await context.route('**/assets/start-*.js', async (route) => {
    await held
    await route.continue()
  })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(`${bench.demo.url}${hash}`)
  return { page, release, errors }
}

describe('the first verse of a chapter that is here', () => {
  it('takes two transactions, of library and names, and nothing that the text does not need', async () => {
    const { transactions, workers, requests } = await openWarm()
    expect(transactions.map((each) => each.split(' ', 2).join(' ')).sort()).toEqual([
      'waraq readonly',
      'waraq-catalogue readonly',
    ])
    expect(workers).toEqual([])
    expect(requests).toEqual([])
  })

  it('brings names and translation with it, and starts syncing after', async () => {
    const { text } = await openWarm()
    expect(text).toContain('Al-Ikhlas')
    expect(text).toContain('Saheeh International')
    const page = bench.visit.context.pages().at(-1)!
    await expect.poll(() => page.workers().some((each) => each.url().includes('engine-worker'))).toBe(true)
  })

  it('is all that is loaded at once: another screen says that it is opening, or that it could not', async () => {
    await bench.visit.context.route('**/assets/SettingsPage*', () => undefined)
    await bench.visit.context.route('**/assets/StoragePage*', (route) => route.abort())
    const page = await bench.visit.open('#/settings')
    await page.getByRole('status').getByText('Opening…', { exact: true }).first().waitFor()
    await page.goto(`${bench.demo.url}#/storage`)
    await page.getByRole('alert').getByText('could not be opened').waitFor()
    await page.getByRole('alert').getByRole('button', { name: 'Reload' }).waitFor()
    await page.screenshot({ path: 'test/.artifacts/screen-not-loaded.png' })
    // Once it can be had, it opens, without loading the page again.
    await bench.visit.context.unroute('**/assets/StoragePage*')
    await page.goto(`${bench.demo.url}#/library`)
    await page.getByTestId('library').waitFor()
    await page.goto(`${bench.demo.url}#/storage`)
    await storage(page).waitFor()
  })

  it('is sent compressed', async () => {
    const page = await bench.visit.context.newPage()
    const encodings = new Map<string, string | undefined>()
    page.on('response', (response) => {
      const kind = response.request().resourceType()
      encodings.set(kind, response.headers()['content-encoding'])
    })
    await page.goto(bench.demo.url)
    await page.getByTestId('screen-read').waitFor()
    for (const kind of ['document', 'script', 'stylesheet']) expect(encodings.get(kind), kind).toBe('br')
  })

  it('needs few scripts', async () => {
    const { scripts } = await openWarm()
    const sizes = scripts.map((path) => [path, gzipSync(bench.demo.files.get(path)!.body).length] as const)
    const sum = sizes.reduce((all, [, size]) => all + size, 0)
    expect(sum, sizes.map((each) => each.join(' ')).join('\n')).toBeLessThan(mostScript)
    // The one before the first paint, and the entry.
    expect(scripts.length).toBe(2)
  })

  it('takes a mode that is chosen before React is here', async () => {
    const { page, release, errors } = await openWithSlowAnswers('#/chapter/112')
    await page.locator('.modes').getByLabel('Arabic', { exact: true }).check()
    await page.getByTestId('verse-112:1').getByTestId('verse-translation').waitFor()
    release()
    await expect.poll(() => page.getByTestId('verse-translation').count()).toBe(0)
    expect(await page.locator('.modes input:checked').evaluateAll((all) => all.length)).toBe(1)
    expect(errors).toEqual([])
    // And then it is there with the first text.
    const { page: again, release: releaseAgain } = await openWithSlowAnswers('#/chapter/112')
    await again.locator('[data-mode="arabic"]').waitFor()
    expect(await again.getByTestId('verse-translation').count()).toBe(0)
    releaseAgain()
    await again.locator('.modes').getByLabel('Translation', { exact: true }).check()
    await again.getByTestId('verse-translation').first().waitFor()
  })

  it('is there in every mode, also where the words come later', async () => {
    const { page, release } = await openWithSlowAnswers('#/chapter/112')
    release()
    await page.locator('.modes').getByLabel('Words', { exact: true }).check()
    await page.locator('[data-mode="words"]').waitFor()
    await page.close()
    const { page: again, release: releaseAgain, errors } = await openWithSlowAnswers('#/chapter/112')
    await again.locator('[data-mode="words"]').waitFor()
    await again.getByTestId('verse-112:4').getByTestId('verse-arabic').waitFor()
    releaseAgain()
    // What is known only once React is here: there are no words on this device.
    await again.locator('.modes a[href="#/library"]').first().waitFor()
    await again.getByTestId('verse-112:4').getByTestId('verse-arabic').waitFor()
    expect(errors).toEqual([])
  })

  it('stands in the page before React does, which takes it over: nothing moves, and focus, selection and scroll stay', async () => {
    const { page, release, errors } = await openWithSlowAnswers('#/chapter/112/4')
    const verse = page.getByTestId('verse-112:4')
    await verse.waitFor()
    const written = await page.evaluate(() => document.getElementById('root')!.outerHTML)
    await page.evaluate(() => {
      const shown = document.querySelector('[data-verse="112:4"]')!
      shown.querySelector('button')!.focus()
      getSelection()!.selectAllChildren(shown.querySelector('.verse-arabic')!)
      Object.assign(window, { shown, topBefore: shown.getBoundingClientRect().top, shifts: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Object.assign(window, { shifts: (window as never)['shifts'] + (entry as never)['value'] })
      }).observe({ type: 'layout-shift' })
    })
    release()
    // What is known only once the page is made.
    await page.locator('[data-testid="sync-state"][data-state="current"]').waitFor()
    const after = await page.evaluate(() => {
      const { shown, topBefore, shifts } = window as unknown as {
        shown: Element
        topBefore: number
        shifts: number
      }
      return {
        isSame: shown === document.querySelector('[data-verse="112:4"]'),
        hasFocus: document.activeElement === shown.querySelector('button'),
        selected:
          getSelection()!.toString().trim() === shown.querySelector('.verse-arabic')!.textContent.trim(),
        moved: Math.round(shown.getBoundingClientRect().top - topBefore),
        shifts,
      }
    })
    expect(after).toEqual({ isSame: true, hasFocus: true, selected: true, moved: 0, shifts: 0 })
    expect(errors).toEqual([])
    expect(written).toContain('data-verse="112:4"')
  })

  it('loses no press: what a button does comes once React has taken over', async () => {
    const { page, release, errors } = await openWithSlowAnswers('#/chapter/112/4')
    await page.getByTestId('verse-112:4').getByTestId('verse-actions').click()
    release()
    await page.getByRole('button', { name: 'Copy text' }).waitFor()
    expect(errors).toEqual([])
  })

  it('loses no press of what the browser would open by itself', async () => {
    const { page, release, errors } = await openWithSlowAnswers('#/chapter/112/4')
    await page.getByTestId('verse-112:4').waitFor()
    await page.getByTestId('sync-state').click()
    release()
    await page.getByTestId('sync-now').waitFor()
    expect(errors).toEqual([])
  })

  it('gives way where the reader has gone elsewhere meanwhile', async () => {
    const { page, release, errors } = await openWithSlowAnswers('#/chapter/112')
    await page.getByTestId('verse-112:1').waitFor()
    // A link needs no React.
    await page.getByTestId('nav-library').click()
    release()
    await page.getByTestId('screen-library').waitFor()
    await expect.poll(() => page.locator('#root > *').count()).toBe(1)
    await expect.poll(() => page.getByTestId('verse-112:1').count()).toBe(0)
    expect(errors).toEqual([])
  })
})
