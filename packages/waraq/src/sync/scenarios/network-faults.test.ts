import { relayTokens } from '../../client/relay-tokens.ts'
import type { Clock } from '../../client/clock.ts'
import type { TokenSource } from '../../client/token-source.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  clockAhead,
  createBench,
  readerRows,
  serviceRows,
  type Bench,
  type BenchOptions,
} from '../bench.test-support.ts'
import { fakeLocks } from '@waraq/test-support/locks'

/** Faults of networks, clocks and tokens, met by the whole engine. */

let bench: Bench
const start = (options?: BenchOptions) => (bench = createBench(options))
afterEach(async () => {
  vi.unstubAllGlobals()
  await bench.close()
})

const filter = 'translations:20'
const year = 365 * 24 * 60 * 60 * 1000

async function expectSame(): Promise<void> {
  expect(await readerRows(bench.store, filter)).toEqual(serviceRows(bench.sandbox, filter))
}

function changeOne(text: string): void {
  const { id } = bench.sandbox.snapshotRows(filter)![0] as { id: number }
  bench.sandbox.publish([{ resource: filter, update: { key: id, text } }])
}

/** A token source that asks a relay, as each tab has one. */
function tokensOf(relay: Relay, clock?: Clock): TokenSource {
  return relayTokens('https://reader.example/token', { clock, fetch: () => relay.answer() })
}

/** A relay that counts its requests, in all and at once. */
class Relay {
  requests = 0
  most = 0
  #atOnce = 0

  async answer(): Promise<Response> {
    this.requests++
    this.most = Math.max(this.most, ++this.#atOnce)
    const { token, clientId } = await bench.sandbox.accessToken()
    this.#atOnce--
    return Response.json({ token, clientId, expiresIn: 3_600 })
  }
}

describe('a browser that says it is offline', () => {
  it('is not believed: a sync asks, and is current', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const { engine } = start()
    await engine.subscribe(filter)
    expect((await engine.sync()).outcome).toBe('current')
    await expectSame()
  })
})

describe('a network that wants its users to sign in first', () => {
  it('is no answer of the service: nothing is stored, and the set goes on later', async () => {
    const { engine, sandbox, db } = start()
    await engine.subscribe(filter)
    await engine.sync()
    const before = await db.subscriptions.get(filter)
    changeOne('behind a portal')
    sandbox.fault({ effect: { html: true }, times: Infinity })
    const { runs } = await engine.sync()
    expect(runs[0]).toMatchObject({ outcome: 'interrupted', error: { code: 'not_json', retryable: true } })
    expect(await db.subscriptions.get(filter)).toMatchObject({
      token: before!.token,
      sequence: before!.sequence,
    })
    sandbox.clearFaults()
    expect((await engine.sync()).outcome).toBe('current')
    await expectSame()
  })
})

describe('a service of a newer schema', () => {
  it('is read as far as it is understood: rows are kept as they came, and marked', async () => {
    const { engine, sandbox, store } = start()
    const rows = [{ id: 1, verse_key: '1:1', text: 'as before', new_field: { of: 'version 2' } }]
    sandbox.add({ group: 'translations', id: 900 }, rows)
    sandbox.fault({ match: { path: 'snapshot' }, effect: { envelope: { schema_version: 2 } } })
    await engine.subscribe('translations:900')
    expect((await engine.sync()).outcome).toBe('current')
    const ref = { group: 'translations', id: 900 }
    expect(await store.resource(ref)).toMatchObject({ status: 'installed', newerSchema: true, rows: 1 })
    expect((await store.row('translation', ref, '1'))!.data).toEqual(rows[0])
  })
})

describe('a proxy that cuts the filter after its first group', () => {
  it('takes nothing away: what was not listed is told, and asked for by itself', async () => {
    start({ sandbox: { quirks: { unencodedSemicolonCutsFilter: true } } })
    const engine = bench.newEngine({
      fetch: (input, init) => bench.sandbox.fetch(new Request(String(input).replace('%3B', ';'), init)),
    })
    await engine.subscribe('tafsirs:169;translations:20')
    expect((await engine.sync()).runs[0]).toMatchObject({
      outcome: 'current',
      emptyGroups: ['translations'],
      unavailable: [],
    })
    await expectSame()
  })
})

describe('a token that is refused for good', () => {
  it('costs one renewal and two requests, however many subscriptions and snapshots wait', async () => {
    let asked = 0
    let renewed = 0
    const { sandbox } = start()
    const engine = bench.newEngine({
      tokens: {
        get: (options) => {
          asked++
          if (options?.refresh) renewed++
          return sandbox.accessToken()
        },
      },
    })
    for (const each of ['translations:20,131', 'tafsirs:169', 'mushafs:1']) await engine.subscribe(each)
    sandbox.fault({ effect: { status: 401 }, times: Infinity })
    const { runs } = await engine.sync()
    expect(runs.map(({ error }) => error?.code)).toEqual(['unauthorized', 'unauthorized', 'unauthorized'])
    expect(runs[0]!.retryAt).toBeGreaterThan(Date.now())
    expect(bench.requests()).toEqual(['sync', 'sync'])
    expect([asked, renewed]).toEqual([2, 1])
  })
})

describe('a device whose clock is wrong', () => {
  it.each([-10, 10])('by %i years: syncs, applies changes and is current', async (years) => {
    const clock = clockAhead(() => years * year)
    start({ engine: { clock } })
    const engine = bench.newEngine({ tokens: tokensOf(new Relay(), clock) })
    await engine.subscribe(filter)
    expect((await engine.sync()).outcome).toBe('current')
    changeOne('later')
    expect((await engine.sync()).runs[0]).toMatchObject({
      outcome: 'current',
      mode: 'incremental',
      rowsWritten: 1,
    })
    await expectSame()
    expect((await engine.status()).subscriptions[0]).toMatchObject({
      stale: false,
      lastRun: { outcome: 'current' },
    })
  })
  it.each([-10, 10])(
    'and jumps by %i years in the middle of a set: the next sync is current',
    async (years) => {
      let ahead = 0
      const clock = clockAhead(() => ahead)
      start({ engine: { clock, perPage: 1 } })
      const engine = bench.newEngine({ tokens: tokensOf(new Relay(), clock) })
      await engine.subscribe('translations:20,131')
      expect((await engine.sync({ budget: { pages: 1 } })).outcome).toBe('interrupted')
      ahead = years * year
      expect(
        (await engine.sync({ onProgress: ({ phase }) => void (phase === 'fetching' && (ahead = 0)) }))
          .outcome,
      ).toBe('current')
      await expectSame()
    },
  )
})

describe('eight tabs that begin at once', () => {
  it('ask the relay one after the other, and only those that have something to ask the service', async () => {
    start({ engine: { locks: fakeLocks() } })
    const relay = new Relay()
    const tabs = Array.from({ length: 8 }, () => bench.newEngine({ tokens: tokensOf(relay) }))
    await tabs[0]!.subscribe('translations:20,131')
    const reports = await Promise.all(tabs.map((tab) => tab.sync({ joinRunning: true })))
    expect(reports.map(({ outcome }) => outcome)).toEqual(tabs.map(() => 'current'))
    expect(relay).toMatchObject({ requests: 1, most: 1 })
    const again = await Promise.all(tabs.map((tab) => tab.sync()))
    expect(again.map(({ outcome }) => outcome)).toEqual(tabs.map(() => 'current'))
    expect(relay.most).toBe(1)
    expect(relay.requests).toBeLessThanOrEqual(tabs.length)
  })
})
