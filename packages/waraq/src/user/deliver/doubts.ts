import type { Sent, PendingChange } from '../model/records.ts'

/**
 * Milliseconds for which an uncertain outcome is not probed. This is longer than gateways wait for the service, so that no
 * request takes effect after the probe.
 */
export const doubtMs = 90_000

/** Margin in milliseconds: the service's time is reported in whole seconds, and takes a while to arrive. */
const serviceMs = 2_000

/** The current time by each available clock, in milliseconds. */
export interface Now {
  readonly device: number
  /** By the monotonic clock, which cannot be set and restarts with each tab. */
  readonly monotonic: number
  /** Undefined if the service has not reported its time to this tab yet. */
  readonly service: number | undefined
}

/** Records when this tab first saw that a pending change is in doubt, by the monotonic clock. */
export class Doubts {
  readonly #seen = new Map<string, { readonly sent: Sent; readonly since: number }>()

  /**
   * Milliseconds for which the pending change is still in doubt. Stored times are used only for requests of other tabs and of
   * earlier starts. The device's clock may have been set since. So if both times of the service are known, the same time must
   * also have passed by the service's clock.
   */
  left({ key, sent }: PendingChange, { device, monotonic, service }: Now): number {
    if (!sent) {
      this.#seen.delete(key)
      return 0
    }
    const observed = this.#seen.get(key)
    if (observed && isSameSending(observed.sent, sent))
      return Math.max(0, observed.since + doubtMs - monotonic)
    const { since, serviceAt } = sent
    const atService =
      service === undefined || serviceAt === undefined ? Infinity : service - serviceAt - serviceMs
    const elapsed = Math.max(0, Math.min(device - since, atService))
    // While the service has still to report its time, nothing is recorded: that time makes this more accurate.
    if (serviceAt === undefined || service !== undefined)
      this.#seen.set(key, { sent, since: monotonic - Math.min(elapsed, doubtMs) })
    return Math.max(0, doubtMs - elapsed)
  }

  /** Records that what this tab sent is in doubt from now on. */
  begin({ key }: PendingChange, sent: Sent, monotonic: number): void {
    this.#seen.set(key, { sent, since: monotonic })
  }
}

/** Another tab may have sent the same version again since this tab checked. */
function isSameSending(one: Sent, other: Sent): boolean {
  return one.at === other.at && one.since === other.since && one.epoch === other.epoch
}
