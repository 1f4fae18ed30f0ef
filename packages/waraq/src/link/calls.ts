import { beforeDeadline, unlessAborted } from '../client/waits.ts'
import type { Clock } from '../client/clock.ts'
import type { WaraqError } from '@waraq/protocol'

interface Deadline {
  readonly ms: number
  readonly error: () => WaraqError
}

interface CallsOptions {
  readonly clock: Clock
  /** Called whenever the number of calls in flight changes. */
  readonly onChange: () => void
}

/**
 * Calls in flight. Each settles with its reply, at its deadline, or when the worker ends: a port does not report that its
 * other end is gone.
 */
export class Calls {
  readonly #options: CallsOptions
  /** Aborted with the error of all calls, once no more replies can arrive. */
  readonly #over = new AbortController()
  #inFlight = 0

  constructor(options: CallsOptions) {
    this.#options = options
  }

  get inFlight(): number {
    return this.#inFlight
  }

  async ask<T>(send: () => Promise<T>, deadline?: Deadline): Promise<T> {
    const { signal } = this.#over
    signal.throwIfAborted()
    this.#count(1)
    try {
      const reply = unlessAborted(send(), signal)
      if (!deadline) return await reply
      const late = (): never => {
        throw deadline.error()
      }
      return await beforeDeadline(reply, { clock: this.#options.clock, ms: deadline.ms, late, awake: true })
    } finally {
      this.#count(-1)
    }
  }

  /** Rejects the calls in flight and all later ones. */
  end(error: WaraqError): void {
    this.#over.abort(error)
  }

  #count(change: 1 | -1): void {
    this.#inFlight += change
    this.#options.onChange()
  }
}
