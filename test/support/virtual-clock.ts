/** Lets everything that is ready happen: microtasks, streams, and work that Node does off the main thread. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0))
    // Comes back from the thread pool after the jobs that it was given before.
    await crypto.subtle.digest('SHA-256', new Uint8Array(1))
  }
}

interface Timer {
  at: number
  fire: () => void
}

/** A clock that moves only when it is told to. Wall and monotonic time can drift apart. */
export class VirtualClock {
  #elapsed = 0
  #wall: number
  #timers = new Set<Timer>()

  constructor(wall = Date.UTC(2026, 7, 1)) {
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

  /** Timers that nobody has waited out or cancelled. */
  get pending(): number {
    return this.#timers.size
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer: Timer = {
        at: this.#elapsed + ms,
        fire: () => {
          signal?.removeEventListener('abort', onAbort)
          resolve()
        },
      }
      const onAbort = () => {
        this.#timers.delete(timer)
        reject(signal?.reason)
      }
      if (signal?.aborted) {
        onAbort()
        return
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#timers.add(timer)
    })
  }

  async advance(ms: number): Promise<void> {
    const until = this.#elapsed + ms
    await settle()
    for (let timer = this.#next(until); timer; timer = this.#next(until)) {
      await this.#fire(timer)
    }
    this.#elapsed = until
    await settle()
  }

  /** Moves time from timer to timer until `work` has settled. */
  async run<T>(work: Promise<T>): Promise<T> {
    let done = false
    const mark = () => {
      done = true
    }
    work.then(mark, mark)
    for (let steps = 0; steps < 1_000; steps += 1) {
      await settle()
      if (done) return work
      const timer = this.#next(Infinity)
      if (timer) await this.#fire(timer)
    }
    throw new Error('The work does not end')
  }

  #next(until: number): Timer | undefined {
    const due = [...this.#timers].filter(({ at }) => at <= until)
    return due.sort((a, b) => a.at - b.at)[0]
  }

  async #fire(timer: Timer): Promise<void> {
    this.#timers.delete(timer)
    this.#elapsed = Math.max(this.#elapsed, timer.at)
    timer.fire()
    await settle()
  }
}
