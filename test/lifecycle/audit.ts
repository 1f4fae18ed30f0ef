import { logKey, type LogEntry } from './page/log-entry.ts'
import type { Tab } from './tabs.ts'

/** The log of write transactions, in the order of their commits. */
export interface Audit {
  readonly entries: readonly LogEntry[]
  /** The epochs that writers claimed, in order. */
  readonly claims: readonly number[]
  /** Transactions of the writer's kind by a worker that was not the writer any more, or never was. */
  readonly violations: readonly LogEntry[]
}

/** Records that the application writes without being the writer: subscriptions, the timetable, the last use of resources. */
const applicationsOwn: ReadonlySet<string> = new Set([
  'subscriptions',
  'batchCursors',
  'meta:schedule',
  'meta:usage',
])

async function readEntries(tab: Tab): Promise<LogEntry[]> {
  const records = await tab.table<{ key: string; entry?: LogEntry }>('meta')
  return records.flatMap(({ key, entry }) => (key.startsWith(`${logKey}|`) && entry ? [entry] : []))
}

/** How many transactions stored content so far. A writer's heartbeats and the timetable go on while it waits for answers. */
export async function contentWrites(tab: Tab): Promise<number> {
  const isContent = (what: string) => what !== 'meta:writer' && !applicationsOwn.has(what)
  return (await readEntries(tab)).filter(({ wrote }) => wrote.some(isContent)).length
}

export async function readAudit(tab: Tab): Promise<Audit> {
  const entries = await readEntries(tab)
  const isWriters = ({ wrote }: LogEntry) => wrote.some((what) => !applicationsOwn.has(what))
  return {
    entries,
    claims: entries.flatMap(({ claims }) => (claims === null ? [] : [claims])),
    violations: entries.filter((entry) => {
      return entry.claims === null && entry.holds !== entry.epoch && isWriters(entry)
    }),
  }
}
