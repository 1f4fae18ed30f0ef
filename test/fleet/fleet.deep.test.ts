import { describe, expect, test } from 'vitest'
import { costsOf } from './costs.ts'
import { keptTable, tableOf } from './document.ts'
import { figuresOf, million, rateUnder, spreadOf, tokensOf, type Figures, type Spread } from './figures.ts'
import { dayMs, hourMs } from './fleet.ts'
import { shown, waitsOf } from './readers.ts'
import { comingAndGoing, scenarios, usualBounds, waitsNamed, type Scenario } from './scenarios.ts'

/** `pnpm test:deep fleet --thorough`: each device of the million, and peaks of one second. Else one in fifty stands for all. */
const thorough = process.env['WARAQ_THOROUGH'] !== undefined
const devices = thorough ? million : million / 50

const known = new Map<Scenario, Figures>()
const figures = (scenario: Scenario) => {
  const found = known.get(scenario) ?? figuresOf(scenario, { devices, subscriptions: 1 })
  known.set(scenario, found)
  return found
}

const minutes = (count: number) => ({ timeout: count * 60_000 })

describe('a million devices', () => {
  test.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
    '%s',
    minutes(20),
    (_, scenario) => {
      const { quiet, ...all } = figures(scenario)
      const most = { ...usualBounds, ...scenario.most }
      const over = (['mean', 'peak', 'recovery', 'later'] as const)
        .filter((name) => all[name] / quiet > most[name])
        .map((name) => `${name}: ${(all[name] / quiet).toFixed(2)} of at most ${most[name]}`)
      expect(over).toEqual([])
    },
  )

  test('with twenty subscriptions, an outage costs each device what it costs with one', minutes(20), () => {
    const scenario = scenarios.find(({ name }) => name === '503, 30 min')!
    const one = figures(scenario)
    const twenty = figuresOf(scenario, { devices: devices / 10, subscriptions: 20 })
    expect(twenty.mean / one.mean).toBeLessThan(1.2)
  })
})

const costs = costsOf()
const spreads = new Map<string, Promise<Spread>>()
/** A snapshot of a resource that is small here is fetched at once, however long it is. */
const spread = (what: string, how: 'spread' | 'at once' | 'by visitors' = 'spread') => {
  const name = `${what}, ${how}`
  const found = spreads.get(name) ?? simulated(what, how)
  spreads.set(name, found)
  return found
}
/** A tenth of the million at most: they are followed for a day and more. */
async function simulated(what: string, how: 'spread' | 'at once' | 'by visitors'): Promise<Spread> {
  const { published } = (await costs).find((cost) => cost.what === what)!
  const changed = how === 'at once' ? { ...published!, storedBytes: 0 } : published!
  return spreadOf(
    changed,
    Math.min(devices, million / 10),
    how === 'by visitors' ? (count) => comingAndGoing(count, 5) : undefined,
  )
}
const mushaf = 'a new edition of a mushaf'

describe('what is published to all', () => {
  test('a correction is with all of them within the hour, at no more requests', minutes(20), async () => {
    const { quiet, peak, nearlyAll } = await spread('one corrected verse')
    expect(nearlyAll).toBeLessThan(1.1 * hourMs)
    expect(peak.requests / quiet.requests).toBeLessThan(1.3)
    expect(peak.bytes / quiet.bytes).toBeLessThan(3)
  })

  test('a mushaf of 24 megabytes takes a day, and a tenth of the bytes a second', minutes(20), async () => {
    const { quiet, peak, nearlyAll } = await spread(mushaf)
    const atOnce = await spread(mushaf, 'at once')
    expect(atOnce.nearlyAll).toBeLessThan(1.1 * hourMs)
    expect(nearlyAll).toBeLessThan(25 * hourMs)
    expect(peak.bytes / atOnce.peak.bytes).toBeLessThan(1 / 10)
    expect(peak.requests / quiet.requests).toBeLessThan(3)
  })

  test('readers who come and go have it with their next visits', minutes(20), async () => {
    const { nearlyAll, peak } = await spread(mushaf, 'by visitors')
    expect(nearlyAll).toBeLessThan(84 * hourMs)
    expect(peak.bytes).toBeLessThan((await spread(mushaf, 'at once')).peak.bytes / 4)
  })
})

describe.skipIf(thorough)('packages/engine/SERVICE.md says what was simulated', () => {
  const times = (figure: number, quiet: number) => `${Math.round(figure)} (${(figure / quiet).toFixed(1)})`
  const whole = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 })

  test('troubles', minutes(20), async () => {
    const head = [
      'trouble',
      'quiet',
      'mean',
      'peak',
      'first second after it',
      'peak in the hour after',
      'four hours later',
      'tokens, peak',
    ]
    const rows = scenarios.map((scenario) => {
      const { quiet, tokenPeak, ...rest } = figures(scenario)
      const { mean, peak, first, recovery, later } = rest
      const all = [mean, peak, first, recovery, later].map((figure) => times(figure, quiet))
      return [scenario.name, String(Math.round(quiet)), ...all, String(Math.round(tokenPeak))]
    })
    const table = await tableOf(head, rows)
    expect(keptTable('troubles', table)).toBe(table)
  })

  test('what to answer', minutes(20), async () => {
    const rows = waitsNamed.map((seconds) => [
      seconds === null ? 'none' : `\`Retry-After: ${seconds}\``,
      String(Math.round(rateUnder(seconds, devices))),
    ])
    const table = await tableOf(['header of the 503 or 429', 'requests a second after some hours'], rows)
    expect(keptTable('answers', table)).toBe(table)
  })

  test('what a reader waits for', async () => {
    const rows = waitsOf().map(({ what, p50, p99 }) => [what, shown(p50), shown(p99)])
    const table = await tableOf(['what the reader does', 'p50', 'p99'], rows)
    expect(keptTable('waits', table)).toBe(table)
  })

  test('a day', minutes(20), async () => {
    const open = { name: 'pages open all day', ...tokensOf(null, dayMs, devices) }
    const visits = {
      name: 'readers who come and go, about two visits a day',
      ...tokensOf(comingAndGoing, dayMs, devices),
    }
    const rows = [open, visits].map(({ name, requests, tokens }) => [
      name,
      millions(requests),
      millions(tokens),
    ])
    const table = await tableOf(
      ['a million readers', 'requests a day, millions', 'tokens a day, millions'],
      rows,
    )
    expect(keptTable('day', table)).toBe(table)
    const each = (await costs).map(({ what, requests, bytes }) => [
      what,
      String(requests),
      whole.format(bytes),
      `${whole.format((bytes * million) / 1e9)} GB`,
    ])
    const costTable = await tableOf(
      ['published', 'requests of a device', 'bytes of a device', 'bytes of a million'],
      each,
    )
    expect(keptTable('costs', costTable)).toBe(costTable)
  })

  test('what is published to all', minutes(20), async () => {
    const all = (await costs).flatMap(({ what, published }) => (published ? [what] : []))
    const each = [
      ...(await Promise.all(all.map(async (what) => ({ what, ...(await spread(what)) })))),
      { what: `${mushaf}, if all fetched it at once`, ...(await spread(mushaf, 'at once')) },
      {
        what: `${mushaf}, to readers who come and go, about two visits a day`,
        ...(await spread(mushaf, 'by visitors')),
      },
    ]
    const rows = each.map(({ what, quiet, peak, half, nearlyAll }) => [
      what,
      String(Math.round(quiet.requests)),
      times(peak.requests, quiet.requests),
      megabytes(quiet.bytes),
      megabytes(peak.bytes),
      shown(half),
      shown(nearlyAll),
    ])
    const table = await tableOf(
      [
        'published',
        'requests a second before',
        'at most after',
        'MB a second before',
        'at most after',
        'half have it after',
        '99 % have it after',
      ],
      rows,
    )
    expect(keptTable('published', table)).toBe(table)
  })

  const megabytes = (bytes: number) => whole.format(bytes / 1e6)

  function millions(count: number): string {
    return (count / 1e6).toFixed(1)
  }
})
