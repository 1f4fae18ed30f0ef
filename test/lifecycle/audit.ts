import { logKey, type LogEntry } from './page/log-entry.ts'
import type { Tab } from './tabs.ts'

/** The log of write transactions, in the order of their commits. */
export interface Audit {
  readonly entries: readonly LogEntry[]
  /** The epochs that writers claimed, in order. */
  readonly claims: readonly number[]
  /** Writes that only the writer may make, by a worker that was no longer the writer or never was. */
  readonly violations: readonly LogEntry[]
}

/**
 * Records that tabs may write without being the writer: subscriptions and their batch cursors, the timetable, the last use
 * of resources.
 */
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

/**
 * The number of transactions that stored content so far. The heartbeats of a writer and the timetable do not count: they
 * continue while it waits for answers.
 */
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
