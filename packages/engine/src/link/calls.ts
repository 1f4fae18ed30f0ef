import { sleepAwake, type Clock } from '@waraq/client'
import type { WaraqError } from '@waraq/contract'

interface Deadline {
  readonly ms: number
  readonly error: () => WaraqError
}

interface CallsOptions {
  readonly clock: Clock
  /** Called when the first of several calls begins, and when the last of them ends. */
  readonly onChange: () => void
}

/**
 * Calls in flight. Each settles with its reply, at its deadline, or when the worker that owes the reply ends: a port itself
 * never tells that its other end is gone.
 */
export class Calls {
  readonly #options: CallsOptions
  readonly #failing = new Set<(error: unknown) => void>()
  #ended: WaraqError | undefined

  constructor(options: CallsOptions) {
    this.#options = options
  }

  get inFlight(): number {
    return this.#failing.size
  }

  ask<T>(send: () => Promise<T>, deadline?: Deadline): Promise<T> {
    if (this.#ended) return Promise.reject(this.#ended)
    return new Promise((resolve, reject) => {
      const settled = new AbortController()
      const settle = () => {
        settled.abort()
        if (this.#failing.delete(fail)) this.#options.onChange()
      }
      const fail = (error: unknown) => {
        settle()
        reject(error as Error)
      }
      this.#failing.add(fail)
      this.#options.onChange()
      send().then((reply) => {
        settle()
        resolve(reply)
      }, fail)
      if (!deadline) return
      sleepAwake(this.#options.clock, deadline.ms, settled.signal).then(
        () => fail(deadline.error()),
        () => undefined,
      )
    })
  }

  /** Rejects the calls in flight and all later ones. */
  end(error: WaraqError): void {
    this.#ended = error
    for (const fail of this.#failing) fail(error)
  }
}
