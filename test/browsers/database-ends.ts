import { dataFormat } from '../../packages/waraq/src/store/records.ts'
import { expect } from 'vitest'
import type { Came } from '../lifecycle/page/page.ts'
import { waitFor } from '../lifecycle/wait-for.ts'
import { expectAllRight, type Site, type Stage } from './stage.ts'
import type { BenchTab } from './bench-tab.ts'

/** Error codes of a run whose database was removed. Each of them tells the application what to do. */
const clear = [
  'storage_lost',
  'storage_failed',
  'subscription_changed',
  'writer_superseded',
  'not_subscribed',
]

function expectClear({ outcome, error }: Came): string {
  if (outcome === 'current') return 'current'
  expect(clear).toContain(error?.code)
  return error!.code
}

async function syncedPair(stage: Stage): Promise<{ site: Site; tabs: readonly [BenchTab, BenchTab] }> {
  const site = await stage.site()
  const tabs = [await site.open('one'), await site.open('other')] as const
  for (const tab of tabs) {
    await tab.subscribe(site.filter)
    expect(await tab.sync()).toMatchObject({ outcome: 'current' })
  }
  await tabs[0].call('rest')
  return { site, tabs }
}

async function expectBack(site: Site, tabs: readonly BenchTab[]): Promise<void> {
  for (const tab of tabs) {
    await tab.subscribe(site.filter)
    expect(await tab.sync({ joinRunning: false })).toMatchObject({ outcome: 'current', error: null })
  }
  await expectAllRight(site, tabs)
}

/** Whether a status reports any content of a subscription. */
const isClaimed = (of: { readonly currentAt: number | null; readonly resources: number }) =>
  of.currentAt !== null || of.resources > 0

async function upgrade(tab: BenchTab, format?: number): Promise<void> {
  if (format === undefined) await tab.do(() => window.waraq.beginUpgrade(20))
  else await tab.do((to) => window.waraq.beginUpgrade(20, to), format)
  await waitFor(
    () => tab.call('upgradeState'),
    (state) => state === 'done',
    'the upgrade',
  )
}

export function databaseEndsTests(stage: Stage): void {
  stage.test(
    'another tab deletes the database in mid-run: a clear error, and all back with the next sync',
    async () => {
      const site = await stage.site()
      const { services } = site
      const said: string[] = []
      const [tab, other] = [await site.open('one'), await site.open('other')]
      for (const request of [3, 16]) {
        await other.subscribe(site.filter)
        await tab.subscribe(site.filter)
        const middle = services.arm({ request, part: 0.5, hold: true })
        const sync = tab.sync()
        await middle.reached
        await other.call('deleteDatabase')
        middle.release()
        said.push(expectClear(await sync))
        await tab.call('rest')
        expect(await other.call('uncovered')).toEqual([])
        expectClear(await other.sync())
        expect(await other.call('uncovered')).toEqual([])
        await expectBack(site, [tab, other])
        await other.call('deleteDatabase')
      }
      return { status: 'ran, passed', detail: `the runs said ${said.join(', ')}` }
    },
  )

  stage.test(
    'another tab deletes the database at rest: the status says so, and all back with the next sync',
    async () => {
      const { site, tabs } = await syncedPair(stage)
      // A page that learns of the deletion restores its subscriptions, possibly immediately. Holding the request ensures
      // that no content arrives before the check.
      const held = site.services.arm({ request: 1, part: 0, hold: true })
      await tabs[1].call('deleteDatabase')
      const status = await tabs[0].call('status')
      const claimed = 'subscriptions' in status && status.subscriptions.filter(isClaimed)
      expect(claimed).toEqual([])
      expect(await tabs[0].call('installed')).toEqual([])
      held.release()
      await expectBack(site, tabs)
    },
  )

  stage.test('a newer version of the page adds a table: older pages let it, and go on', async () => {
    const { site, tabs } = await syncedPair(stage)
    await upgrade(await site.open('newer'))
    site.services.sandbox.invalidate('translations:20')
    await expectBack(site, tabs)
  })

  stage.test(
    'a newer version of the page changes the format: older pages read, and say why they do not write',
    async () => {
      const { site, tabs } = await syncedPair(stage)
      const newer = await site.open('newer')
      await upgrade(newer, dataFormat + 1)
      const before = await newer.call('dump')
      const refused = { outcome: 'rejected', error: { code: 'newer_format', retryable: false } }
      site.services.clear()
      for (const tab of tabs) {
        expect(await tab.sync()).toMatchObject(refused)
        expect(await tab.digests(site.services.keys)).toEqual(await site.services.digests())
      }
      expect(site.services.asked).toEqual([])
      expect(await newer.call('dump')).toEqual(before)
    },
  )
}
