import type { SyncAnswer } from '../../client/options.ts'
import type { RunContext } from './context.ts'

/**
 * Requests the next page of a batch while the previous one is being stored, so that a long batch waits for the service and
 * the disk at the same time. Only the request is early: a page counts as read once it is taken and stored in its turn.
 */
export class PageAhead {
  readonly #context: RunContext
  #asked: { readonly address: string; readonly answer: Promise<SyncAnswer> } | undefined
  #controller = new AbortController()

  constructor(context: RunContext) {
    this.#context = context
  }

  /** Requests this page, unless it was already requested or the run's budget ends before it. */
  ask(address: string): void {
    if (this.#asked?.address === address || !this.#context.budget.allows('page')) return
    this.drop()
    const signal = AbortSignal.any([this.#context.signal, this.#controller.signal])
    const answer = this.#context.client.syncPage(address, { signal })
    // `take` passes the failure to the caller that reads the page. A page that is not taken must not cause an unhandled
    // rejection.
    answer.catch(() => undefined)
    this.#asked = { address, answer }
  }

  /**
   * Returns the answer for this address, if it was requested. It is returned once: a page that is needed again is requested
   * again.
   */
  take(address: string): Promise<SyncAnswer> | undefined {
    if (this.#asked?.address !== address) return undefined
    const { answer } = this.#asked
    this.#asked = undefined
    return answer
  }

  /** Aborts the request in flight: its page will not be taken. */
  drop(): void {
    if (!this.#asked) return
    this.#asked = undefined
    this.#controller.abort()
    this.#controller = new AbortController()
  }
}
