import type { EngineStatus } from 'waraq'
import { expect } from 'vitest'
import { perPage } from '../lifecycle/content.ts'
import { waitFor } from '../lifecycle/wait-for.ts'
import { expectAllRight, type Stage } from './stage.ts'

const names = Array.from({ length: 10 }, (_, index) => `tab-${index}`)

/**
 * The parts of the status that must be equal in all tabs. The number of stored bytes is excluded, because each tab reads it
 * at a different time.
 */
function common(status: EngineStatus | null): string {
  return JSON.stringify({ ...status, role: null, storage: null })
}

export function manyTabsTests(stage: Stage): void {
  stage.test('ten tabs at once: one bootstrap on the wire, one status, live changes', async () => {
    const site = await stage.site()
    const { services } = site
    const tabs = await Promise.all(names.map((name) => site.open(name)))
    const reported = () => Promise.all(tabs.map((tab) => tab.call('reported')))
    const middle = services.arm({ request: 12, part: 0.5, hold: true })
    const syncs = tabs.map(async (tab) => {
      await tab.subscribe(site.filter)
      return tab.sync({ joinRunning: true })
    })
    const { tab: writer } = await middle.reached
    const during = await waitFor(
      reported,
      (statuses) => new Set(statuses.map(common)).size === 1 && statuses[0]?.activity?.phase === 'fetching',
      'tabs that say the same of the run',
    )
    const writes = (status: EngineStatus | null) => status?.role === 'writer'
    expect(names.filter((_, index) => writes(during[index] ?? null))).toEqual([writer])
    // All of them wait for the run before it continues, so that none is too late to join it.
    await waitFor(
      () => tabs[0]!.call('election'),
      ({ held, waiting }) => held === 1 && waiting === names.length - 1,
      'tabs that wait for the writer',
    )
    middle.release()

    const came = await Promise.all(syncs)
    expect(came.map(({ outcome, error }) => [outcome, error])).toEqual(names.map(() => ['current', null]))
    const pages = Array.from({ length: Math.ceil(services.keys.length / perPage) }, () => 'sync')
    expect(services.asked.map(({ step }) => step).sort()).toEqual([...services.keys, ...pages].sort())
    expect([...new Set(services.asked.map(({ tab }) => tab))]).toEqual([writer])
    expect(services.tokens).toEqual([writer])
    const after = await waitFor(
      reported,
      (statuses) =>
        new Set(statuses.map(common)).size === 1 && statuses.every((each) => each?.role === 'idle'),
      'tabs that say that all rest',
    )
    expect(after[0]).toMatchObject({ activity: null, subscriptions: [{ lastRun: { outcome: 'current' } }] })
    await expectAllRight(site, tabs)

    const [reader, other] = [tabs[3]!, tabs[7]!]
    const [row] = services.sandbox.snapshotRows('translations:20') as [{ id: number }]
    await reader.do((id) => window.extras.show(20, id), row.id)
    await waitFor(
      () => reader.do(() => window.extras.shown()),
      (shown) => shown !== null,
      'the row as it was',
    )
    services.sandbox.publish([{ resource: 'translations:20', update: { key: row.id, text: 'Corrected.' } }])
    services.clear()
    expect(await other.sync({ joinRunning: false })).toMatchObject({ outcome: 'current' })
    await waitFor(
      () => reader.do(() => window.extras.shown()),
      (shown) => shown?.includes('Corrected.') ?? false,
      'the row as it was published',
    )
    expect([...new Set(services.asked.map(({ tab }) => tab))]).toEqual([other.name])
  })
}
