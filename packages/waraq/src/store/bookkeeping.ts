import { canonicalFilter, type RecordType } from '@waraq/protocol'
import type { WaraqDatabase } from './database.ts'
import type {
  AuditRecord,
  CountersRecord,
  BatchCursorRecord,
  KeyRulesRecord,
  ResourceRecord,
  SharingRecord,
  SubscriptionRecord,
  SuspectsRecord,
} from './records.ts'

/** Whether its filter is valid and canonical. Others can only come from outside, and the next writer removes them. */
function isUsable({ filter }: SubscriptionRecord): boolean {
  try {
    return canonicalFilter(filter) === filter
  } catch {
    return false
  }
}

export async function readSubscriptions(db: WaraqDatabase): Promise<SubscriptionRecord[]> {
  return (await db.subscriptions.toArray()).filter(isUsable)
}

/** The small records that describe what a library holds. Each step of a run reads them first. */
export interface Bookkeeping {
  readonly resources: readonly ResourceRecord[]
  readonly subscriptions: readonly SubscriptionRecord[]
  readonly batchCursors: readonly BatchCursorRecord[]
  /** Keys of subscriptions without a usable filter, and of batch cursors without a subscription. */
  readonly unusable: readonly string[]
  /** Record types whose key rule a row change confirmed. */
  readonly confirmedKeyRules: readonly RecordType[]
  /** Undefined if they were never written or are lost. */
  readonly counters: CountersRecord | undefined
  readonly audit: AuditRecord | undefined
  /** Keys of resources in which readers found damage. */
  readonly suspects: readonly string[]
  readonly sharing: SharingRecord | undefined
}

/** The tables that the bookkeeping is read from, in addition to `meta`. */
export const bookkeepingTables = ['resources', 'subscriptions', 'batchCursors'] as const

/** Reads the bookkeeping, inside a transaction over `bookkeepingTables` and `meta`. */
export async function readBookkeeping(db: WaraqDatabase): Promise<Bookkeeping> {
  const [resources, all, batchCursors, rules, counters, audit, suspects, sharing] = await Promise.all([
    db.resources.toArray(),
    db.subscriptions.toArray(),
    db.batchCursors.toArray(),
    db.meta.get('keyRules'),
    db.meta.get('counters'),
    db.meta.get('audit'),
    db.meta.get('suspects'),
    db.meta.get('sharing'),
  ])
  const subscriptions = all.filter(isUsable)
  const usable = new Set(subscriptions.map(({ filter }) => filter))
  return {
    resources,
    subscriptions,
    batchCursors,
    unusable: [...all, ...batchCursors].map(({ filter }) => filter).filter((filter) => !usable.has(filter)),
    confirmedKeyRules: (rules as KeyRulesRecord | undefined)?.confirmed ?? [],
    counters: counters as CountersRecord | undefined,
    audit: audit as AuditRecord | undefined,
    suspects: (suspects as SuspectsRecord | undefined)?.resources ?? [],
    sharing: sharing as SharingRecord | undefined,
  }
}
