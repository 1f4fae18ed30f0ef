import type { Sent, Wish } from '../model/records.ts'

/**
 * For how long what is unsure is left alone, in milliseconds: longer than gateways wait for the service, so that no request
 * takes effect after the look.
 */
export const restMs = 90_000

/** When this tab first saw of each unsure wish that it is unsure, by a clock that is not set. */
export class Rests {
  readonly #seen = new Map<string, { readonly at: number; readonly since: number }>()

  /**
   * Milliseconds that the wish still rests. Times that were written are believed of other tabs and earlier starts only: a clock
   * may have been set since.
   */
  left({ key, sent }: Wish, now: number, monotonic: number): number {
    if (!sent) {
      this.#seen.delete(key)
      return 0
    }
    const seen = this.#seen.get(key)
    if (seen?.at === sent.at) return Math.max(0, seen.since + restMs - monotonic)
    const elapsed = Math.max(0, now - sent.since)
    this.#seen.set(key, { at: sent.at, since: monotonic - Math.min(elapsed, restMs) })
    return Math.max(0, restMs - elapsed)
  }

  /** What this tab sent is unsure from now on. */
  begin({ key }: Wish, { at }: Sent, monotonic: number): void {
    this.#seen.set(key, { at, since: monotonic })
  }
}
