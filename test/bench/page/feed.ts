import { isJsonObject, type Mutation, type SyncResponse } from '@waraq/protocol'
import type { Row, RowName, Source } from './protocol.ts'

/** A row with the name that it is stored under. */
export interface NamedRow extends RowName {
  readonly data: Row
}

/** One change of the feed. Without a row: it was deleted. */
export interface Change extends RowName {
  readonly data?: Row
}

/** A row as snapshots hold it. */
export type SnapshotRow = Row & { readonly id: number; readonly record_type?: string }

type Service = Pick<Source, 'contentRoot' | 'token' | 'clientId'>

/** What a hand-written client of the content service does: fetch, check the status, parse. */
async function getJson<T>(source: Service, path: string): Promise<T> {
  const response = await fetch(`${source.contentRoot}${path}`, {
    headers: { 'x-auth-token': source.token, 'x-client-id': source.clientId },
    cache: 'no-store',
  })
  if (!response.ok) throw new Error(`${path.slice(0, 60)} answered ${response.status}`)
  return (await response.json()) as T
}

export async function fetchSnapshot({ group, id, ...source }: Source): Promise<readonly SnapshotRow[]> {
  const path = `/api/v4/resources/snapshots/${group}/${id}`
  const { records } = await getJson<{ readonly records: readonly SnapshotRow[] }>(source, path)
  return records
}

export function nameRows(source: Source, records: readonly SnapshotRow[]): NamedRow[] {
  return records.map((data) => ({ recordType: data.record_type ?? source.recordType, id: data.id, data }))
}

function toChange(source: Source, mutation: Mutation): Change {
  const name = { recordType: mutation.record_type ?? source.recordType, id: Number(mutation.record_key) }
  if (mutation.type === 'ROW_DELETE') return name
  if (!isJsonObject(mutation.data)) throw new Error(`A ${mutation.type} without a row`)
  return { ...name, data: mutation.data }
}

/** Follows the feed from a token, or from nothing; hands on each page of row changes and returns the next token. */
export async function followFeed(
  source: Source,
  token: string | undefined,
  apply: (changes: readonly Change[]) => Promise<void>,
): Promise<string> {
  const since = token === undefined ? 'bootstrap=true' : `sync_token=${encodeURIComponent(token)}`
  const filter = encodeURIComponent(`${source.group}:${source.id}`)
  let path = `/api/v4/resources/sync?resources=${filter}&per_page=100&${since}`
  for (;;) {
    const { sync } = await getJson<SyncResponse>(source, path)
    const changes = sync.mutations.filter(({ type }) => type.startsWith('ROW_'))
    if (changes.length > 0) await apply(changes.map((mutation) => toChange(source, mutation)))
    if (sync.next_sync_token) return sync.next_sync_token
    if (!sync.next_page_url) throw new Error('The feed ended without a token')
    path = sync.next_page_url
  }
}
