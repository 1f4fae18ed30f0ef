import type {
  MetaRecord,
  SubscriptionRecord,
  WriterRecord,
} from '../../../packages/waraq/src/store/records.ts'
import type { Edit, RawDatabase } from '@waraq/test-support/raw-database'
import { Violation } from './violation.ts'

/** A transaction of the in-memory database. The list of its undo steps distinguishes its edits from those of others. */
type RawTransaction = IDBTransaction & { readonly _rollbackLog: unknown }

/** A transaction under way, and its edits of records that only the writer may write. */
interface Begun {
  readonly tab: string
  readonly writersEdits: string[]
}

/** Records of `meta` that only the writer writes. Any tab may write the others. */
const writersMeta = new Set(['writer', 'counters', 'keyRules', 'audit', 'sharing'])

/**
 * I6: only the tab that raised the epoch last has an effect. The watch knows the tab of each transaction and checks every
 * committed edit against the epoch. A tab that was frozen and replaced may still try to write when it thaws, but its
 * transaction has to fail.
 *
 * Subscriptions belong to the application, and any tab writes them: it may add one without a token, request a resync, or
 * delete one with its batch cursor. Only the writer writes all other records.
 */
export class EpochWatch {
  readonly #raw: RawDatabase
  readonly #begun = new Map<unknown, Begun>()
  #epoch = 0
  #writer = ''
  /** The number of times that a tab raised the epoch after another one. */
  takeovers = 0
  /** Write transactions of tabs that were no longer the writer. They failed, as required. */
  refused = 0
  /** The violation, stored until the world can throw it. */
  violation: Violation | null = null

  constructor(raw: RawDatabase) {
    this.#raw = raw
    raw.onEdit = (edit) => this.#note(edit)
  }

  /** Call it with each write transaction, before any other code listens to that transaction. */
  begin(tab: string, transaction: IDBTransaction): void {
    this.#raw.watch()
    const { _rollbackLog: undo } = transaction as RawTransaction
    const begun: Begun = { tab, writersEdits: [] }
    this.#begun.set(undo, begun)
    transaction.addEventListener('complete', () => {
      this.#begun.delete(undo)
      this.#judge(begun)
    })
    transaction.addEventListener('abort', () => {
      this.#begun.delete(undo)
      if (this.#writer !== '' && this.#writer !== tab) this.refused += 1
    })
  }

  #note({ table, before, after, undo }: Edit): void {
    const begun = this.#begun.get(undo)
    if (begun && !isForAnyTab(table, before, after)) begun.writersEdits.push(table)
  }

  /** The epoch cannot have changed since: raising it writes to `meta`, and so do all writers. */
  #judge({ tab, writersEdits }: Begun): void {
    if (writersEdits.length === 0) return
    const { epoch, leader } = this.#stored()
    if (epoch > this.#epoch) {
      if (this.#writer !== '' && this.#writer !== tab) this.takeovers += 1
      this.#epoch = epoch
      this.#writer = tab
      return
    }
    if (tab === this.#writer) return
    const edited = [...new Set(writersEdits)].join(', ')
    this.violation ??= new Violation(
      'I6',
      `${tab} wrote to ${edited} although ${this.#writer} had raised the epoch to ${epoch} (${leader})`,
    )
  }

  #stored(): Pick<WriterRecord, 'epoch' | 'leader'> {
    const meta = this.#raw.all<MetaRecord>('meta')
    return meta.find((record) => record.key === 'writer') ?? { epoch: 0, leader: '' }
  }
}

/** The fields of a subscription that only runs change. */
function earned(record: SubscriptionRecord): string {
  const { token, shared, sequence, committedUpTo, listed, currentAt, lastRun, wentBack } = record
  return JSON.stringify([token, shared, sequence, committedUpTo, listed, currentAt, lastRun, wentBack])
}

function isForAnyTab(table: string, before: unknown, after: unknown): boolean {
  switch (table) {
    case 'meta':
      return after !== undefined && !writersMeta.has((after as MetaRecord).key)
    case 'batchCursors':
      return after === undefined
    case 'subscriptions':
      if (after === undefined) return true
      return before === undefined
        ? (after as SubscriptionRecord).token === null
        : earned(before as SubscriptionRecord) === earned(after as SubscriptionRecord)
    default:
      return false
  }
}
