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

/** The small records that say what a library holds. Each step of a run reads them first. */
export interface Bookkeeping {
  readonly resources: readonly ResourceRecord[]
  readonly subscriptions: readonly SubscriptionRecord[]
  readonly journals: readonly JournalRecord[]
  /** Record types whose key rule a row change confirmed. */
  readonly confirmedKeyRules: readonly RecordType[]
  /** Undefined where they were never written, or are lost. */
  readonly counters: CountersRecord | undefined
  readonly audit: AuditRecord | undefined
}

/** The tables that the bookkeeping is read from, besides `meta`. */
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
    counters: counters as CountersRecord | undefined,
    audit: audit as AuditRecord | undefined,
  }
}
