import { resourceGroups } from '@waraq/protocol'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { openContentStore } from './store/read/open-content-store.ts'
import type { ContentStore } from './store/read/content-store.ts'
import type { SyncEngine } from './sync/api/sync-engine.ts'
import type { SyncProgress } from './sync/run/report.ts'
import { connectSyncEngine } from './worker/connect.ts'
import { fontAssetOf } from './quran/readers/fonts.ts'

/** The engine in a real module worker of a real browser, against the sandbox and the relay over HTTP. */

const services = inject('services')

/** A resource of each group. */
const oneOfEach = [
  'articles:1',
  'chapter_recitations:1',
  'mushafs:1',
  'quran_core:1',
  'recitations:7',
  'tafsirs:169',
  'translations:20',
  'word_by_word_translations:59',
  'word_by_word_transliterations:60',
]

interface AdminState {
  readonly resources: { readonly resource: string; readonly rows: Record<string, number> | null }[]
  readonly requestsSeen: number
  readonly requests: { readonly path: string; readonly method: string }[]
}

async function admin<T>(path: string, body?: unknown): Promise<T> {
  const asked: RequestInit =
    body === undefined
      ? {}
      : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await fetch(`${services.admin}/${path}`, asked)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** Content requests since the state `before`, without preflights. */
async function requestsSince(before: AdminState): Promise<string[]> {
  const { requests, requestsSeen } = await admin<AdminState>('state')
  const since = requestsSeen - before.requestsSeen
  expect(since).toBeLessThanOrEqual(requests.length)
  return requests
    .slice(requests.length - since)
    .filter(({ method, path }) => method === 'GET' && path.includes('/resources/'))
    .map(({ path }) => path.split('/').slice(-2).join(':').replace('resources:', ''))
}

const open: { close(): void | Promise<void> }[] = []
let database = 0

function startWorker(): Worker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  open.push({ close: () => worker.terminate() })
  return worker
}

function connect(name: string, worker = startWorker()): { engine: SyncEngine; worker: Worker } {
  const { contentRoot, relay } = services
  return {
    engine: connectSyncEngine(worker, {
      contentRoot,
      relay,
      name,
      handshakeMs: 60_000,
      retry: { attempts: 2, baseMs: 1, maxMs: 2 },
    }),
    worker,
  }
}

function openStore(name: string): ContentStore {
  const store = openContentStore({ name })
  open.push(store)
  return store
}

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
  await admin('faults/remove', {})
  for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
})

const fresh = () => `browser-${database++}`

describe('a bootstrap in a worker', () => {
  it(
    'installs the rows that the service has, and a second sync makes one request and writes nothing',
    { timeout: 120_000 },
    async () => {
      const name = fresh()
      const { engine } = connect(name)
      const store = openStore(name)
      expect(oneOfEach.map((key) => key.split(':')[0])).toEqual(resourceGroups)
      await engine.subscribe(oneOfEach.join(';'))
      const progress: SyncProgress[] = []
      const report = await engine.sync({ onProgress: (event) => progress.push(event) })
      expect(report.runs[0]).toMatchObject({
        outcome: 'current',
        mode: 'bootstrap',
        snapshots: 9,
        needed: [],
      })
      const state = await admin<AdminState>('state?rows=all')
      for (const key of oneOfEach) {
        const [group, id] = key.split(':')
        const info = await store.resource({ group: group!, id: Number(id) })
        const expected = state.resources.find(({ resource }) => resource === key)!.rows
        expect([key, Object.fromEntries(info!.rowsByType)]).toEqual([key, expected])
      }
      const mushaf = await store.rows('mushaf_word', { group: 'mushafs', id: 1 })
      expect(mushaf).toHaveLength(services.held.words)
      // Of another origin than the page, and without a token.
      const font = (await store.query(fontAssetOf({ group: 'mushafs', id: 1 }, 604)))!
      const bytes = await (await fetch(new URL(font.url, services.contentRoot))).arrayBuffer()
      expect(bytes.byteLength).toBe(font.byteSize)
      expect((await new FontFace(font.family!, bytes).load()).status).toBe('loaded')
      expect(
        progress.some(
          ({ resource }) =>
            resource?.key === 'mushafs:1' && resource.phase === 'downloading' && resource.bytes > 0,
        ),
      ).toBe(true)

      const before = await admin<AdminState>('state')
      const second = await engine.sync()
      expect(await requestsSince(before)).toEqual(['sync'])
      expect(second.runs[0]).toMatchObject({
        outcome: 'current',
        pages: 1,
        mutations: 0,
        snapshots: 0,
        rowsWritten: 0,
        rowsDeleted: 0,
      })
    },
  )

  it('a published change reaches a live query of the page', { timeout: 60_000 }, async () => {
    const name = fresh()
    const { engine } = connect(name)
    const store = openStore(name)
    const ref = { group: 'translations', id: 20 }
    await engine.subscribe('translations:20')
    await engine.sync()
    const [row] = await store.rows('translation', ref, { from: 114_006, to: 114_006 })
    const text = `corrected ${crypto.randomUUID()}`
    const arrived = new Promise<string>((resolve) => {
      const end = store
        .live((s) => s.row('translation', ref, row!.key))
        .subscribe((found) => {
          if (found?.data.text !== text) return
          end()
          resolve(found.data.text)
        })
    })
    await admin('publish', {
      changes: [{ resource: 'translations:20', update: { key: Number(row!.key), text } }],
    })
    await engine.sync()
    expect(await arrived).toBe(text)
  })
})

describe('a worker killed in the middle of a snapshot', () => {
  it(
    'leaves nothing half, and the next one goes on without fetching what was committed',
    { timeout: 120_000 },
    async () => {
      const name = fresh()
      const store = openStore(name)
      const { engine } = connect(name)
      await engine.subscribe('mushafs:1;translations:20,131')
      await admin('faults', {
        match: { group: 'mushafs', path: 'snapshot' },
        effect: { status: 500 },
        times: null,
      })
      expect((await engine.sync()).outcome).toBe('partial')
      const committed: string[] = (await store.resources()).map(({ key }) => key)
      expect(committed).toEqual(['translations:20', 'translations:131'])
      await admin('faults/remove', {})

      const url = new URL('./sync/scenarios/stopping-worker-connection.test-support.ts', import.meta.url)
      const doomed = new Worker(url, { type: 'module' })
      const stopped = new Promise<void>((resolve) =>
        doomed.addEventListener('message', ({ data }) => data === 'stopped in the middle' && resolve()),
      )
      const sync = expect(connect(name, doomed).engine.sync()).rejects.toMatchObject({ code: 'worker_lost' })
      await stopped
      doomed.terminate()
      await sync
      expect((await store.resources()).map(({ key }) => key)).toEqual(committed)
      expect(await store.rows('mushaf_word', { group: 'mushafs', id: 1 })).toEqual([])

      const before = await admin<AdminState>('state')
      expect((await engine.sync()).outcome).toBe('current')
      // And what came since the batch was begun.
      expect(await requestsSince(before)).toEqual(['mushafs:1', 'sync'])
      expect((await store.resource({ group: 'mushafs', id: 1 }))!.rows).toBe(services.held.rows)
      expect(await store.rows('mushaf_word', { group: 'mushafs', id: 1 })).toHaveLength(services.held.words)
      expect((await engine.status()).subscriptions[0]).toMatchObject({
        inProgress: false,
        lastRun: { outcome: 'current' },
      })
    },
  )
})

describe('the entry points', () => {
  it('errors keep class, code, part and cause across', async () => {
    const { engine } = connect(fresh())
    await expect(engine.subscribe('translations:20;;')).rejects.toMatchObject({
      name: 'InvalidFilterError',
      code: 'invalid_filter',
      retryable: false,
      details: { problem: expect.stringContaining('semicolon') as string },
    })
    await engine.subscribe('translations:20')
    await admin('faults', { effect: { networkError: true }, times: null })
    const { runs } = await engine.sync({ filters: ['translations:20'] })
    expect(runs[0]).toMatchObject({ outcome: 'interrupted' })
    expect(runs[0]!.error).toBeInstanceOf(Error)
    expect(runs[0]!.error).toMatchObject({
      code: expect.stringMatching(/network|token_unavailable/) as string,
      retryable: true,
    })
  })

  it('an abort signal works across', async () => {
    const { engine } = connect(fresh())
    await engine.subscribe('translations:20')
    await admin('faults', { match: { path: 'snapshot' }, effect: { hang: true }, times: null })
    const controller = new AbortController()
    const sync = engine.sync({
      signal: controller.signal,
      onProgress: ({ phase }) => {
        if (phase === 'fetching') controller.abort(new Error('enough'))
      },
    })
    await expect(sync).rejects.toThrow('enough')
  })

  it('a worker that cannot be loaded is an error, not a silence', async () => {
    const missing = new Worker(new URL('/no-such-worker.js', location.href), { type: 'module' })
    const { engine } = connect(fresh(), missing)
    await expect(engine.status()).rejects.toMatchObject({ code: 'worker_failed', retryable: true })
  })

  it('the page holds no token', async () => {
    const name = fresh()
    const { engine } = connect(name)
    await engine.subscribe('articles:1')
    await engine.sync()
    expect(JSON.stringify(await engine.status())).not.toMatch(/eyJ[A-Za-z0-9_-]{10,}/)
  })
})
