import type { SyncAnswer } from '@waraq/client'
import type { RunContext } from './context.ts'

/**
 * The next page of a set, asked for while the one before it is being stored: a set of many pages waits for the service and
 * for the disk at once, instead of for one after the other. Only the asking is ahead: a page counts as read when its turn
 * has come and it was stored.
 */
export class PageAhead {
  readonly #context: RunContext
  #asked: { readonly address: string; readonly answer: Promise<SyncAnswer> } | undefined
  #controller = new AbortController()

  constructor(context: RunContext) {
    this.#context = context
  }

  /** Asks for this page, unless that was done already or the run's budget ends before it. */
  ask(address: string): void {
    if (this.#asked?.address === address || !this.#context.budget.allows('page')) return
    this.drop()
    const signal = AbortSignal.any([this.#context.signal, this.#controller.signal])
    const answer = this.#context.client.syncPage(address, { signal })
    // Whoever takes it hears of its failure; one that nobody takes has failed nobody.
    answer.catch(() => undefined)
    this.#asked = { address, answer }
  }

  /** The answer for this address where it was asked for. Handed out once: a page that is wanted again is asked for anew. */
  take(address: string): Promise<SyncAnswer> | undefined {
    if (this.#asked?.address !== address) return undefined
    const { answer } = this.#asked
    this.#asked = undefined
    return answer
  }

  /** Ends what is under way and will not be taken. */
  drop(): void {
    if (!this.#asked) return
    this.#asked = undefined
    this.#controller.abort()
    this.#controller = new AbortController()
  }
}
