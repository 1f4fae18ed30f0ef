import type { RunReport } from 'waraq'
import type { Served } from './hostile-service.ts'
import { isPage, isPageAddress, isSnapshot } from './reference.ts'
import type { View, Views } from './readers-view.ts'
import { resourceNames, type ResourceName } from './small-service.ts'

/** What readers may see after a round with one hostile body, worked out from the served bodies alone. */

/** Errors that hostile bodies may end in. `internal` is none of them. */
const knownErrors: ReadonlySet<string> = new Set([
  'truncated_body',
  'not_json',
  'invalid_response',
  'foreign_address',
  'wrong_snapshot',
  'stale_snapshot',
  'feed_inconsistent',
  'feed_loop',
  'feed_too_large',
  'feed_went_back',
  'snapshot_too_large',
  'resync_loop',
  'not_found',
  'invalid_request',
  'budget_spent',
])

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

interface SyncPage {
  readonly has_more: boolean
  readonly next_page_url: string
  readonly mutations: readonly {
    readonly type: string
    readonly resource_group: string
    readonly resource_id: number
    readonly data?: unknown
  }[]
}

/** Whether the hostile body keeps all rules: then it may be believed, since nothing shows that it is a lie. */
export function mayBeBelieved({ kind, bytes }: Served): boolean {
  const body = parsed(bytes)
  if (kind === 'snapshot') return isSnapshot(body)
  if (!isPage(body)) return false
  const page = (body as { sync: SyncPage }).sync
  return !page.has_more || isPageAddress(page.next_page_url)
}

/** The rows that believable bodies brought, as text, and what they said of whole resources. */
interface Gossip {
  readonly rows: ReadonlySet<string>
  /** Resources of which rows, or all, were said to be gone. */
  readonly named: ReadonlySet<string>
  readonly snapshots: ReadonlyMap<string, readonly unknown[]>
}

function gossip(served: readonly Served[]): Gossip {
  const rows = new Set<string>()
  const named = new Set<string>()
  const snapshots = new Map<string, readonly unknown[]>()
  for (const body of served.filter(mayBeBelieved)) {
    const value = parsed(body.bytes)
    if (body.kind === 'snapshot') {
      const { records } = value as { records: unknown[] }
      const [id, group] = body.path.split('/').reverse()
      snapshots.set(`${group}:${id}`, records)
      for (const record of records) rows.add(JSON.stringify(record))
    } else {
      for (const { type, resource_group, resource_id, data } of (value as { sync: SyncPage }).sync
        .mutations) {
        rows.add(JSON.stringify(data))
        if (type === 'ROW_DELETE' || type === 'RESOURCE_DELETE') named.add(`${resource_group}:${resource_id}`)
      }
    }
  }
  return { rows, named, snapshots }
}

/** The bodies of this round, and of earlier ones since readers last had the service's content. */
export interface Reported {
  readonly now: readonly Served[]
  readonly earlier: readonly Served[]
}

/**
 * @param sequence what the subscription was current at before. A run that goes on with an earlier one's set commits it, and may
 *   then fail to get what came since.
 * @throws where what readers see cannot be explained by what was there and what was served
 */
export function checkRound(
  before: Views,
  after: Views,
  { now, earlier }: Reported,
  run: RunReport,
  sequence: number | null,
): void {
  if (run.error && !knownErrors.has(run.error.code))
    throw new Error(`ended as ${run.error.code}`, { cause: run.error })
  // A set that an earlier round left half read may be gone on with, and what was prepared then may be shown now.
  const heard = gossip([...earlier, ...now])
  const { snapshots } = gossip(now)
  const failed = run.outcome === 'failed' || run.outcome === 'interrupted'
  const untouched = run.mode === 'incremental' && failed && run.sequence === sequence
  for (const name of resourceNames) {
    const [was, is] = [before.get(name)!, after.get(name)!]
    if (was !== is) checkResource(name, was, is, heard, untouched)
    // Each record is shown or set aside and counted, never dropped.
    const sent = run.outcome === 'current' && is.status === 'installed' ? snapshots.get(name) : undefined
    if (sent && is.count + is.rejected !== sent.length)
      throw new Error(`${name} shows ${is.count} and rejects ${is.rejected} rows of ${sent.length}`)
  }
}

function checkResource(name: ResourceName, was: View, is: View, heard: Gossip, untouched: boolean): void {
  const changed: string[] = []
  for (const [key, text] of is.rows) {
    if (was.rows.get(key) === text) continue
    changed.push(key)
    if (!heard.rows.has(text))
      throw new Error(`${name} shows a row that was never sent: ${key} ${text.slice(0, 500)}`)
  }
  const lost = [...was.rows.keys()].filter((key) => !is.rows.has(key))
  if (untouched && changed.length + lost.length > 0)
    throw new Error(`${name} was changed by a set that failed: ${[...changed, ...lost].join(', ')}`)
  if (lost.length > 0 && !heard.snapshots.has(name) && !heard.named.has(name))
    throw new Error(`${name} lost rows that no answer removed: ${lost.join(', ')}`)
  if (is.count !== is.rows.size) throw new Error(`${name} shows two rows of one key`)
}
