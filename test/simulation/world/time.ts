/** What will happen, in order of virtual time. Equal times keep the order in which they were asked for. */
export interface Event {
  readonly at: number
  readonly order: number
  /** Whose event it is: a device that died or froze has none for now. */
  readonly owner: Owner | null
  readonly run: () => void
}

/** Whoever waits for events. */
export interface Owner {
  readonly state: 'alive' | 'frozen' | 'dead'
}

export class Timeline {
  /** Milliseconds since the history began. */
  elapsed = 0
  /** Moves the wall clock of the devices, which somebody sets. */
  wallOffset = Date.UTC(2026, 7, 1)
  readonly #events = new Set<Event>()
  #order = 0

  now(): number {
    return this.wallOffset + this.elapsed
  }

  /** Returns what takes the event back. */
  after(ms: number, owner: Owner | null, run: () => void): () => void {
    const event: Event = { at: this.elapsed + Math.max(0, ms), order: (this.#order += 1), owner, run }
    this.#events.add(event)
    return () => this.#events.delete(event)
  }

  /** The next event that can happen; a frozen device's events wait for its thaw. */
  #next(): Event | undefined {
    let next: Event | undefined
    for (const event of this.#events) {
      if (event.owner?.state === 'dead') this.#events.delete(event)
      else if (event.owner?.state === 'frozen') continue
      else if (!next || event.at < next.at || (event.at === next.at && event.order < next.order)) next = event
    }
    return next
  }

  /** Moves to the next event, no further than `until`, and lets it happen. False where there is none. */
  step(until = Infinity): boolean {
    const next = this.#next()
    if (!next || next.at > until) return false
    this.#events.delete(next)
    this.elapsed = Math.max(this.elapsed, next.at)
    next.run()
    return true
  }
}
