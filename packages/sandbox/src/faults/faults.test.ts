import { describe, expect, it } from 'vitest'
import { clientOf, failure, refusal, smallSandbox } from '../service-client.test-support.ts'
import type { FaultMatch } from './fault.ts'
import { fits, requestFacts } from './match.ts'

const snapshotPath = '/api/v4/resources/snapshots/translations/20'
const bootstrap = { bootstrap: 'true', resources: 'translations:20,131' }

describe('matching', () => {
  const facts = (path: string) => requestFacts(new Request(`http://localhost${path}`))!
  const snapshot = facts(`/content${snapshotPath}`)
  const sync = facts('/content/api/v4/resources/sync?resources=tafsirs%3A*%3Btranslations%3A20')
  const table: [FaultMatch, boolean, boolean][] = [
    [{}, true, true],
    [{ path: 'snapshot' }, true, false],
    [{ path: 'sync' }, false, true],
    [{ path: '/content/api/v4/resources/s' }, true, true],
    [{ path: /snapshots\/translations\/\d+$/g }, true, false],
    [{ path: { pattern: 'SYNC$', flags: 'i' } }, false, true],
    [{ group: 'translations' }, true, true],
    [{ group: 'tafsirs' }, false, true],
    [{ group: 'translations', id: 20 }, true, false],
    [{ id: 21 }, false, false],
  ]

  it.each(table)('%o', (match, meetsSnapshot, meetsSync) => {
    expect(fits(match, snapshot)).toBe(meetsSnapshot)
    expect(fits(match, sync)).toBe(meetsSync)
  })

  it('leaves the admin endpoint alone', () => {
    expect(requestFacts(new Request('http://localhost/admin/state'))).toBeUndefined()
  })
})

describe('answers', () => {
  it('come as often as asked for, on the request asked for', async () => {
    const sandbox = smallSandbox({ faults: [{ match: { path: 'sync', nth: 2 }, effect: { status: 503 } }] })
    const client = await clientOf(sandbox)
    const statuses = async (count: number) => {
      const seen: number[] = []
      for (let index = 0; index < count; index++) seen.push((await client.sync(bootstrap)).status)
      return seen
    }
    expect(await statuses(3)).toEqual([200, 503, 200])
    const always = sandbox.fault({ match: { path: 'sync' }, times: Infinity, effect: { status: 500 } })
    expect(await statuses(2)).toEqual([500, 500])
    expect([always.fired, always.remaining]).toEqual([2, Infinity])
    always.remove()
    expect(await statuses(1)).toEqual([200])
    expect(sandbox.requests.map((request) => request.status)).toEqual([200, 503, 200, 500, 500, 200])
  })

  it('have the body of their kind, with headers, readable across origins', async () => {
    const sandbox = smallSandbox()
    const client = await clientOf(sandbox)
    sandbox.fault({ effect: { status: 429, headers: { 'retry-after': '7' } } })
    const limited = await client.get(snapshotPath, { origin: 'https://reader.example' })
    expect(limited.headers.get('retry-after')).toBe('7')
    expect(limited.headers.get('access-control-allow-origin')).toBe('*')
    expect(limited.headers.get('access-control-expose-headers')).toMatch(/Retry-After/i)
    expect(await failure(limited)).toBe('429 rate_limit_exceeded')
    sandbox.fault({ effect: { status: 403, type: 'insufficient_scope' } })
    expect(await failure(await client.sync(bootstrap))).toBe('403 insufficient_scope')
    sandbox.fault({ effect: { code: 'token_filter_mismatch' } })
    expect(await refusal(await client.sync(bootstrap))).toBe('422 token_filter_mismatch')
    sandbox.fault({ effect: { code: 'resync_required' } })
    expect(await refusal(await client.sync(bootstrap))).toBe('410 resync_required')
    sandbox.fault({ match: { path: 'token' }, effect: { status: 401, code: 'invalid_client' } })
    const token = await sandbox.fetch(new Request('http://localhost/oauth2/token', { method: 'POST' }))
    expect(await token.json()).toMatchObject({ error: 'invalid_client' })
    sandbox.fault({ effect: { html: true } })
    const portal = await client.sync(bootstrap)
    expect([portal.status, portal.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  })

  it('wait for a delay by the sleep that was given', async () => {
    const slept: number[] = []
    const sandbox = smallSandbox({ sleep: async (ms) => void slept.push(ms) })
    sandbox.fault({ effect: { delayMs: 5_000 } })
    expect((await (await clientOf(sandbox)).sync(bootstrap)).status).toBe(200)
    expect(slept).toEqual([5_000])
  })
})

describe('broken connections', () => {
  it('reject as fetch does', async () => {
    const sandbox = smallSandbox()
    const client = await clientOf(sandbox)
    sandbox.fault({ effect: { networkError: true } })
    await expect(client.sync(bootstrap)).rejects.toBeInstanceOf(TypeError)
    expect(sandbox.requests.at(-1)?.status).toBe(0)
  })

  it('hang until the caller gives up', async () => {
    const sandbox = smallSandbox()
    const { headers } = await clientOf(sandbox)
    const url = `http://localhost/content${snapshotPath}`
    const gaveUp = new Error('gave up')
    const callers = [new AbortController(), new AbortController()] as const
    const ask = ({ signal }: AbortController) => sandbox.fetch(new Request(url, { headers, signal }))
    sandbox.fault({ effect: { hang: true } })
    const before = ask(callers[0])
    callers[0].abort(gaveUp)
    await expect(before).rejects.toBe(gaveUp)
    sandbox.fault({ effect: { hang: { afterBytes: 100 } } })
    const reader = (await ask(callers[1])).body!.getReader()
    expect((await reader.read()).value).toHaveLength(100)
    const after = reader.read()
    callers[1].abort(gaveUp)
    await expect(after).rejects.toBe(gaveUp)
  })

  it('cut the body, with an error or as if it were whole', async () => {
    const sandbox = smallSandbox()
    const client = await clientOf(sandbox)
    sandbox.fault({ effect: { cutBody: { afterBytes: 200 } } })
    const broken = await client.get(snapshotPath)
    expect(Number(broken.headers.get('content-length'))).toBeGreaterThan(200)
    await expect(broken.text()).rejects.toBeInstanceOf(TypeError)
    sandbox.fault({ effect: { cutBody: { afterBytes: 200, ending: 'clean' } } })
    const short = await client.get(snapshotPath)
    expect(short.headers.has('content-length')).toBe(false)
    expect(await short.text()).toHaveLength(200)
  })
})

describe('spoiled contents', () => {
  it('duplicate, shuffle and add mutations', async () => {
    const sandbox = smallSandbox()
    const client = await clientOf(sandbox)
    const all = { bootstrap: 'true', resources: 'translations:*' }
    const plain = (await client.page(all)).mutations.map(({ sequence }) => sequence)
    sandbox.fault({ effect: { duplicateMutations: true } })
    const twice = (await client.page(all)).mutations.map(({ sequence }) => sequence)
    expect(twice).toEqual(plain.flatMap((sequence) => [sequence, sequence]))
    sandbox.fault({ effect: { shuffleMutations: true } })
    const mixed = (await client.page(all)).mutations.map(({ sequence }) => sequence)
    expect(mixed).not.toEqual(plain)
    expect([...mixed].sort((a, b) => a - b)).toEqual(plain)
    const stranger = { type: 'RESOURCE_RENAMED', resource_group: 'translations', resource_id: 20 }
    sandbox.fault({ effect: { addMutations: [stranger], page: { next_sync_token: null } } })
    const page = await client.page(all)
    expect(page.mutations.at(-1)).toMatchObject({ ...stranger, sequence: page.sync_until_sequence })
    expect(page.next_sync_token).toBeNull()
  })

  it('show the snapshot and the feed of a replica that lags', async () => {
    const sandbox = smallSandbox()
    const client = await clientOf(sandbox)
    const before = sandbox.snapshotRows('translations:20')
    const { next_sync_token: token } = await client.page(bootstrap)
    sandbox.publish([{ resource: 'translations:20', update: { key: 200_001, text: 'newer' } }])
    const current = sandbox.sequence
    const read = async (staleSnapshot: object) => {
      sandbox.fault({ effect: { staleSnapshot } })
      const { sync_sequence: sequence, records } = await client.snapshot(snapshotPath)
      return [sequence, records[0]?.['text'] === 'newer']
    }
    expect(await read({ behind: 1 })).toEqual([current - 1, false])
    expect(await read({ rowsBehind: 1 })).toEqual([current, false])
    expect(await read({ sequenceBehind: 1 })).toEqual([current - 1, true])
    expect(sandbox.snapshotRows('translations:20', current - 1)).toEqual(before)
    sandbox.fault({ match: { path: 'sync' }, effect: { staleFeed: { behind: 1 } } })
    const lagging = await client.page({ resources: bootstrap.resources, sync_token: token ?? '' })
    expect([lagging.sync_until_sequence, lagging.mutations]).toEqual([current - 1, []])
    sandbox.add({ group: 'translations', id: 500 }, [])
    sandbox.fault({ effect: { staleSnapshot: { behind: 1 } } })
    const unseen = await client.get('/api/v4/resources/snapshots/translations/500')
    expect(await refusal(unseen)).toBe('404 snapshot_not_found')
  })

  it('write over the envelope', async () => {
    const sandbox = smallSandbox()
    const client = await clientOf(sandbox)
    sandbox.fault({ effect: { envelope: { resource_id: 9, schema_version: 2 } } })
    expect(await client.snapshot(snapshotPath)).toMatchObject({ resource_id: 9, schema_version: 2 })
    sandbox.fault({ effect: { envelope: { records: null } } })
    expect(await (await client.get(snapshotPath)).json()).toMatchObject({ resource_id: 20, records: null })
  })
})
