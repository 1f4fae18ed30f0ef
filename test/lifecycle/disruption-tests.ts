import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { seedOfRun } from '@waraq/test-support/runs'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Driver, RunningBrowser } from '../browsers/drivers/driver.ts'
import { chromiumStore } from '../scripts/browsers.mjs'
import type { StaticFile } from './bundle.ts'
import { readerFiles, Site, text, type ReaderTab } from './disruption-site.ts'
import { disruptions, obstacles, ownBrowser, type Disruption } from './disruptions.ts'
import { hangMs, waitFor } from './wait-for.ts'
import type { ArmedMoment } from './moments.ts'

/**
 * Measures how long a person waits. A page written like the template is disturbed while it syncs. The measured time is from
 * the end of the disturbance until an open page shows the service's content.
 */

/**
 * Limits in milliseconds, on an idle machine. The undisturbed start time of a page is measured as well and added three
 * times, because a busy machine is not a disturbance.
 */
const bounds = {
  usual: 3_000,
  /** A frozen writer is replaced after half a minute. */
  frozen: 35_000,
} as const

/** A connection like that of a phone. */
const slowLine = { latencyMs: 300, bytesPerSecond: 800_000 } as const

/**
 * The moment of the disturbance: during the nth request for content, after this part of its answer was sent; or this number
 * of milliseconds after the page starts, on a slow connection.
 */
type Moment = { readonly request: number; readonly part: number } | { readonly afterMs: number }

const requests: readonly Moment[] = [
  { request: 1, part: 0 },
  { request: 1, part: 1 },
  { request: 2, part: 0.5 },
]
const times: readonly Moment[] = [0, 100, 300, 700, 1_300].map((afterMs) => ({ afterMs }))

const phases = {
  /** There is no data on the device. */
  'a first sync': [...requests, ...times],
  /** The page has its text. Then the service gets a newer one. */
  'a later sync': requests,
  /** The same, and the page is opened after twenty minutes. */
  'a sync of a page that is opened later': [requests[0]!, requests[2]!, ...times],
} satisfies Record<string, readonly Moment[]>

type Phase = keyof typeof phases

interface Case {
  readonly phase: Phase
  readonly moment: Moment
}

const all: readonly Case[] = Object.entries(phases).flatMap(([phase, moments]) =>
  moments.map((moment) => ({ phase: phase as Phase, moment })),
)

const artifacts = fileURLToPath(new URL('../.artifacts', import.meta.url))

const isThorough = process.env['WARAQ_THOROUGH'] !== undefined

export interface Outcome {
  readonly status: 'ran, passed'
  readonly detail: string
}

export interface DisruptionTestsOptions {
  readonly driver: Driver
  readonly browser: () => RunningBrowser
  /** `atOnce`: it mostly waits, and may run at the same time as neighbouring tests that do so as well. */
  readonly test: (name: string, run: () => Promise<Outcome>, atOnce?: boolean) => void
  /** Records something that this driver cannot test. */
  readonly cannot?: (name: string, why: string) => void
  /** The seed selects one of this number of disturbances. */
  readonly oneIn?: number
}

const round = (ms: number) => (ms === Infinity ? 'never' : Math.round(ms).toString())

/**
 * Defines one test for each disturbance. Each run tests one of its moments, selected by the seed. A thorough run tests all
 * of them.
 */
export function disruptionTests(options: DisruptionTestsOptions): void {
  describe('a page that is disturbed while it syncs', () => testsOf(options))
}

function testsOf(options: DisruptionTestsOptions): void {
  const { driver, browser, test, cannot, oneIn = 1 } = options
  const table: Record<string, unknown> = {}
  let files: ReadonlyMap<string, StaticFile>
  /** Milliseconds until an undisturbed page shows its text. */
  let calmMs: number

  async function onSite<T>(work: (site: Site) => Promise<T>): Promise<T> {
    const site = await Site.start(driver, browser(), files)
    try {
      return await work(site)
    } finally {
      await site.close()
    }
  }

  beforeAll(async () => {
    files = await readerFiles()
    await onSite(async (site) => {
      const began = performance.now()
      const ms = await site.untilShown(await site.open(), 60_000)
      expect(ms).toBeLessThan(Infinity)
      calmMs = performance.now() - began
    })
  })
  afterAll(() => {
    console.log(`${driver.name}, undisturbed: ${round(calmMs)} ms`)
    console.table(table)
  })

  /** Milliseconds until the text is shown. If it never is, the page reports why. */
  async function shownWithin(site: Site, tab: ReaderTab, boundMs: number): Promise<Shown> {
    const allowedMs = boundMs + 3 * calmMs
    const ms = await site.untilShown(tab, allowedMs)
    if (ms < Infinity) return { ms, fault: null }
    const facts = await Promise.race([
      tab.call('facts').catch(String),
      sleep(10_000, 'the page does not answer'),
    ])
    return { ms, fault: JSON.stringify(facts) }
  }

  async function disturbed(site: Site, of: Disruption, { phase, moment }: Case): Promise<Shown> {
    const { services } = site
    const isTimed = 'afterMs' in moment
    await of.prepare?.(site)
    const how = of.with ? { with: of.with } : {}
    const arm = () => (isTimed ? undefined : services.arm({ ...moment, hold: true }))
    const publish = () => {
      site.change()
      // The second request is for a snapshot.
      if (!isTimed && moment.request === 2) services.sandbox.invalidate(`translations:${text}`)
    }
    let armed = phase === 'a first sync' ? arm() : undefined
    if (isTimed && phase === 'a first sync') services.setLine(slowLine)
    const tab = await site.open(how)
    if (phase !== 'a first sync') {
      await untilCurrent(site, tab)
      if (phase === 'a later sync') {
        armed = arm()
        publish()
        await tab.call('sync')
      } else {
        // No page is open that could take the change before that.
        if (driver.losesTransactions) await betweenWrites(tab)
        await tab.tab.goto('about:blank')
        await site.setClockAhead(20 * 60_000)
        armed = arm()
        publish()
        if (isTimed) services.setLine(slowLine)
        const { origin } = services
        await tab.tab.goto(
          `${origin}/reader?${new URLSearchParams({ tab: '1', texts: `${text}`, ...of.with })}`,
        )
        await tab.ready()
      }
    }
    if (isTimed) await sleep(moment.afterMs)
    else await reachedBy(tab, armed!)
    if (driver.losesTransactions) await betweenWrites(tab)
    const release = () => armed?.release()
    const looked = await of.happens(site, tab, release)
    services.setLine(null)
    // A frozen tab keeps waiting for its answer.
    if (of.bound !== 'frozen') release()
    const shown = await shownWithin(site, looked, bounds[of.bound ?? 'usual'])
    release()
    return shown
  }

  /** Resolves when the page has sent its request. If it never does, the page reports why. */
  async function reachedBy(tab: ReaderTab, { reached }: ArmedMoment): Promise<void> {
    const isReached = await Promise.race([reached.then(() => true), sleep(hangMs, false, { ref: false })])
    if (!isReached) throw new Error(`The page never asked: ${JSON.stringify(await tab.call('facts'))}`)
  }

  async function untilCurrent(site: Site, tab: ReaderTab): Promise<void> {
    await waitFor(
      () => site.untilShown(tab, 10_000),
      (ms) => ms < Infinity,
      'the undisturbed page',
    )
  }

  for (const [name, obstacle] of Object.entries(obstacles))
    test(`a page that opens on ${name}`, () =>
      onSite(async (site) => {
        const end = await obstacle(site)
        const [tab] = await Promise.all([site.open(), end()])
        const { ms, fault } = await shownWithin(site, tab, bounds.usual)
        expect(fault).toBeNull()
        table[name] = { ms: round(ms) }
        return { status: 'ran, passed', detail: `${round(ms)} ms` }
      }))

  for (const [index, disruption] of disruptions.entries()) {
    const { name, needs } = disruption
    const title = `where ${name}: current within seconds`
    if (needs && !needs(driver)) {
      cannot?.(title, 'needs what only other browsers are made to do')
      continue
    }
    if (!isThorough && (index + seedOfRun) % oneIn !== 0) continue
    const run = async (): Promise<Outcome> => {
      const cases = all.filter(({ phase, moment }) => canReach(driver, disruption, phase, moment))
      const taken = isThorough ? cases : [cases[(seedOfRun + index * 7) % cases.length]!]
      const times: number[] = []
      const faults: string[] = []
      const trial = async (one: Case) => {
        const { ms, fault } = await onSite((site) => disturbed(site, disruption, one))
        times.push(ms)
        keepTime({ browser: driver.name, store: chromiumStore(), name, ...one, ms: round(ms) })
        if (fault !== null) faults.push(`${one.phase}, ${JSON.stringify(one.moment)}: ${fault}`)
      }
      const atOnce = driver.can.tabs && !disruption.needsAlone ? 4 : 1
      for (let from = 0; from < taken.length; from += atOnce)
        await Promise.all(taken.slice(from, from + atOnce).map(trial))
      const span = [...new Set([Math.min(...times), Math.max(...times)].map(round))].join(' to ')
      table[name] = { ms: span, moments: times.length, late: faults.length }
      expect(faults).toEqual([])
      return { status: 'ran, passed', detail: `${span} ms, ${times.length} moments` }
    }
    test(title, run, disruption.mostlyWaits)
  }
}

function canReach(driver: Driver, { prepare }: Disruption, phase: Phase, moment: Moment): boolean {
  // Such a page writes at any time: see `betweenWrites`.
  if ('afterMs' in moment && driver.losesTransactions) return false
  const hasOwnBrowser = prepare === ownBrowser
  return !hasOwnBrowser || driver.can.tabs || phase !== 'a sync of a page that is opened later'
}

/** A browser that loses transactions would lose the one that is cut off, and block the database with it. */
async function betweenWrites(tab: ReaderTab): Promise<void> {
  for (let look = 0; look < 4; look += 1) {
    await tab.call('databaseIsFree')
    await sleep(100)
  }
}

/** Appends each measured time as a line to a file that stays after the run. */
function keepTime(time: Readonly<Record<string, unknown>>): void {
  mkdirSync(artifacts, { recursive: true })
  appendFileSync(join(artifacts, 'disruptions.jsonl'), `${JSON.stringify(time)}\n`)
}

interface Shown {
  readonly ms: number
  readonly fault: string | null
}
