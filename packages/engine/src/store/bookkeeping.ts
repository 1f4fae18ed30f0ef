import type { RecordType } from '@waraq/contract'
import type { WaraqDatabase } from './database.ts'
import type {
  AuditRecord,
  CountersRecord,
  JournalRecord,
  KeyRulesRecord,
  ResourceRecord,
  SubscriptionRecord,
} from './records.ts'

/** The small records that say where a library stands: what each step of a run asks for before it does anything. */
export interface Bookkeeping {
  readonly resources: readonly ResourceRecord[]
  readonly subscriptions: readonly SubscriptionRecord[]
  readonly journals: readonly JournalRecord[]
  /** Record types whose key rule a row change confirmed. */
  readonly confirmedKeyRules: readonly RecordType[]
  /** Commits so far. */
  readonly commits: number
  readonly audit: AuditRecord | undefined
}

/** With `meta`, the tables that it is read from. */
export const bookkeepingTables = ['resources', 'subscriptions', 'journals'] as const

/** Inside a transaction over `bookkeepingTables` and `meta`. */
export async function readBookkeeping(db: WaraqDatabase): Promise<Bookkeeping> {
  const [resources, subscriptions, journals, rules, counters, audit] = await Promise.all([
    db.resources.toArray(),
    db.subscriptions.toArray(),
    db.journals.toArray(),
    db.meta.get('keyRules'),
    db.meta.get('counters'),
    db.meta.get('audit'),
  ])
  return {
    resources,
    subscriptions,
    journals,
    confirmedKeyRules: (rules as KeyRulesRecord | undefined)?.confirmed ?? [],
    commits: (counters as CountersRecord | undefined)?.commits ?? 0,
    audit: audit as AuditRecord | undefined,
  }
}
