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

export interface ReconcileParts {
  readonly createAppStateReconciler: (options: AppStateReconcilerOptions) => AppStateReconciler
  readonly account: string
  readonly store: AppStateStore
  readonly edits: Edits
  readonly transport: AppStateTransport
  readonly merge: Merge
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Documents that other devices write again and again are left for the next time after so many rounds. */
const mostRounds = 20

/** Keeps an account's documents the same here and at the service, by the SDK's reconciler. */
export class Reconciliation {
  readonly #parts: ReconcileParts
  readonly #reconciler: AppStateReconciler
  /** The idempotency key of the write that is under way, or was refused last. */
  #writing: string | undefined

  constructor(parts: ReconcileParts) {
    this.#parts = parts
    const { createAppStateReconciler, account: accountId, store, transport } = parts
    this.#reconciler = createAppStateReconciler({
      accountId,
      store,
      transport: this.#watched(transport),
      // The SDK would send the whole document again, over what another device wrote. Here it is merged first.
      maxRebaseAttempts: 0,
    })
  }

  /**
   * Pulls, sends what has rested since then, and pulls again. The SDK stops at the first write that is refused: where a repeat is of
   * no use that one is blocked, where another device was first it is merged and queued anew, and the others go on.
   * @throws {WaraqError}
   */
  async run(restedSince: number): Promise<{ readonly next: number | null }> {
    const { edits, merge, store, account, now } = this.#parts
    const queue = () => edits.queue({ restedSince, now: now(), merge })
    // Before the first bootstrap there is nothing that a write could be on top of.
    const isKnown = await store.transaction(account, ({ syncToken }) => syncToken !== null)
    if (isKnown) await queue()
    for (let round = 1; ; round += 1) {
      const isWhole = await this.#reconcile()
      const { queued, next } = await queue()
      if ((isWhole && queued === 0) || round >= mostRounds) return { next }
    }
  }

  /** Whether all went through; else one write was taken out of the way. */
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

  /** The same calls, of which the one that writes is known until it succeeded. */
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
