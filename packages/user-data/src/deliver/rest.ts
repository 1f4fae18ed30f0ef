import type { Sent, Wish } from '../model/records.ts'

/**
 * For how long what is unsure is left alone, in milliseconds: longer than gateways wait for the service, so that no request
 * takes effect after the look.
 */
export const restMs = 90_000

/** When this tab first saw of each unsure wish that it is unsure, by a clock that is not set. */
export class Rests {
  readonly #seen = new Map<string, { readonly sent: Sent; readonly since: number }>()

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
    if (seen && isSameSending(seen.sent, sent)) return Math.max(0, seen.since + restMs - monotonic)
    const elapsed = Math.max(0, now - sent.since)
    this.#seen.set(key, { sent, since: monotonic - Math.min(elapsed, restMs) })
    return Math.max(0, restMs - elapsed)
  }

  /** What this tab sent is unsure from now on. */
  begin({ key }: Wish, sent: Sent, monotonic: number): void {
    this.#seen.set(key, { sent, since: monotonic })
  }
}

/** Another tab may have sent the same version once more since this one looked. */
function isSameSending(one: Sent, other: Sent): boolean {
  return one.at === other.at && one.since === other.since && one.fence === other.fence
}
