import type { Clock } from '@waraq/client'

/** Lets everything happen that waits for no time to pass: the in-memory IndexedDB takes a turn for each request. */
export async function settle(turns = 60): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
}

interface Sleeper {
  readonly until: number
  readonly wake: () => void
}

/** One device's clock, which moves when it is told to. A tab whose clock nobody moves is frozen. */
export class HandClock implements Clock {
  #wall: number
  #elapsed = 0
  readonly #sleepers = new Set<Sleeper>()

  constructor(wall = 1_000_000) {
    this.#wall = wall
  }

  now(): number {
    return this.#wall + this.#elapsed
  }

  monotonic(): number {
    return this.#elapsed
  }

  /** Somebody sets the device's clock. */
  jump(ms: number): void {
    this.#wall += ms
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#sleepers.delete(sleeper)
        reject(signal!.reason as Error)
      }
      const sleeper: Sleeper = {
        until: this.#elapsed + ms,
        wake: () => {
          signal?.removeEventListener('abort', end)
          resolve()
        },
      }
      if (signal?.aborted) return end()
      signal?.addEventListener('abort', end, { once: true })
      this.#sleepers.add(sleeper)
    })
  }

  /** Moves time on, from sleeper to sleeper. */
  async advance(ms: number): Promise<void> {
    const until = this.#elapsed + ms
    await settle()
    for (;;) {
      const [next] = [...this.#sleepers].sort((a, b) => a.until - b.until)
      if (!next || next.until > until) break
      this.#sleepers.delete(next)
      this.#elapsed = Math.max(this.#elapsed, next.until)
      next.wake()
      await settle()
    }
    this.#elapsed = until
  }
}
