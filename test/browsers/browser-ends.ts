import { seeded, type Random } from '@waraq/test-support/random'
import { seedOfRun } from '@waraq/test-support/runs'
import { expect } from 'vitest'
import { bootstrapRequests } from '../lifecycle/kills.ts'
import type { RawResource } from '../lifecycle/page/raw.ts'
import type { Services } from '../lifecycle/services.ts'
import { BenchTab } from './bench-tab.ts'
import { Device, expectAllRight, type Site, type Stage } from './stage.ts'

const kills = 3

/** The content of the database before any engine was started. */
interface Stored {
  readonly installed: readonly string[]
  /** The number of feed pages that an unfinished batch has stored. */
  readonly pages: number
}

async function storedIn(tab: BenchTab): Promise<Stored> {
  const resources = await tab.table<RawResource>('resources')
  const [batchCursor] = await tab.table<{ pages: number }>('batchCursors')
  return {
    installed: resources.filter(({ status }) => status === 'installed').map(({ key }) => key),
    pages: batchCursor?.pages ?? 0,
  }
}

function expectNothingAgain({ asked, keys }: Services, { installed, pages }: Stored, total: number): void {
  const steps = asked.map(({ step }) => step)
  expect(steps.filter((step) => installed.includes(step))).toEqual([])
  const allPages = total - keys.length
  expect(steps.filter((step) => step === 'sync').length).toBeLessThanOrEqual(
    // After a batch that the killed browser started: one page with the changes since then.
    allPages - pages + (pages > 0 ? 1 : 0),
  )
}

/** Syncs until a random moment among the remaining requests. The moment is never so late that the run could end before it. */
async function syncUntil(random: Random, { services, filter }: Site, tab: BenchTab, left: number) {
  const part = random.next()
  const moment = services.arm({ request: 1 + random.int(left), part, hold: random.oneIn(2) })
  await tab.subscribe(filter)
  void tab.sync()
  await moment.reached
  return moment.release
}

export function browserEndsTests(stage: Stage): void {
  stage.test(`the browser is killed ${kills} times in a bootstrap: it goes on from what it had`, async () => {
    const random = seeded(seedOfRun)
    const site = await stage.site()
    const { services } = site
    const device = new Device(stage)
    const start = async () => BenchTab.open(await device.start(), { origin: services.origin, name: 'tab' })
    const total = bootstrapRequests(services)
    let tab = await start()
    let before: Stored = { installed: [], pages: 0 }
    const spared: number[] = []
    for (let left = kills; left > 0; left -= 1) {
      const remaining = total - before.pages - before.installed.length
      const release = await syncUntil(
        random,
        site,
        tab,
        Math.max(1, Math.ceil((2 * remaining) / (left + 1)) - 1),
      )
      await device.kill()
      release()
      expectNothingAgain(services, before, total)
      services.clear()
      tab = await start()
      before = await storedIn(tab)
      spared.push(before.installed.length)
      expect(await tab.call('uncovered')).toEqual([])
    }
    await tab.subscribe(site.filter)
    expect(await tab.sync()).toMatchObject({ outcome: 'current', error: null, runs: [{ mode: 'bootstrap' }] })
    expectNothingAgain(services, before, total)
    await expectAllRight(site, [tab])
    const found = spared.join(', ')
    return {
      status: 'ran, passed',
      detail: `of ${services.keys.length} snapshots were there after each: ${found}`,
    }
  })
}
