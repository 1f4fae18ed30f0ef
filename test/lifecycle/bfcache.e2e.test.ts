import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bundlePage, type StaticFile } from './bundle.ts'
import { OwnBrowser } from './own-browser.ts'
import type { Came } from './page/page.ts'
import { waitFor } from './wait-for.ts'
import { everything, startServices, type Services } from './services.ts'
import { Tab } from './tabs.ts'

/**
 * A reader who leaves the page and comes back by the browser's back button finds it as it was, worker and all, or loaded
 * anew; which one is the browser's choice. Either way it shows what is right and goes on.
 */

let files: ReadonlyMap<string, StaticFile>
let browser: OwnBrowser
let services: Services
let tab: Tab
const open: Tab[] = []
const table: Record<string, unknown> = {}

beforeAll(async () => {
  files = await bundlePage()
  browser = await OwnBrowser.start()
})

afterAll(async () => {
  console.table(table)
  await browser?.discard()
})

beforeEach(async () => {
  services = await startServices(files)
  tab = await openTab('traveller')
})

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
  await services?.close()
})

async function openTab(name: string): Promise<Tab> {
  const opened = await Tab.open(browser.context, services, { name })
  await opened.subscribe(everything(services))
  open.push(opened)
  return opened
}

/** Why the browser did not keep the page, where it says so. */
const reasons: string[] = []

async function leave(): Promise<void> {
  reasons.splice(0)
  await tab.cdp.send('Page.enable')
  tab.cdp.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    reasons.push(...notRestoredExplanations.map(({ reason }) => reason))
  })
  await tab.page.goto(`${services.origin}/elsewhere`)
}

/** Returns whether it is still the page that was left. */
async function comeBack(): Promise<boolean> {
  // Nothing is loaded where the page was kept, so there is no load to wait for. Back it goes once this has its answer, which
  // would be lost otherwise.
  await tab.cdp.send('Runtime.evaluate', { expression: 'void setTimeout(() => history.back())' })
  await tab.page.waitForFunction(() => 'waraq' in window)
  return tab.call('wasKept')
}

async function expectRight(kept: boolean, name: string, came: Came | null = null): Promise<void> {
  if (!kept) await tab.subscribe(everything(services))
  expect(await tab.sync({ joinRunning: false })).toMatchObject({ outcome: 'current', error: null })
  expect(await tab.digests(services.keys)).toEqual(await services.digests())
  await tab.call('rest')
  expect(await tab.call('complaints')).toEqual([])
  expect(await tab.call('stray')).toEqual([])
  table[name] = {
    page: kept ? 'kept' : 'loaded anew',
    'because of': reasons.join(', '),
    'its run': came?.outcome ?? '',
  }
}

/** Begins a sync that stops in the middle, in the page that is left and may come back. */
async function beginSync(): Promise<() => void> {
  const middle = services.arm({ request: 12, part: 0.5, hold: true })
  await tab.call('beginSync')
  await middle.reached
  return middle.release
}

const ended = (came: Came | null): boolean => came !== null

describe('leaving in mid-run and coming back', () => {
  it('goes on with the run, or begins anew where it stopped', async () => {
    const release = await beginSync()
    await leave()
    release()
    const kept = await comeBack()
    const came = kept ? await waitFor(() => tab.call('begun'), ended, 'the run to go on') : null
    // A snapshot that was being received may have been cut off; then it is needed, and the next run fetches it.
    if (kept) expect(came).toMatchObject({ outcome: expect.stringMatching(/^(current|partial)$/) })
    await expectRight(kept, 'in mid-run', came)
  })

  it('keeps no other tab from syncing meanwhile', async () => {
    const other = await openTab('other')
    const release = await beginSync()
    await leave()
    const sync = await other.sync()
    expect(sync).toMatchObject({ outcome: 'current', error: null })
    expect(await other.digests(services.keys)).toEqual(await services.digests())
    release()
    const kept = await comeBack()
    if (kept) await waitFor(() => tab.call('begun'), ended, 'the run to end')
    await expectRight(kept, 'in mid-run, while another tab syncs')
  })
})

describe('leaving at rest and coming back', () => {
  it('shows what changed meanwhile, although it heard nothing of it', async () => {
    expect(await tab.sync()).toMatchObject({ outcome: 'current' })
    // A tab that sends no message: a message to a page in the cache makes the browser give the page up.
    const silent = await Tab.open(browser.context, services, { name: 'silent' })
    open.push(silent)
    await tab.call('rest')
    await leave()
    await silent.page.evaluate(() => window.waraq.change('meta', 'counters', { commits: 4_000 }))
    const kept = await comeBack()
    if (kept)
      await waitFor(
        () => tab.call('reported'),
        (status) => status?.commits === 4_000,
        'the status',
      )
    await expectRight(kept, 'at rest, silent change')
  })

  it('shows what another tab synced meanwhile, without asking for it', async () => {
    const other = await openTab('other')
    expect(await tab.sync()).toMatchObject({ outcome: 'current' })
    await tab.call('follow')
    const before = await waitFor(
      () => tab.call('followed'),
      (count) => count === services.keys.length,
      'content',
    )
    await leave()
    services.sandbox.hide('translations:20')
    expect(await other.sync({ joinRunning: false })).toMatchObject({ outcome: 'current' })
    const kept = await comeBack()
    if (kept) {
      await waitFor(
        () => tab.call('followed'),
        (count) => count === before - 1,
        'the change',
      )
      const { commits } = (await other.call('reported'))!
      await waitFor(
        () => tab.call('reported'),
        (status) => status?.commits === commits,
        'the status',
      )
    }
    await expectRight(kept, 'at rest, another tab syncs')
  })
})
