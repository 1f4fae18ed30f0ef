import { settle } from './at-rest.ts'

/** The tab of the timer: a frozen tab's timers wait for its thaw, and a dead tab's never fire. */
export interface Owner {
  readonly state: 'alive' | 'frozen' | 'dead'
}

/** Time as one tab sees it. */
export type TabClock = Pick<VirtualClock, 'now' | 'monotonic' | 'sleep'>

interface Timer {
  readonly at: number
  /** Null: it happens even if all tabs freeze or die. */
  readonly owner: Owner | null
  readonly fire: () => void
}

/** A clock that only moves when a test moves it. Wall and monotonic time can drift apart. */
export class VirtualClock {
  /** Milliseconds since it started. */
  elapsed = 0
  #wall: number
  /** In the order in which they were created, which decides between equal times. */
  readonly #timers = new Set<Timer>()

  constructor(wall = Date.UTC(2026, 7, 1)) {
    this.#wall = wall
  }

  now(): number {
    return this.#wall + this.elapsed
  }

  monotonic(): number {
    return this.elapsed
  }

  /** The user sets the device's clock. */
  jump(ms: number): void {
    this.#wall += ms
  }

  /** Timers that have neither fired nor been cancelled. */
  get pending(): number {
    return this.#timers.size
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#sleep(null, ms, signal)
  }

  /** The same time for one tab, whose sleeps freeze and die with it. */
  of(owner: Owner): TabClock {
    return {
      now: () => this.now(),
      monotonic: () => this.elapsed,
      sleep: (ms, signal) => this.#sleep(owner, ms, signal),
    }
  }

  /** Calls `fire` after a time. Returns a function that cancels it. */
  after(ms: number, owner: Owner | null, fire: () => void): () => void {
    const timer: Timer = { at: this.elapsed + Math.max(0, ms), owner, fire }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** Moves to the next timer, no further than `until`, and fires it. Returns false if there is none. */
  step(until = Infinity): boolean {
    const next = this.#next()
    if (!next || next.at > until) return false
    this.#timers.delete(next)
    this.elapsed = Math.max(this.elapsed, next.at)
    next.fire()
    return true
  }

  /** Moves time on, from timer to timer. */
  async advance(ms: number): Promise<void> {
    const until = this.elapsed + ms
    await settle()
    while (this.step(until)) await settle()
    this.elapsed = until
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
      this.step()
    }
    throw new Error('The work does not end')
  }

  #sleep(owner: Owner | null, ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason as Error)
        return
      }
      const onAbort = () => {
        cancel()
        reject(signal?.reason as Error)
      }
      const cancel = this.after(ms, owner, () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      })
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  }

  #next(): Timer | undefined {
    let next: Timer | undefined
    for (const timer of this.#timers) {
      if (timer.owner?.state === 'dead') this.#timers.delete(timer)
      else if (timer.owner?.state !== 'frozen' && (!next || timer.at < next.at)) next = timer
    }
    return next
  }
}
