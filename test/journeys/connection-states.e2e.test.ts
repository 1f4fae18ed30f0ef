import { beforeEach, describe, expect, it } from 'vitest'
import { grow } from './database-from-outside.ts'
import {
  endEngineWorker,
  expectNoSpinner,
  expectReadable,
  goTo,
  isCurrent,
  isOffline,
  keep,
  notice,
  shellIsKept,
  showDetails,
  storage,
  syncNow,
  syncState,
  syncWords,
} from './reader-visit.ts'
import { StateBench } from './state-bench.ts'

/** What the reader says in each state that its worker, the network, the content's age and its own updates can cause. */

const bench = new StateBench()

describe('a worker that ends', () => {
  it('is replaced without a word where that is a matter of a moment', async () => {
    const page = await bench.openKept()
    await endEngineWorker(page)
    await syncNow(page)
    await isCurrent(page)
    expect(await page.getByRole('alert').innerText()).toBe('')
    await expectReadable(page)
  })

  it('is told of where the next one takes its time', async () => {
    bench.serveUncached()
    const page = await bench.openKept()
    let start = () => {}
    const started = new Promise<void>((resolve) => (start = resolve))
    await page.context().route(/engine-worker/, async (route) => {
      await started
      await route.continue()
    })
    await endEngineWorker(page)
    // It passes by itself and hinders no reading: the sign says it, and nothing stands over the text.
    await page.getByRole('button', { name: /Restarting sync/ }).waitFor()
    expect(await notice(page, 'restarting').count()).toBe(0)
    expect(await page.getByRole('alert').innerText()).toBe('')
    await showDetails(page, true)
    await expect.poll(() => notice(page, 'restarting').innerText()).toMatch(/continue reading/i)
    await showDetails(page, false)
    await expectReadable(page)
    await bench.record.note(page, 'worker-restarting', 'the worker was lost and another one is being started')
    start()
    await expect.poll(() => syncState(page).getAttribute('aria-label')).not.toMatch(/restarting/i)
    await expectNoSpinner(page)
  })

  it('is told of where no other one starts; reading goes on', async () => {
    bench.serveUncached()
    const page = await bench.openKept()
    // A syntax error, as a page gets that is sent in the place of a script.
    bench.replaceFiles(/engine-worker/, () => '<!doctype html>')
    // In the middle of a sync: the killed worker cannot tell its end.
    bench.demo.sandbox.fault({ match: { path: 'sync' }, times: null, effect: { delayMs: 60_000 } })
    // Where one has begun by itself, the button is disabled, and the event is of no consequence.
    await showDetails(page, true)
    await page.getByTestId('sync-now').dispatchEvent('click')
    await showDetails(page, false)
    await page.locator('[data-running="true"]').waitFor()
    await endEngineWorker(page)
    await notice(page, 'stopped').waitFor()
    await expect
      .poll(() => page.getByRole('alert').innerText())
      .toMatch(/syncing has stopped[^]*you can still read/i)
    await expectReadable(page)
    await expectNoSpinner(page)
    await bench.record.note(page, 'worker-stopped', 'no worker starts any more')
    bench.demo.sandbox.clearFaults()
    // The page tries again by itself, and sooner when the reader asks for it.
    await showDetails(page, true)
    await expect.poll(() => page.getByTestId('sync-now').isDisabled()).toBe(true)
    await notice(page, 'stopped').getByRole('button', { name: 'Try again' }).click()
    await showDetails(page, false)
    // What was seen in the details stands no longer over the text.
    expect(await notice(page, 'stopped').count()).toBe(0)
    bench.restoreFiles()
    await expect.poll(() => syncState(page).getAttribute('aria-label')).not.toMatch(/stopped/)
    await syncNow(page)
    await isCurrent(page)
  })
})

describe('a browser that stores nothing', () => {
  it('keeps the library in memory, says so, and can be read', async () => {
    // As where the visitor has forbidden the site to store anything: page and worker are served with an IndexedDB that
    // refuses to open.
    const refuse = 'IDBFactory.prototype.open = () => { throw new DOMException("Denied", "SecurityError") };'
    bench.serveUncached()
    bench.replaceFiles(/\/assets\/(engine-worker|index)-.*\.js$/, (text) => `${refuse}\n${text}`)
    const page = await bench.visit.open()
    await notice(page, 'memory').waitFor()
    await expect
      .poll(() => page.getByRole('alert').innerText())
      .toMatch(/does not save data[^]*private window/i)
    await keep(page)
    await isCurrent(page)
    await goTo(page, 'storage')
    await expect.poll(() => storage(page).getAttribute('data-state')).toBe('memory')
    await expectNoSpinner(page)
    await expectReadable(page)
    await bench.record.note(page, 'memory', 'IndexedDB refuses to open; the library is in memory')
  })
})

describe('no network from the start', () => {
  beforeEach(() => bench.newVisit({ serviceWorkers: 'allow' }))

  it('shows what is kept', async () => {
    const before = await bench.openKept()
    await shellIsKept(before)
    await before.close()
    await bench.visit.context.setOffline(true)
    const page = await bench.visit.open()
    await isOffline(page)
    await expect.poll(() => syncWords(page)).toMatch(/showing your downloads.*last synced/i)
    // It is as it should be, so the page tells it only where the reader asks.
    for (const role of ['alert', 'status'] as const)
      expect(await page.locator(`.notices [role=${role}]`).innerText()).toBe('')
    await expectNoSpinner(page)
    await expectReadable(page)
    await bench.record.note(page, 'offline-kept', 'no network from the start, content kept')
  })

  it('offers the choice where nothing is kept, and fetches it when the network is there', async () => {
    const before = await bench.visit.open()
    await shellIsKept(before)
    await before.getByTestId('chapter-link-112').waitFor()
    await before.close()
    await bench.visit.context.setOffline(true)
    const page = await bench.visit.open()
    await page.getByText(/choose translations to begin/i).waitFor()
    await isOffline(page)
    await expect.poll(() => notice(page, 'offline-empty').innerText()).toMatch(/nothing downloaded/i)
    await expectNoSpinner(page)
    await bench.record.note(page, 'offline-nothing', 'no network from the start, nothing kept')
    await keep(page)
    const waiting = page.getByTestId('progress-translations:20')
    await expect.poll(() => waiting.innerText()).toMatch(/waiting for a connection/i)
    await expectNoSpinner(page)
    await bench.record.note(page, 'offline-chosen', 'no network, something was chosen')
    await bench.visit.context.setOffline(false)
    await syncNow(page)
    await isCurrent(page)
    await expectReadable(page)
  })
})

describe('content that was not confirmed for long', () => {
  beforeEach(() => bench.newVisit({ serviceWorkers: 'allow' }))

  it('is shown, and said to be out of date by each text and in the header', async () => {
    const before = await bench.openKept()
    await shellIsKept(before)
    await before.close()
    await grow(await bench.visit.outside(), 9)
    bench.demo.sandbox.fault({ match: { path: 'sync' }, times: null, effect: { status: 403 } })
    const page = await bench.visit.open()
    await expect.poll(() => syncWords(page)).toMatch(/^out of date: last synced 9 days ago · /i)
    await goTo(page, 'library')
    const resource = page.getByTestId('progress-translations:20')
    await expect.poll(() => resource.innerText()).toMatch(/out of date: last checked 9 days ago/i)
    await expectReadable(page)
    await expectNoSpinner(page)
    await bench.record.note(page, 'stale', 'nine days without a sync; the service refuses')
    await bench.visit.context.setOffline(true)
    await page.reload()
    await expect.poll(() => syncWords(page)).toMatch(/out of date, last synced 9 days ago/i)
    await expectNoSpinner(page)
    await bench.record.note(page, 'stale-offline', 'nine days without a sync, no network')
  })
})

describe('a new version of the reader', () => {
  beforeEach(() => bench.newVisit({ serviceWorkers: 'allow' }))

  it('is offered and not forced upon the reader', async () => {
    const page = await bench.openKept()
    await shellIsKept(page)
    bench.replaceFiles(/service-worker/, (text) => `${text}\nself.isNewVersion = true\n`)
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
    const prompt = notice(page, 'update')
    await prompt.waitFor()
    await expect.poll(() => prompt.getByRole('button').allInnerTexts()).toEqual(['Reload', 'Later'])
    await expectNoSpinner(page)
    await expectReadable(page)
    await bench.record.note(page, 'update-ready', 'a new version of the reader is ready')
    await prompt.getByRole('button', { name: 'Later' }).click()
    expect(await prompt.count()).toBe(0)
    // A reader who asks still sees it.
    await showDetails(page, true)
    await prompt.getByRole('button', { name: 'Reload' }).waitFor()
  })
})
