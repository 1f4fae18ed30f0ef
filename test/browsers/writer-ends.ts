import { seeded, type Random } from '@waraq/test-support/random'
import { seedOfRun } from '@waraq/test-support/runs'
import { expect } from 'vitest'
import {
  bootstrapRequests,
  changeService,
  killCases,
  randomMoment,
  type KillCase,
} from '../lifecycle/kills.ts'
import type { Came } from '../lifecycle/page/page.ts'
import { waitFor } from '../lifecycle/wait-for.ts'
import type { BenchTab } from './bench-tab.ts'
import { expectAllRight, type Site, type Stage } from './stage.ts'

/**
 * Tabs and workers that end while they write, at moments that the service determines: by the bytes that it sent, not by a
 * clock.
 */

const each = 5
/** The number of snapshots that a writer requests concurrently: they may have been under way when it ended. */
const inFlight = 2
/** After this number of checks without a change, a tab whose answers are held has nothing left to write. */
const quietProbes = 4

/** A worker that was terminated after its run had ended left no run to finish. */
function expectLost({ outcome, error }: Came): void {
  if (outcome !== 'current') expect([error?.code, error?.retryable]).toEqual(['worker_lost', true])
}

function repeated(steps: readonly string[]): number {
  const snapshots = steps.filter((step) => step !== 'sync')
  return snapshots.length - new Set(snapshots).size
}

class Rounds {
  readonly #random: Random
  readonly #site: Site
  /** Whether a worker must not be ended in the middle of a write. */
  readonly #betweenWrites: boolean
  readonly #tabs = new Map<string, BenchTab>()
  #opened = 0
  /** Runs that another tab had to finish. */
  takenOver = 0

  constructor(random: Random, site: Site, betweenWrites: boolean) {
    this.#random = random
    this.#site = site
    this.#betweenWrites = betweenWrites
  }

  async open(): Promise<void> {
    const tab = await this.#site.open(`tab-${this.#opened++}`)
    this.#tabs.set(tab.name, tab)
    await tab.subscribe(this.#site.filter)
  }

  async round({ kill, task }: KillCase): Promise<void> {
    const { services, filter } = this.#site
    let requests = changeService(services, this.#random)
    if (task === 'bootstrap') {
      requests = bootstrapRequests(services)
      await this.#any.do((key) => window.waraq.change('subscriptions', key, { resync: true }), filter)
    }
    services.clear()
    // Held until it is ended, like a tab that is to be frozen.
    const moment = services.arm(randomMoment(this.#random, this.#betweenWrites ? 'frozen' : kill, requests))
    const syncs = new Map([...this.#tabs].map(([name, tab]) => [name, tab.sync()]))
    const { tab: name } = await moment.reached
    const victim = this.#tabs.get(name)!
    const itsSync = syncs.get(name)!
    syncs.delete(name)
    if (this.#betweenWrites) await this.#quiet(name)
    if (kill === 'closed') {
      this.#tabs.delete(name)
      await victim.close()
    } else {
      await victim.call('terminate')
    }
    moment.release()
    const came = await Promise.all(syncs.values())
    expect(came.map(({ outcome, error }) => [outcome, error])).toEqual(came.map(() => ['current', null]))
    if (kill === 'closed') {
      await this.open()
    } else {
      expectLost(await itsSync)
      expect(await victim.sync()).toMatchObject({ outcome: 'current' })
    }
    const steps = services.asked.map(({ step }) => step)
    expect(repeated(steps)).toBeLessThanOrEqual(inFlight)
    if (services.asked.some(({ tab, step }) => tab !== name && step !== 'sync')) this.takenOver += 1
    // One more sync removes the leftovers of the ended writer.
    expect(await this.#any.sync({ joinRunning: false })).toMatchObject({ outcome: 'current' })
    await expectAllRight(this.#site, [this.#any])
  }

  allRight(): Promise<void> {
    return expectAllRight(this.#site, [...this.#tabs.values()])
  }

  /** Resolves when the held tab has written everything that it received. */
  async #quiet(name: string): Promise<void> {
    const other = [...this.#tabs.values()].find((tab) => tab.name !== name)!
    let [last, same] = ['', 0]
    const look = async () => {
      const dump = JSON.stringify(await other.call('dump'))
      same = dump === last ? same + 1 : 0
      last = dump
      return same
    }
    await waitFor(look, (looks) => looks >= quietProbes, 'the held tab to have written what it has')
  }

  get #any(): BenchTab {
    return this.#random.pick([...this.#tabs.values()])
  }
}

export function writerEndsTests(stage: Stage): void {
  stage.test(
    'the writer’s tab is closed, or its worker terminated, in mid-run: another tab finishes',
    async () => {
      const { losesTransactions: betweenWrites = false } = stage.driver
      const random = seeded(seedOfRun)
      const rounds = new Rounds(random, await stage.site(), betweenWrites)
      for (let tab = 0; tab < 3; tab += 1) await rounds.open()
      const cases = killCases(random, { closed: each, crashed: 0, terminated: each, frozen: 0 })
      for (const [index, one] of cases.entries()) {
        try {
          await rounds.round(one)
        } catch (cause) {
          throw new Error(`Round ${index}: ${one.kill} in ${one.task}: ${String(cause)}`, { cause })
        }
      }
      await rounds.allRight()
      const where = betweenWrites
        ? ', all between two writes: one that is cut off may block this browser’s database'
        : ''
      return {
        status: 'ran, passed',
        detail: `${each} tabs closed, ${each} workers terminated${where}; others fetched the rest of ${rounds.takenOver} runs`,
      }
    },
  )
}
