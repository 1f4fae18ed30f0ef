import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { noteStart, type StartNoted } from './measures/start-noted.ts'
import { patience } from './reader-visit.ts'
import { StateBench } from './state-bench.ts'

/** What stands between opening a page and its first verse, where the verse is on the device. Counted, not timed. */

const bench = new StateBench()

/**
 * Bytes, compressed, of all scripts that the page is sent before it shows anything. Two thousand of them are forms of schemas
 * that only the operations of user data need: zod has all forms in one module.
 */
const mostScript = 201_000

async function openWarm(): Promise<StartNoted> {
  const before = await bench.openKept()
  // Names are kept, too.
  await before.goto(`${bench.demo.url}#/chapter/112`)
  await before.getByTestId('verse-112:4').waitFor()
  await before.close()
  await bench.visit.context.addInitScript(noteStart)
  const page = await bench.visit.open('#/chapter/112')
  await page.getByTestId('verse-112:1').waitFor()
  await expect.poll(() => page.evaluate(() => 'firstVerse' in globalThis), patience).toBe(true)
  return page.evaluate(() => (globalThis as unknown as { firstVerse: StartNoted }).firstVerse)
}

describe('the first verse of a chapter that is here', () => {
  it('takes six transactions at most, and nothing that the text does not need', async () => {
    const { transactions, workers, requests } = await openWarm()
    expect(transactions.length, transactions.join('\n')).toBeLessThanOrEqual(6)
    expect(workers).toEqual([])
    expect(requests).toEqual([])
  })

  it('brings names and translation with it, and starts syncing after', async () => {
    const { text } = await openWarm()
    expect(text).toContain('Al-Ikhlas')
    expect(text).toContain('Saheeh International')
    const page = bench.visit.context.pages().at(-1)!
    await expect
      .poll(() => page.workers().some((each) => each.url().includes('engine-worker')), patience)
      .toBe(true)
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

  it('is sent few scripts', () => {
    const { files } = bench.demo
    const index = files.get('/index.html')!.body.toString()
    const scripts = [...index.matchAll(/"(\/[^"]+\.js)"/g)].map(([, path]) => path!)
    const sizes = scripts.map((path) => [path, gzipSync(files.get(path)!.body).length] as const)
    const sum = sizes.reduce((all, [, size]) => all + size, 0)
    expect(sum, sizes.map((each) => each.join(' ')).join('\n')).toBeLessThan(mostScript)
    // Each is a turn of a slow line.
    expect(scripts.length).toBeLessThan(9)
    // What is loaded later is not among them.
    expect(scripts.filter((path) => /Page|Panel|Player-|workbox/.test(path))).toEqual([])
  })
})
