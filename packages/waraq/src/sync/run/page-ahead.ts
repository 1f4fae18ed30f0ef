import type { SyncAnswer } from '../../client/options.ts'
import type { RunContext } from './context.ts'

/**
 * Asks for the next page of a batch while the one before it is being stored, so that a long set waits for the service and for
 * the disk at the same time. Only the request is early: a page counts as read once it was taken and stored in its turn.
 */
export class PageAhead {
  readonly #context: RunContext
  #asked: { readonly address: string; readonly answer: Promise<SyncAnswer> } | undefined
  #controller = new AbortController()

  constructor(context: RunContext) {
    this.#context = context
  }

  /** Asks for this page, unless it was asked for already or the run's budget ends before it. */
  ask(address: string): void {
    if (this.#asked?.address === address || !this.#context.budget.allows('page')) return
    this.drop()
    const signal = AbortSignal.any([this.#context.signal, this.#controller.signal])
    const answer = this.#context.client.syncPage(address, { signal })
    // `take` hands the failure to the reader of the page. A page that is not taken must not reject unhandled.
    answer.catch(() => undefined)
    this.#asked = { address, answer }
  }

  /** The answer for this address, where it was asked for. Handed out once: a page that is wanted again is asked for again. */
  take(address: string): Promise<SyncAnswer> | undefined {
    if (this.#asked?.address !== address) return undefined
    const { answer } = this.#asked
    this.#asked = undefined
    return answer
  }

  /** Aborts the request under way: its page will not be taken. */
  drop(): void {
    if (!this.#asked) return
    this.#asked = undefined
    this.#controller.abort()
    this.#controller = new AbortController()
  }
}
