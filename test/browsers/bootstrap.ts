import { expect } from 'vitest'
import { lastPart } from '../lifecycle/content.ts'
import type { BenchTab } from './bench-tab.ts'
import { expectAllRight, type Stage } from './stage.ts'

/** Returns the content tables. Runs write to the other two tables when they end. */
async function content(tab: BenchTab): Promise<Record<string, string>> {
  const { subscriptions: _, meta: __, ...rest } = await tab.call('dump')
  return rest
}

export function bootstrapTests(stage: Stage): void {
  stage.test('bootstrap: rows are the service’s; the next sync is a request a subscription', async () => {
    const site = await stage.site({ content: { chapters: lastPart } })
    const { services } = site
    const tab = await site.open('first')
    const [first = '', ...others] = site.filter.split(';')
    const filters = [first, others.join(';')]
    for (const filter of filters) await tab.subscribe(filter)
    const came = await tab.sync()
    expect(came).toMatchObject({ outcome: 'current', error: null })
    expect(came.runs.map(({ mode }) => mode)).toEqual(['bootstrap', 'bootstrap'])
    const snapshots = services.asked.filter(({ step }) => step !== 'sync').map(({ step }) => step)
    expect(snapshots.sort()).toEqual([...services.keys].sort())
    await expectAllRight(site, [tab])

    const before = await content(tab)
    const { commits } = (await tab.call('reported'))!
    services.clear()
    expect(await tab.sync()).toMatchObject({ outcome: 'current', error: null })
    await tab.call('rest')
    expect(services.asked.map(({ step }) => step)).toEqual(filters.map(() => 'sync'))
    expect(await content(tab)).toEqual(before)
    expect((await tab.call('reported'))!.commits).toBe(commits)
  })
}
