import type { EngineStatus } from 'waraq'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundlePage } from './bundle.ts'
import { perPage } from './content.ts'
import { OwnBrowser } from './own-browser.ts'
import { waitFor } from './wait-for.ts'
import { everything, startServices, type Services } from './services.ts'
import { Tab } from './tabs.ts'

/** Ten tabs of one site at once, as a browser opens them that goes on where it was closed. */

const names = Array.from({ length: 10 }, (_, index) => `tab-${index}`)

let services: Services
let browser: OwnBrowser
let tabs: Tab[]

beforeAll(async () => {
  services = await startServices(await bundlePage())
  browser = await OwnBrowser.start()
  tabs = await Promise.all(names.map((name) => Tab.open(browser.context, services, { name })))
})

afterAll(async () => {
  await browser?.discard()
  await services?.close()
})

const reported = () => Promise.all(tabs.map((tab) => tab.call('reported')))

/**
 * The parts of the status that all tabs have to agree on, without the stored bytes, which each tab asks for at another
 * time.
 */
function common(status: EngineStatus | null): string {
  return JSON.stringify({ ...status, role: null, storage: null })
}

function roles(statuses: readonly (EngineStatus | null)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const status of statuses) counts[status?.role ?? 'none'] = (counts[status?.role ?? 'none'] ?? 0) + 1
  return counts
}

describe('ten tabs that open at once on an empty database', { timeout: 5 * 60_000 }, () => {
  it('make one bootstrap, say the same of it, and all show its content', async () => {
    const filter = everything(services)
    const keys = services.keys
    const middle = services.arm({ request: 12, part: 0.5, hold: true })
    const syncs = tabs.map(async (tab) => {
      await tab.subscribe(filter)
      return tab.sync({ joinRunning: true })
    })

    const { tab: writer } = await middle.reached
    await waitFor(
      () => tabs[0]!.call('election'),
      ({ held, waiting }) => held === 1 && waiting === 9,
      'nine tabs that wait for the tenth',
    )
    const during = await waitFor(
      reported,
      (statuses) => new Set(statuses.map(common)).size === 1 && statuses[0]?.activity?.phase === 'fetching',
      'ten tabs that say the same of the run',
    )
    expect(roles(during)).toEqual({ writer: 1, follower: 9 })
    expect(during[names.indexOf(writer)]?.role).toBe('writer')
    expect(during[0]!.subscriptions).toMatchObject([
      { filter, sequence: null, inProgress: true, lastRun: null },
    ])
    middle.release()

    const came = await Promise.all(syncs)
    expect(came.map(({ outcome }) => outcome)).toEqual(names.map(() => 'current'))
    expect(came.map(({ runs }) => runs.map(({ joined }) => joined))).toEqual(
      names.map((name) => [name !== writer]),
    )
    expect(came[names.indexOf(writer)]!.runs[0]).toMatchObject({ mode: 'bootstrap', snapshots: keys.length })

    // One batch, each snapshot once, all by the one writer; no other tab even asked for a token.
    const pages = Math.ceil(keys.length / perPage)
    const steps = services.asked.map(({ step }) => step)
    expect(steps.filter((step) => step === 'sync')).toHaveLength(pages)
    expect(steps.filter((step) => step !== 'sync').sort()).toEqual([...keys].sort())
    expect(services.asked.filter(({ query }) => query.includes('bootstrap=true'))).toHaveLength(1)
    expect([...new Set(services.asked.map(({ tab }) => tab))]).toEqual([writer])
    expect(services.tokens).toEqual([writer])
    const atSandbox = services.sandbox.requests.filter(({ path }) =>
      /\/resources\/(sync|snapshots)/.test(path),
    )
    expect(atSandbox.map(({ method, status }) => `${method} ${status}`)).toEqual(steps.map(() => 'GET 200'))

    const expected = await services.digests(keys)
    for (const tab of tabs) expect([tab.name, await tab.digests(keys)]).toEqual([tab.name, expected])

    const after = await waitFor(
      reported,
      (statuses) => new Set(statuses.map(common)).size === 1 && roles(statuses)['idle'] === 10,
      'ten tabs that say that all rest',
    )
    expect(after[0]!.activity).toBeNull()
    expect(after[0]!.subscriptions).toMatchObject([
      { filter, resources: keys.length, inProgress: false, stale: false, lastRun: { outcome: 'current' } },
    ])
    await tabs[0]!.call('rest')
    expect(await tabs[0]!.call('complaints')).toEqual([])
    for (const tab of tabs) expect(await tab.call('stray')).toEqual([])
  })
})
