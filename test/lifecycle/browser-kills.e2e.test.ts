import { seeded, seedOf, type Random } from '@waraq/test-support/random'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundlePage, type StaticFile } from './bundle.ts'
import { lastPart } from './content.ts'
import { Device, storedIn, type Stored } from './device.ts'
import { bootstrapRequests } from './kills.ts'
import { everything, startServices } from './services.ts'
import type { Tab } from './tabs.ts'

/**
 * The whole browser ends at a random moment of a bootstrap, all its processes at once, and is started again on the same
 * profile: what was committed before is there, and is not asked for again.
 */

const thorough = process.env['WARAQ_THOROUGH'] !== undefined
/** Thirty kills by `pnpm test:deep lifecycle --thorough`; else six. */
const bootstraps = thorough ? 6 : 2
/** Kills of one bootstrap, one after the other, before it may finish. */
const killsEach = thorough ? 5 : 3
/** Browsers at a time. */
const lanes = 2

let files: ReadonlyMap<string, StaticFile>

beforeAll(async () => {
  files = await bundlePage()
})

/** The requests that a run may make: none for content that was stored before it. */
function expectNothingAgain({ services }: Device, { installed, pages, hasToken }: Stored): void {
  const steps = services.asked.map(({ step }) => step)
  expect(steps.filter((step) => installed.includes(step))).toEqual([])
  const allPages = bootstrapRequests(services) - services.keys.length
  const asked = steps.filter((step) => step === 'sync').length
  // After a set that the killed browser began, one page of what came since.
  expect(asked).toBeLessThanOrEqual(hasToken ? 1 : allPages - pages + (pages > 0 ? 1 : 0))
  services.clear()
}

/** Begins the bootstrap or goes on with it, and kills the browser in the middle. */
async function runAndKill(device: Device, tab: Tab, random: Random, within: number): Promise<void> {
  const { services } = device
  const moment = services.arm({
    request: 1 + random.int(within),
    part: random.pick([0, random.next(), random.next(), 1]),
    hold: random.oneIn(2),
  })
  await tab.subscribe(everything(services))
  // A run that had nothing more to ask for ends before the moment comes.
  const ended = tab.sync().then(
    () => undefined,
    () => undefined,
  )
  await Promise.race([moment.reached, ended])
  await device.kill()
  moment.release()
  await ended
}

async function runBootstrap(random: Random): Promise<Stored[]> {
  const services = await startServices(files, { content: { chapters: lastPart } })
  const device = new Device(services)
  const looks: Stored[] = []
  try {
    let tab = await device.start()
    let before: Stored = { installed: [], pages: 0, hasToken: false }
    for (let left = killsEach; left > 0; left -= 1) {
      const remaining = bootstrapRequests(services) - before.pages - before.installed.length
      // Not all kills of a bootstrap shall come near its end.
      await runAndKill(device, tab, random, Math.max(1, Math.ceil((2 * remaining) / (left + 1))))
      expectNothingAgain(device, before)
      tab = await device.start()
      before = await storedIn(tab)
      looks.push(before)
      expect(await tab.call('uncovered')).toEqual([])
      expect(before.installed.every((key) => services.keys.includes(key))).toBe(true)
    }
    await tab.subscribe(everything(services))
    const mode = before.hasToken ? 'incremental' : 'bootstrap'
    expect(await tab.sync()).toMatchObject({ outcome: 'current', error: null, runs: [{ mode }] })
    expectNothingAgain(device, before)
    await tab.call('rest')
    expect(await tab.digests(services.keys)).toEqual(await services.digests())
    expect(await tab.call('complaints')).toEqual([])
    expect(await tab.call('stray')).toEqual([])
    return looks
  } finally {
    await device.discard()
    await services.close()
  }
}

describe('a browser that is killed in the middle of a bootstrap', { timeout: 20 * 60_000 }, () => {
  it('goes on from what it had committed, each time', async () => {
    const waiting = Array.from({ length: bootstraps }, (_, index) => index)
    const looks: Stored[] = []
    const lane = async () => {
      for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
        try {
          looks.push(...(await runBootstrap(seeded(seedOf(20260802, index)))))
        } catch (cause) {
          throw new Error(`Bootstrap ${index}: ${String(cause)}`, { cause })
        }
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    expect(looks).toHaveLength(bootstraps * killsEach)
    const spared = looks.reduce((sum, { installed }) => sum + installed.length, 0)
    const atOnce = (holds: (look: Stored) => boolean) => looks.filter(holds).length
    console.log(
      `${looks.length} kills: ${atOnce(({ installed }) => installed.length === 0)} before the first snapshot was committed, ` +
        `${atOnce(({ hasToken }) => hasToken)} after the last; ${spared} snapshots found after reopening, 0 asked for again`,
    )
  })
})
