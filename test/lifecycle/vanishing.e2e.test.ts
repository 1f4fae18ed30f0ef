import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundlePage, type StaticFile } from './bundle.ts'
import type { Moment } from './moments.ts'
import { OwnBrowser } from './own-browser.ts'
import type { Came } from './page/page.ts'
import { everything, startServices, type Services } from './services.ts'
import { Tab } from './tabs.ts'

/**
 * The database goes away in the middle of a run: another tab deletes it, or the user clears the site's data. With any
 * outcome of the run, no token is ever stored beside resources that are not there.
 */

let files: ReadonlyMap<string, StaticFile>
let browser: OwnBrowser
const table: Record<string, unknown> = {}

beforeAll(async () => {
  files = await bundlePage()
  browser = await OwnBrowser.start()
})

afterAll(async () => {
  console.table(table)
  await browser?.discard()
})

/** By name: in which request of a bootstrap of 5 pages and 22 snapshots it happens, and whether answers wait for it. */
const moments: Readonly<Record<string, Moment>> = {
  'before the first page': { request: 1, part: 0, hold: true },
  'between pages': { request: 3, part: 0.5, hold: true },
  'before the first snapshot': { request: 6, part: 0, hold: true },
  'between snapshots': { request: 16, part: 0.5, hold: true },
  'while snapshots are written': { request: 18, part: 1, hold: false },
  'in the last snapshot': { request: 27, part: 0.9, hold: true },
  'in the commit': { request: 27, part: 1, hold: false },
}

const ways: Readonly<Record<string, (other: Tab, services: Services) => Promise<unknown>>> = {
  'deleted by another tab': (other) => other.call('deleteDatabase'),
  'cleared by the user': (other, { origin }) =>
    other.cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
}

/** Error codes of a run whose database went away; each tells what to do. */
const clear = [
  'storage_lost',
  'storage_failed',
  'subscription_changed',
  'writer_superseded',
  'not_subscribed',
]

function expectClear({ outcome, error }: Came): void {
  if (outcome === 'current') return
  expect(clear, JSON.stringify(error)).toContain(error?.code)
}

async function vanish(way: string, moment: string): Promise<void> {
  const services = await startServices(files)
  const filter = everything(services)
  const tab = await Tab.open(browser.context, services, { name: 'a' })
  const other = await Tab.open(browser.context, services, { name: 'b' })
  try {
    // The other tab has it open, too, and reads.
    await other.subscribe(filter)
    await other.call('installed')
    await tab.subscribe(filter)
    const armed = services.arm(moments[moment]!)
    const sync = tab.sync()
    await armed.reached
    await ways[way]!(other, services)
    expect(await other.call('uncovered')).toEqual([])
    armed.release()
    const came = await sync
    expectClear(came)
    await tab.call('rest')
    expect(await tab.call('uncovered')).toEqual([])

    const next = await other.sync()
    expectClear(next)
    expect(await other.call('uncovered')).toEqual([])
    for (const each of [tab, other]) {
      await each.subscribe(filter)
      expect(await each.sync()).toMatchObject({ outcome: 'current', error: null })
    }
    await tab.call('rest')
    const expected = await services.digests()
    for (const each of [tab, other]) expect(await each.digests(services.keys)).toEqual(expected)
    expect(await tab.call('complaints')).toEqual([])
    expect([...(await tab.call('stray')), ...(await other.call('stray'))]).toEqual([])
    table[`${way}, ${moment}`] = {
      'the run': came.outcome,
      says: came.error?.code ?? '',
      'the next': next.outcome,
    }
  } finally {
    await tab.close()
    await other.close()
    await services.close()
  }
}

/** All moments by `pnpm test:deep lifecycle --thorough`; else two. */
const tried =
  process.env['WARAQ_THOROUGH'] === undefined
    ? ['between pages', 'in the last snapshot']
    : Object.keys(moments)

describe.each(Object.keys(ways))('a database that is %s in mid-run', (way) => {
  it.each(tried)('%s: the next sync brings everything back', { timeout: 5 * 60_000 }, (moment) =>
    vanish(way, moment),
  )
})
