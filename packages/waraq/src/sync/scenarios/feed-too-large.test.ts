import { gzipSync } from 'node:zlib'
import { isDeep } from '@waraq/test-support/runs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  createBench,
  readerRows,
  serviceRows,
  type Bench,
  type EngineChanges,
} from '../bench.test-support.ts'
import { setLimits } from '../run/plan/set-limits.ts'

/** A feed that is larger than a device should read: what readers have stays, and the next try is another kind of request. */

let bench: Bench
/** To read 256 MiB takes seconds: `pnpm test` has a lower bound, and pages that are as much smaller. */
const share = isDeep ? 1 : 1 / 16
const usual = setLimits.bytes
beforeEach(() => void (setLimits.bytes = usual * share))
afterEach(async () => {
  setLimits.bytes = usual
  await bench.close()
})

const filter = 'translations:20,131'
const keys = ['translations:20', 'translations:131']
const mebibyte = 1024 * 1024

type Change = Readonly<Record<string, unknown>>

interface Page {
  readonly sync: {
    readonly sync_until_sequence: number
    readonly mutations: readonly Change[]
  }
}

/** The hostile answer in place of a page of the feed; `address` is the address of the request. */
type Hostile = (page: Page, address: URL) => Response

const json = { 'content-type': 'application/json' }
const spaces = new Uint8Array(mebibyte).fill(0x20)

/** The page, and so many spaces behind it. */
function padded(page: unknown, mebibytes: number): Response {
  let left = mebibytes
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(JSON.stringify(page))),
    pull: (controller) => (left-- > 0 ? controller.enqueue(spaces) : controller.close()),
  })
  return new Response(body, { headers: json })
}

/** 64 MiB of spaces. */
const bomb = gzipSync(Buffer.alloc(64 * mebibyte, ' '))

let fresh = 0
const withMore = ({ sync }: Page) => ({
  sync: {
    ...sync,
    has_more: true,
    next_sync_token: null,
    next_page_url: `/api/v4/resources/sync?cursor=${fresh++}`,
  },
})

const tooMuch: readonly (readonly [name: string, said: string, hostile: Hostile])[] = [
  ['a page of too many bytes', '16777216 bytes', (page) => padded(page, 16)],
  [
    'a page of 20,001 changes',
    '20000 changes',
    ({ sync }) => {
      const [{ sequence, resource_group, resource_id, changed_at }] = sync.mutations as [Change]
      const change = { sequence, type: 'RESOURCE_UPDATE', resource_group, resource_id, changed_at }
      const mutations = Array.from({ length: 20_001 }, () => change)
      return Response.json({ sync: { ...sync, mutations } })
    },
  ],
  [
    'a page that is small only while it is compressed',
    '16777216 bytes',
    () => {
      const unpacked = new Blob([bomb]).stream().pipeThrough(new DecompressionStream('gzip'))
      return new Response(unpacked, { headers: json })
    },
  ],
  ['pages without an end', `${256 * share} MiB`, (page) => padded(withMore(page), Math.ceil(15 * share))],
]

const changeOne = (text: string) => {
  const row = bench.sandbox.snapshotRows('translations:20')![0] as { id: number }
  bench.sandbox.publish([{ resource: 'translations:20', update: { key: row.id, text } }])
}
const readAll = () => Promise.all(keys.map((key) => readerRows(bench.store, key)))
const subscription = () => bench.db.subscriptions.get(filter)
const staged = async () => [await bench.db.batchCursors.count(), await bench.db.staged.count()]

/** An engine whose service sends such pages while `isHostile` says so, and how each set was asked for. */
function under(hostile: Hostile, isHostile: (address: URL) => boolean) {
  const asked: string[] = []
  const fetch: EngineChanges['fetch'] = async (input, init) => {
    const request = new Request(input, init)
    const address = new URL(request.url)
    if (!address.pathname.endsWith('/resources/sync')) return bench.sandbox.fetch(request)
    const { searchParams } = address
    const cursor = searchParams.has('cursor')
    if (!cursor) asked.push(searchParams.has('bootstrap') ? 'bootstrap' : 'changes')
    if (!isHostile(address)) return bench.sandbox.fetch(request)
    // The sandbox never gave these cursors, so each page is asked for as the first one.
    const first = new URL(address)
    if (cursor) first.search = `?resources=${encodeURIComponent(filter)}&bootstrap=true`
    const answer = await bench.sandbox.fetch(new Request(first, { headers: request.headers }))
    return hostile((await answer.json()) as Page, address)
  }
  return { engine: bench.newEngine({ fetch }), asked }
}

async function bootstrapped() {
  bench = createBench()
  await bench.engine.subscribe(filter)
  expect((await bench.engine.sync()).outcome).toBe('current')
  const before = { rows: await readAll(), token: (await subscription())!.token }
  changeOne('what the feed tells')
  return before
}

/** Pages without an end are read to their bound by each try, so the test below alone reads them. */
it.each(tooMuch.slice(0, -1))(
  '%s: nothing is applied, and the next try asks for snapshots',
  async (_, said, hostile) => {
    const before = await bootstrapped()
    const { engine, asked } = under(hostile, ({ searchParams }) => !searchParams.has('bootstrap'))
    const { runs } = await engine.sync()
    expect(runs[0]).toMatchObject({
      outcome: 'failed',
      mode: 'incremental',
      snapshots: 0,
      error: { code: 'feed_too_large', retryable: false, message: expect.stringContaining(said) as string },
    })
    expect(runs[0]!.retryAt).toBeUndefined()
    expect(await readAll()).toEqual(before.rows)
    expect((await subscription())!.token).toBe(before.token)
    await expect.poll(staged).toEqual([0, 0])
    const { problem } = await engine.status()
    expect(problem).toMatchObject({ code: 'feed_too_large', filter, part: 'service' })
    expect(problem!.message).toMatch(/^(The|A page of the) change feed is too large: .*\.$/)
    expect(problem!.remedy).toMatch(/tell the operator of the service/)

    expect((await engine.sync()).runs[0]).toMatchObject({
      outcome: 'current',
      mode: 'bootstrap',
      snapshots: 2,
    })
    expect(await readAll()).toEqual(keys.map((key) => serviceRows(bench.sandbox, key)))
    expect((await engine.status()).problem).toBeNull()
    changeOne('after it')
    expect(asked).toEqual(['changes', 'bootstrap'])
  },
)

/** `pnpm test` takes the first and the last. */
const eachTime = tooMuch.filter((_, index) => isDeep || index % 3 === 0)
it.each(eachTime)('%s, at each request: each try ends, and nothing is lost', async (_, said, hostile) => {
  const before = await bootstrapped()
  const { engine, asked } = under(hostile, () => true)
  for (let n = 0; n < 2; n++) {
    expect((await engine.sync()).runs[0]).toMatchObject({
      outcome: 'failed',
      error: { code: 'feed_too_large', message: expect.stringContaining(said) as string },
    })
    expect(await readAll()).toEqual(before.rows)
    await expect.poll(staged).toEqual([0, 0])
  }
  // Once each: a run does not ask again for what is too large.
  expect(asked).toEqual(['changes', 'bootstrap'])
  // The token outlives all of it: after any other failure, the next set is asked for from there.
  expect((await subscription())!.token).toBe(before.token)
  expect((await bench.newEngine().sync()).outcome).toBe('current')
  expect(await readAll()).toEqual(keys.map((key) => serviceRows(bench.sandbox, key)))
})

it('a page of 20,000 changes is read, far beyond what was asked for', async () => {
  await bootstrapped()
  const many: Hostile = ({ sync }) => {
    const mutations = Array.from({ length: 20_000 }, () => sync.mutations[0])
    return Response.json({ sync: { ...sync, mutations } })
  }
  const { engine } = under(many, () => true)
  expect((await engine.sync()).runs[0]).toMatchObject({
    outcome: 'current',
    mutations: 20_000,
    rowsWritten: 1,
  })
  expect(await readAll()).toEqual(keys.map((key) => serviceRows(bench.sandbox, key)))
})

it('a resource of which too many rows changed is fetched as a whole, in a set that applies the rest', async () => {
  await bootstrapped()
  const row = bench.sandbox.snapshotRows('translations:131')![0] as { id: number }
  bench.sandbox.publish([{ resource: 'translations:131', update: { key: row.id, text: 'also' } }])
  const many: Hostile = ({ sync }) => {
    const [change] = sync.mutations.filter((each) => each['resource_id'] === 20)
    const data = change!['data'] as { id: number }
    const more = Array.from({ length: 1_001 }, (_, at) => ({
      ...change,
      record_key: `${90_000 + at}`,
      data: { ...data, id: 90_000 + at },
    }))
    return Response.json({ sync: { ...sync, mutations: [...sync.mutations, ...more] } })
  }
  const { engine } = under(many, () => true)
  bench.sandbox.clearRequests()
  expect((await engine.sync()).runs[0]).toMatchObject({ outcome: 'current', snapshots: 1 })
  expect(bench.requests()).toEqual(['sync', 'translations:20'])
  expect(await readAll()).toEqual(keys.map((key) => serviceRows(bench.sandbox, key)))
})
