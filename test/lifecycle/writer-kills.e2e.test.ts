import { seeded, seedOf, type Random } from '@waraq/test-support/random'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentWrites, readAudit, type Audit } from './audit.ts'
import { bundlePage, type StaticFile } from './bundle.ts'
import { lastPart } from './content.ts'
import {
  bootstrapRequests,
  changeService,
  endTab,
  killCases,
  randomMoment,
  type Kill,
  type KillCase,
} from './kills.ts'
import type { Came } from './page/page.ts'
import { OwnBrowser } from './own-browser.ts'
import { waitFor } from './wait-for.ts'
import { everything, startServices, type Services } from './services.ts'
import { freezeBetweenWrites, Tab } from './tabs.ts'

/**
 * Tabs that end while they write. Several sites side by side, each with three tabs, so that the half minute for which a
 * frozen tab is waited for costs little. Each write transaction is written down in itself: see page/transaction-log.ts.
 */

const thorough = process.env['WARAQ_THOROUGH'] !== undefined
/** Fifty kills by `pnpm test:deep lifecycle --thorough`; else eight. */
const series = thorough ? 5 : 2
/** Kills of each series; one of a frozen tab takes half a minute. */
const counts: Readonly<Record<Kill, number>> = thorough
  ? { closed: 3, crashed: 3, terminated: 3, frozen: 1 }
  : { closed: 1, crashed: 1, terminated: 1, frozen: 1 }

let files: ReadonlyMap<string, StaticFile>
let browser: OwnBrowser

beforeAll(async () => {
  files = await bundlePage()
  browser = await OwnBrowser.start()
})

afterAll(() => browser?.discard())

/** So many looks without new content, and the held tab waits for its answers. */
const quietProbes = 8

interface Reported {
  readonly kill: Kill
  readonly inMidRun: boolean
}

/** One site with three tabs, whose writer is ended again and again. */
class Site {
  readonly #random: Random
  readonly #services: Services
  readonly #filter: string
  readonly #tabs = new Map<string, Tab>()
  #opened = 0

  private constructor(random: Random, services: Services) {
    this.#random = random
    this.#services = services
    this.#filter = everything(services)
  }

  static async open(random: Random): Promise<Site> {
    const services = await startServices(files, { content: { chapters: lastPart } })
    const site = new Site(random, services)
    for (let tab = 0; tab < 3; tab += 1) await site.#openTab()
    return site
  }

  async #openTab(): Promise<void> {
    const name = `tab-${this.#opened++}`
    const tab = await Tab.open(browser.context, this.#services, { name, worker: 'audited-worker' })
    this.#tabs.set(name, tab)
    await tab.subscribe(this.#filter)
  }

  async round({ kill, task }: KillCase): Promise<Reported> {
    const services = this.#services
    let requests = changeService(services, this.#random)
    if (task === 'bootstrap') {
      requests = bootstrapRequests(services)
      await this.#any.page.evaluate(
        (filter) => window.waraq.change('subscriptions', filter, { resync: true }),
        this.#filter,
      )
    }
    services.clear()
    const moment = services.arm(randomMoment(this.#random, kill, requests))
    const syncs = new Map([...this.#tabs].map(([name, tab]) => [name, tab.sync()]))
    const ended = Promise.all(syncs.values()).then((each) => {
      const asked = services.asked.map(({ tab, step }) => `${tab} ${step}`)
      throw new Error(`Ended before the moment came: ${JSON.stringify({ requests, asked, each })}`)
    })
    const { tab: name } = await Promise.race([moment.reached, ended])
    ended.catch(() => undefined)
    const victim = this.#tabs.get(name)!
    const itsSync = syncs.get(name)!.catch(() => undefined)
    syncs.delete(name)
    if (kill === 'frozen') await this.#freeze(victim)
    else await endTab(victim, kill)
    if (kill !== 'frozen') moment.release()
    const came = await Promise.all(syncs.values())
    expect(came.map(({ outcome, error }) => [outcome, error])).toEqual(came.map(() => ['current', null]))
    this.#expectNothingTwice(requests)

    if (kill === 'closed' || kill === 'crashed') {
      this.#tabs.delete(name)
      if (kill === 'crashed') await victim.close()
      await this.#openTab()
    } else if (kill === 'terminated') {
      expectLost(await itsSync)
      expect(await victim.sync()).toMatchObject({ outcome: 'current' })
    } else {
      await this.#thaw(victim, moment.release, itsSync)
    }
    await this.#expectAllRight()
    return { kill, inMidRun: came.some(({ runs }) => runs.some(({ joined }) => !joined)) }
  }

  /** It waits for its answers, so all that it writes is a heartbeat every few seconds, which ends when it is thawed. */
  async #freeze(victim: Tab): Promise<void> {
    await this.#expectQuiet()
    const survivor = [...this.#tabs.values()].find((tab) => tab !== victim)!
    await freezeBetweenWrites(victim, () => survivor.call('databaseIsFree').catch(() => false))
  }

  async #expectQuiet(): Promise<void> {
    // Not drawn by chance, because the number of looks must not change later draws.
    const [tab] = this.#tabs.values()
    let same = 0
    let last = -1
    const look = async () => {
      const length = await contentWrites(tab!)
      same = length === last ? same + 1 : 0
      last = length
      return same
    }
    await waitFor(look, (looks) => looks >= quietProbes, 'the held tab to have written what it has')
  }

  /**
   * The next writer does not ask again for content that the victim had stored; the victim had two requests under way at
   * most.
   */
  #expectNothingTwice(requests: number): void {
    const snapshots = this.#services.asked.filter(({ step }) => step !== 'sync')
    expect(snapshots.length).toBeLessThanOrEqual(requests + 2)
  }

  /** Another tab has done the frozen tab's work meanwhile. The thawed tab notices with its next write, which has no effect. */
  async #thaw(victim: Tab, release: () => void, itsSync: Promise<Came | undefined>): Promise<void> {
    const survivor = [...this.#tabs.values()].find((tab) => tab !== victim)!
    await survivor.call('rest')
    const before = await survivor.call('dump')
    await victim.thaw()
    release()
    const came = await itsSync
    // On a slow machine its wait may have run out meanwhile; what counts is that it wrote nothing.
    expect(['interrupted writer_superseded', 'interrupted timeout']).toContain(
      `${came?.outcome} ${came?.error?.code}`,
    )
    await survivor.call('rest')
    expect(await survivor.call('dump')).toEqual(before)
    expect(await victim.sync()).toMatchObject({ outcome: 'current' })
  }

  async #expectAllRight(): Promise<void> {
    const services = this.#services
    // One more sync tidies up what the killed one left behind.
    const tab = this.#any
    expect(await tab.sync({ joinRunning: false })).toMatchObject({ outcome: 'current' })
    await tab.call('rest')
    expect(await tab.digests(services.keys)).toEqual(await services.digests())
    expect(await tab.call('complaints')).toEqual([])
  }

  get #any(): Tab {
    return this.#random.pick([...this.#tabs.values()])
  }

  audit(): Promise<Audit> {
    return readAudit(this.#any)
  }

  async epoch(): Promise<number> {
    const records = await this.#any.table<{ key: string; epoch: number }>('meta')
    return records.find(({ key }) => key === 'writer')!.epoch
  }

  async stray(): Promise<string[]> {
    return (await Promise.all([...this.#tabs.values()].map((tab) => tab.call('stray')))).flat()
  }

  async close(): Promise<void> {
    for (const tab of this.#tabs.values()) await tab.close()
    await this.#services.close()
  }
}

/** A worker that was terminated after its run had ended left no run to finish. */
function expectLost(came: Came | undefined): void {
  if (came?.outcome === 'current') return
  expect([came?.outcome, came?.error?.code, came?.error?.retryable]).toEqual([
    'rejected',
    'worker_lost',
    true,
  ])
}

async function runSeries(index: number): Promise<{ reported: Reported[]; claims: number; entries: number }> {
  const random = seeded(seedOf(20260801, index))
  const site = await Site.open(random)
  const reported: Reported[] = []
  for (const each of killCases(random, counts)) {
    try {
      reported.push(await site.round(each))
    } catch (cause) {
      throw new Error(
        `Series ${index}, round ${reported.length}: ${each.kill} in ${each.task}: ${String(cause)}`,
        { cause },
      )
    }
  }
  const audit = await site.audit()
  expect(audit.violations).toEqual([])
  // Each claim raised the epoch by one; none was lost, none came twice.
  expect(audit.claims).toEqual(audit.claims.map((_, position) => position + 1))
  expect(await site.epoch()).toBe(audit.claims.length)
  expect(await site.stray()).toEqual([])
  await site.close()
  return { reported, claims: audit.claims.length, entries: audit.entries.length }
}

describe('a writer that is killed at a random moment', { timeout: 20 * 60_000 }, () => {
  it('is followed by another tab, and never writes beside it', async () => {
    const results = await Promise.all(Array.from({ length: series }, (_, index) => runSeries(index)))
    const reported = results.flatMap((result) => result.reported)
    const table = Object.fromEntries(
      Object.keys(counts).map((kill) => {
        const of = reported.filter((each) => each.kill === kill)
        return [kill, { kills: of.length, 'in mid-run': of.filter(({ inMidRun }) => inMidRun).length }]
      }),
    )
    const sum = (pick: (result: (typeof results)[number]) => number) =>
      results.reduce((total, result) => total + pick(result), 0)
    console.table(table)
    console.log(
      `${sum(({ claims }) => claims)} claims, ${sum(({ entries }) => entries)} write transactions, epoch violations: 0`,
    )
    expect(reported).toHaveLength(series * Object.values(counts).reduce((total, count) => total + count))
  })
})
