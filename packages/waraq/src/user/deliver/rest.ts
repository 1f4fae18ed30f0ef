import type { Sent, PendingChange } from '../model/records.ts'

/**
 * For how long what is unsure is left alone, in milliseconds: longer than gateways wait for the service, so that no request
 * takes effect after the look.
 */
export const restMs = 90_000

/** A time of the service is told in whole seconds, and takes a while to come. */
const serviceMs = 2_000

/** What time it is, by each clock that there is, in milliseconds. */
export interface Now {
  readonly device: number
  /** By a clock that is not set, and begins anew with each tab. */
  readonly monotonic: number
  /** Undefined where the service has told this tab no time yet. */
  readonly service: number | undefined
}

/** When this tab first saw of each unsure pending change that it is unsure, by a clock that is not set. */
export class Rests {
  readonly #seen = new Map<string, { readonly sent: Sent; readonly since: number }>()

  /**
   * Milliseconds that the pending change still rests. Times that were written are believed of other tabs and earlier starts only. The
   * device's clock may have been set since: where both times of the service are known, as much must have passed by its clock.
   */
  left({ key, sent }: PendingChange, { device, monotonic, service }: Now): number {
    if (!sent) {
      this.#seen.delete(key)
      return 0
    }
    const observed = this.#seen.get(key)
    if (observed && isSameSending(observed.sent, sent))
      return Math.max(0, observed.since + restMs - monotonic)
    const { since, serviceAt } = sent
    const atService =
      service === undefined || serviceAt === undefined ? Infinity : service - serviceAt - serviceMs
    const elapsed = Math.max(0, Math.min(device - since, atService))
    // As soon as the service has told the time, it is known better.
    if (serviceAt === undefined || service !== undefined)
      this.#seen.set(key, { sent, since: monotonic - Math.min(elapsed, restMs) })
    return Math.max(0, restMs - elapsed)
  }

  /** What this tab sent is unsure from now on. */
  begin({ key }: PendingChange, sent: Sent, monotonic: number): void {
    this.#seen.set(key, { sent, since: monotonic })
  }
}

/** Another tab may have sent the same version once more since this one looked. */
function isSameSending(one: Sent, other: Sent): boolean {
  return one.at === other.at && one.since === other.since && one.epoch === other.epoch
}
