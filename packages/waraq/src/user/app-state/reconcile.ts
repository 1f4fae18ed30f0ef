import type {
  AppStateReconciler,
  AppStateReconcilerOptions,
  AppStateStore,
  AppStateTransport,
} from '@quranjs/api/public'
import type { WaraqError } from '@waraq/protocol'
import type { Refusal } from './edit.ts'
import type { Edits } from './edits.ts'
import type { Merge } from './merge.ts'
import { verdictOf } from './refusals.ts'
import { waraqError } from './sdk-error.ts'

export interface ReconcileDependencies {
  readonly createAppStateReconciler: (options: AppStateReconcilerOptions) => AppStateReconciler
  readonly account: string
  readonly store: AppStateStore
  readonly edits: Edits
  readonly transport: AppStateTransport
  readonly merge: Merge
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** The maximum number of passes. Documents that other devices keep writing are left for the next run. */
const mostPasses = 20

/** Keeps an account's documents in sync with the service, using the SDK's reconciler. */
export class Reconciliation {
  readonly #parts: ReconcileDependencies
  readonly #reconciler: AppStateReconciler
  /** The idempotency key of the write that is under way, or that was refused last. */
  #writing: string | undefined

  constructor(parts: ReconcileDependencies) {
    this.#parts = parts
    const { createAppStateReconciler, account: accountId, store, transport } = parts
    this.#reconciler = createAppStateReconciler({
      accountId,
      store,
      transport: this.#watched(transport),
      // The SDK would send the entire document again, over what another device wrote. Here it is merged first.
      maxRebaseAttempts: 0,
    })
  }

  /**
   * Pulls, sends what has been quiet since `quietSince`, and pulls again. The SDK stops at the first write that is refused. If
   * a repeat is of no use, that write is blocked. If another device was first, it is merged and queued again. The other writes
   * continue.
   * @throws {WaraqError}
   */
  async run(quietSince: number): Promise<{ readonly next: number | null }> {
    const { edits, merge, store, account, now } = this.#parts
    const queue = () => edits.queue({ quietSince, now: now(), merge })
    // Before the first bootstrap no state is known that a write could be based on.
    const isKnown = await store.transaction(account, ({ syncToken }) => syncToken !== null)
    if (isKnown) await queue()
    for (let pass = 1; ; pass += 1) {
      const isWhole = await this.#reconcile()
      const { queued, next } = await queue()
      if ((isWhole && queued === 0) || pass >= mostPasses) return { next }
    }
  }

  /** Whether all writes succeeded. If not, one write was taken out of the queue. */
  async #reconcile(): Promise<boolean> {
    const { edits, now } = this.#parts
    this.#writing = undefined
    try {
      await this.#reconciler.reconcile()
      return true
    } catch (thrown) {
      const error = waraqError(thrown)
      const writing = this.#writing
      const verdict = writing === undefined ? 'stop' : verdictOf(error)
      if (writing === undefined || verdict === 'stop') throw error
      await edits.takeBack(writing, verdict === 'block' ? refusalOf(error, now()) : undefined)
      return false
    }
  }

  /** Wraps the transport to record the write that is under way, until it succeeded. */
  #watched(transport: AppStateTransport): AppStateTransport {
    const writing = async <T>(idempotencyKey: string, call: Promise<T>): Promise<T> => {
      this.#writing = idempotencyKey
      const answer = await call
      this.#writing = undefined
      return answer
    }
    return {
      ...transport,
      putDocument: (collection, key, body, options) =>
        writing(options.idempotencyKey, transport.putDocument(collection, key, body, options)),
      deleteDocument: (collection, key, options) =>
        writing(options.idempotencyKey, transport.deleteDocument(collection, key, options)),
    }
  }
}

function refusalOf({ code, status, details }: WaraqError, since: number): Refusal {
  const word = details['serviceCode']
  return { code: typeof word === 'string' ? word : code, status: status ?? null, since }
}
