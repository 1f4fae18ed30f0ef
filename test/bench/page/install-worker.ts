import { createSyncEngine, openContentStore } from '@waraq/engine'

/**
 * From the body of one snapshot, received and in memory, to its rows being readable. Every variant begins with the same
 * bytes and ends when a row can be read from the database.
 */
export interface InstallRequest {
  readonly variant: 'waraq' | 'raw' | 'parse'
  readonly snapshotUrl: string
  readonly token: string
  readonly clientId: string
  readonly group: string
  readonly id: number
  /** Record type and key of a row to read at the end. */
  readonly probe: { readonly recordType: string; readonly key: string; readonly rows: number }
}

type Variant = (body: Uint8Array<ArrayBuffer>, request: InstallRequest, name: string) => Promise<void>

/** The engine as an application would use it, with the network taken out: feed and snapshot come from memory. */
const waraq: Variant = async (body, { group, id, probe }, name) => {
  const page = {
    sync: {
      sync_until_sequence: 1,
      has_more: false,
      next_page_url: null,
      next_sync_token: 'token',
      mutations: [
        {
          sequence: 1,
          type: 'RESOURCE_CREATE',
          resource_group: group,
          resource_id: id,
          changed_at: '2026-01-01T00:00:00Z',
          snapshot_url: `/api/v4/resources/snapshots/${group}/${id}`,
        },
      ],
    },
  }
  const json = { headers: { 'content-type': 'application/json' } }
  const engine = createSyncEngine({
    name,
    contentRoot: 'https://bench.invalid/content',
    tokens: { get: () => Promise.resolve({ token: 't', clientId: 'c', expiresAt: Infinity }) },
    fetch: (input) =>
      Promise.resolve(
        String(input instanceof Request ? input.url : input).includes('/snapshots/')
          ? new Response(body, json)
          : Response.json(page),
      ),
  })
  await engine.subscribe(`${group}:${id}`)
  const report = await engine.sync()
  if (report.outcome !== 'current')
    throw new Error(`the run ended ${report.outcome}`, { cause: report.runs[0]?.error })
  const store = openContentStore({ name })
  const row = await store.row(probe.recordType, { group, id }, probe.key)
  const info = await store.resource({ group, id })
  if (!row || info?.rows !== probe.rows) throw new Error('the rows are not there')
  store.close()
  await engine.close()
}

function settled(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error as Error)
  })
}

/** Bare IndexedDB, one record a row, one transaction, no index: what a careful hand-written client does. */
const raw: Variant = async (body, { probe }, name) => {
  const { records } = JSON.parse(new TextDecoder().decode(body)) as {
    records: { id: number; record_type?: string }[]
  }
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => request.result.createObjectStore('rows')
  const db = (await settled(request)) as IDBDatabase
  await new Promise<void>((resolve, reject) => {
    const transaction = db.transaction('rows', 'readwrite')
    const rows = transaction.objectStore('rows')
    for (const record of records) rows.put(record, `${record.record_type ?? probe.recordType} ${record.id}`)
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error as Error)
  })
  const rows = db.transaction('rows').objectStore('rows')
  if (!(await settled(rows.get(`${probe.recordType} ${probe.key}`))))
    throw new Error('the rows are not there')
  if ((await settled(rows.count())) !== probe.rows) throw new Error('rows are missing')
  db.close()
}

/** Only parsing, nothing stored: the limit. */
const parse: Variant = async (body, { probe }) => {
  const { records } = (await new Response(body).json()) as { records: unknown[] }
  if (records.length !== probe.rows) throw new Error('rows are missing')
}

const variants: Readonly<Record<InstallRequest['variant'], Variant>> = { waraq, raw, parse }

async function measure(request: InstallRequest): Promise<number> {
  const headers = { 'x-auth-token': request.token, 'x-client-id': request.clientId }
  const response = await fetch(request.snapshotUrl, { headers, cache: 'no-store' })
  const body = new Uint8Array(await response.arrayBuffer())
  const name = `bench-${request.variant}-${crypto.randomUUID()}`
  const began = performance.now()
  await variants[request.variant](body, request, name)
  const ms = performance.now() - began
  indexedDB.deleteDatabase(name)
  return ms
}

self.addEventListener('message', ({ data }: MessageEvent<InstallRequest>) => {
  measure(data).then(
    (ms) => self.postMessage({ ms }),
    (error: unknown) => self.postMessage({ error: String(error) }),
  )
})
