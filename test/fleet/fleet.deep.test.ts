import { shareOf } from '@waraq/test-support/runs'
import { describe, expect, test } from 'vitest'
import { costsOf } from './costs.ts'
import { sleepers, tokenTroubles, withTokens } from './many-devices.ts'
import { keptRows, keptTable, tableOf } from './document.ts'
import { figuresOf, million, rateUnder, spreadOf, tokensOf, type Figures, type Spread } from './figures.ts'
import { dayMs, hourMs, secondMs } from './fleet.ts'
import { shown, waitsOf } from './readers.ts'
import { firstVisitsOf } from './one-address.ts'
import { comingAndGoing, scenarios as troubles, usualBounds, waitsNamed, type Scenario } from './scenarios.ts'

/** `pnpm test:deep fleet --thorough`: each device of the million, and peaks of one second. Else one in fifty stands for all. */
const thorough = process.env['WARAQ_THOROUGH'] !== undefined
const devices = thorough ? million : million / 50

const scenarios = [...troubles, ...tokenTroubles, ...sleepers]
/** Every second one by the seed; all of them where the tables are written. */
const { first, every } = process.env['WARAQ_WRITE'] ? { first: 0, every: 1 } : shareOf(2)
const chosen = <T>(all: readonly T[]) => all.filter((_, index) => index % every === first)

const known = new Map<Scenario, Promise<Figures>>()
const figures = (scenario: Scenario) => {
  const found = known.get(scenario) ?? figuresOf(scenario, { devices, subscriptions: 1 })
  known.set(scenario, found)
  return found
}

const minutes = (count: number) => ({ timeout: count * 60_000 })

describe('a million devices', () => {
  test.each(chosen(scenarios).map((scenario) => [scenario.name, scenario] as const))(
    '%s',
    minutes(60),
    async (_, scenario) => {
      const { quiet, ...all } = await figures(scenario)
      const most = { ...usualBounds, ...scenario.most }
      const over = (['mean', 'peak', 'recovery', 'later'] as const)
        .filter((name) => all[name] / quiet > most[name])
        .map((name) => `${name}: ${(all[name] / quiet).toFixed(2)} of at most ${most[name]}`)
      expect(over).toEqual([])
    },
  )

  test(
    'with twenty subscriptions, an outage costs each device what it costs with one',
    minutes(60),
    async () => {
      const scenario = scenarios.find(({ name }) => name === '503, 30 min')!
      const one = await figures(scenario)
      const twenty = await figuresOf(scenario, { devices: devices / 10, subscriptions: 20 })
      expect(twenty.mean / one.mean).toBeLessThan(1.2)
    },
  )
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

describe.skipIf(thorough)('packages/waraq/SERVICE.md says what was simulated', () => {
  const multiple = (figure: number, quiet: number) => (figure / quiet).toFixed(1)
  const times = (figure: number, quiet: number) => `${Math.round(figure)} (${multiple(figure, quiet)})`
  const whole = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 })

  const namesOf = (all: readonly Scenario[]) => all.map(({ name }) => name)

  /** The table has these rows, and one for each of all. */
  async function expectRows(
    mark: string,
    head: readonly string[],
    rows: readonly string[][],
    all: readonly string[],
  ): Promise<void> {
    if (rows.length === all.length) keptTable(mark, await tableOf(head, rows))
    const [keptHead, ...kept] = keptRows(mark)
    expect(keptHead).toEqual(head)
    expect(kept.map(([name]) => name)).toEqual(all)
    expect(kept.filter((_, index) => index % every === first)).toEqual(rows)
  }

  test('troubles', minutes(60), async () => {
    const head = ['trouble', 'mean', 'peak', 'first second after it', 'peak in the hour after']
    const rows: string[][] = []
    for (const scenario of chosen(scenarios)) {
      const { quiet, mean, peak, first, recovery } = await figures(scenario)
      const all = [mean, peak, first, recovery].map((figure) => multiple(figure, quiet))
      rows.push([scenario.name, ...all])
    }
    await expectRows('troubles', head, rows, namesOf(scenarios))
  })

  test('what to answer', minutes(60), async () => {
    const named = (seconds: number | null) => (seconds === null ? 'none' : `\`Retry-After: ${seconds}\``)
    const rows: string[][] = []
    for (const seconds of chosen(waitsNamed))
      rows.push([named(seconds), String(Math.round(await rateUnder(seconds, devices)))])
    const head = ['header of the 503 or 429', 'requests a second after some hours']
    await expectRows('answers', head, rows, waitsNamed.map(named))
  })

  test('what a reader waits for', async () => {
    const rows = (await waitsOf()).map(({ what, p50, p99 }) => [what, shown(p50), shown(p99)])
    const table = await tableOf(['what the reader does', 'p50', 'p99'], rows)
    expect(keptTable('waits', table)).toBe(table)
  })

  test('a day', minutes(60), async () => {
    const open = { name: 'pages open all day', ...(await tokensOf(null, dayMs, devices)) }
    const visits = {
      name: 'readers who come and go, about two visits a day',
      ...(await tokensOf(comingAndGoing, dayMs, devices)),
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
  test('tokens', minutes(60), async () => {
    const head = [
      'trouble',
      'peak',
      'peak in the hour after',
      'refused for a limit',
      'issuer: one process',
      'issuer: ten behind Redis',
    ]
    const rows: string[][] = []
    for (const scenario of chosen(withTokens)) {
      const { tokens, issuerAsked, limited } = await figures(scenario)
      const ten = await figuresOf(scenario, { devices, subscriptions: 1, processes: 10, hoursAfter: 1 })
      const { quiet, peak, recovery } = tokens
      rows.push([
        scenario.name,
        ...[peak, recovery].map((figure) => multiple(figure, quiet)),
        limited === 0 ? 'none' : `${(100 * limited).toFixed(1)}%`,
        String(issuerAsked),
        String(ten.issuerAsked),
      ])
    }
    await expectRows('tokens', head, rows, namesOf(withTokens))
  })

  test('one address', async () => {
    const rows: string[][] = []
    for (const readers of [100, 1_000, 3_000])
      for (const perClient of [120, 1_200]) {
        const { asked, refused, busiest, p50, last } = await firstVisitsOf({
          readers,
          withinMs: secondMs,
          perClient,
        })
        rows.push([
          whole.format(readers),
          whole.format(perClient),
          `${((100 * refused) / asked).toFixed(0)}%`,
          String(busiest),
          shown(p50),
          shown(last),
        ])
      }
    const head = [
      'readers',
      '`perClient`',
      'requests for tokens refused',
      'most in one second after the first minute',
      'half have content after',
      'the last after',
    ]
    const table = await tableOf(head, rows)
    expect(keptTable('one address', table)).toBe(table)
  })

  function millions(count: number): string {
    return (count / 1e6).toFixed(1)
  }
})
