import { parseResourceKey } from '@waraq/protocol'
import type { ContentStore } from './content-store.ts'

/** The rows of a resource that readers see, by type and key, as JSON. Undefined where the resource is absent. */
export async function readerRows(store: ContentStore, key: string): Promise<Map<string, string> | undefined> {
  const ref = parseResourceKey(key)!
  const info = await store.resource(ref)
  if (info?.status !== 'installed') return undefined
  const rows = new Map<string, string>()
  for (const recordType of info.rowsByType.keys()) {
    for (const row of await store.rows(recordType, ref))
      rows.set(`${recordType} ${row.key}`, JSON.stringify(row.data))
  }
  return rows
}
