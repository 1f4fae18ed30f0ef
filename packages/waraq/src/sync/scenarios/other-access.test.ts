import { restoredError } from '@waraq/protocol'
import { IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, it } from 'vitest'
import { createBench, readerRows, serviceRows, type Bench } from '../bench.test-support.ts'
import { createSyncEngine } from '../engine/create-sync-engine.ts'
import type { SyncEngine } from '../api/sync-engine.ts'

/** An application that puts a proxy where it had a token relay, with what its readers have on their devices. */

let bench: Bench | undefined
const engines: SyncEngine[] = []
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()))
  await bench?.close()
  bench = undefined
})

const filter = 'articles:1;translations:20,131'
const root = 'http://127.0.0.1:8787/content'

/** A proxy that passes requests on to the service with a token, and tells which it got. */
function throughProxy({ sandbox, indexedDB }: Bench, asked: Request[]): SyncEngine {
  const engine = createSyncEngine({
    contentRoot: 'http://127.0.0.1/content',
    proxy: { root, headers: { authorization: 'Bearer CANARY' } },
    fetch: async (input, init) => {
      const request = new Request(input, init)
      asked.push(request)
      const { token, clientId } = await sandbox.accessToken()
      const headers = { 'x-auth-token': token, 'x-client-id': clientId }
      const answer = await sandbox.fetch(new Request(request.url.replace(':8787', ''), { headers }))
      return new Response(answer.body, answer)
    },
    retry: { attempts: 1 },
    indexedDB,
    IDBKeyRange,
  })
  engines.push(engine)
  return engine
}

describe('from a relay to a proxy', () => {
  it('nothing is fetched anew, and what changed arrives', async () => {
    bench = createBench()
    await bench.engine.subscribe(filter)
    await bench.engine.sync()
    await bench.engine.close()
    const before = await readerRows(bench.store, 'translations:20')

    const asked: Request[] = []
    const engine = throughProxy(bench, asked)
    const report = await engine.sync()
    expect(report.runs).toMatchObject([{ outcome: 'current', rowsWritten: 0 }])
    expect(asked).toHaveLength(1)
    const { searchParams, pathname } = new URL(asked[0]!.url)
    expect(pathname).toBe('/content/api/v4/resources/sync')
    expect([searchParams.has('bootstrap'), searchParams.has('sync_token')]).toEqual([false, true])
    expect(await readerRows(bench.store, 'translations:20')).toEqual(before)

    const change = { resource: 'translations:20', update: { key: 200_001, text: 'Edited.' } } as const
    bench.sandbox.publish([change])
    expect(await engine.sync()).toMatchObject({ outcome: 'current' })
    expect(await readerRows(bench.store, 'translations:20')).toEqual(
      serviceRows(bench.sandbox, 'translations:20'),
    )
    for (const { headers } of asked) expect(headers.has('x-auth-token')).toBe(false)
  })

  it('what failed at the relay is not waited for', async () => {
    bench = createBench()
    const refused = restoredError({ code: 'token_unavailable', message: 'No. Ask.', status: 403 })
    const tokens = { from: 'https://relay.example/token', get: () => Promise.reject(refused) }
    const before = [bench.newEngine({ tokens }), bench.newEngine({ tokens })] as const
    await before[0].subscribe(filter)
    expect(await before[0].wake('start')).toMatchObject({ result: 'synced', report: { outcome: 'failed' } })
    expect(await before[1].wake('start')).toMatchObject({ result: 'waits' })
    await Promise.all(before.map((engine) => engine.close()))
    const engine = throughProxy(bench, [])
    expect(await engine.wake('start')).toMatchObject({ result: 'synced', report: { outcome: 'current' } })
  })

  it('a whole library comes through the proxy, and no table has a header', async () => {
    bench = createBench()
    const asked: Request[] = []
    const engine = throughProxy(bench, asked)
    await engine.subscribe(filter)
    expect(await engine.sync()).toMatchObject({ outcome: 'current' })
    expect(asked.every(({ url }) => url.startsWith(`${root}/api/v4/`))).toBe(true)
    expect(asked.filter(({ url }) => url.includes('/snapshots/'))).toHaveLength(3)
    expect(await readerRows(bench.store, 'articles:1')).toEqual(serviceRows(bench.sandbox, 'articles:1'))
    const dump = JSON.stringify(await Promise.all(bench.db.tables.map((table) => table.toArray())))
    expect(dump).not.toContain('CANARY')
  })
})
