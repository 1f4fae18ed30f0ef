/** A tab's request for a page of the feed or a snapshot, as the service saw it. */
export interface Asked {
  readonly tab: string
  /** `sync` or the resource: `translations:20`. */
  readonly step: string
  /** As sent, with its question mark. */
  readonly query: string
}

/**
 * The moment when a test acts on a tab. It is determined by the bytes that the service has sent, not by a clock, so that
 * slowness does not matter.
 */
export interface Moment {
  /** The nth request for content from now on, from 1. */
  readonly request: number
  /** The part of its body that was sent: 0 is nothing, not even headers; 1 is all of it. */
  readonly part: number
  /** Whether the rest of the answer, and all later answers to that tab, are held. */
  readonly hold: boolean
}

export interface ArmedMoment {
  /** Resolves with the request during which the moment was reached. */
  readonly reached: Promise<Asked>
  /** Sends the held answers to the tab. Also ends the waiting for a moment that was never reached. */
  readonly release: () => void
}

/** The point at which an answer stops. */
export interface Stop {
  readonly part: number
  readonly pass: () => Promise<void>
}

interface Armed extends Moment {
  readonly reach: (asked: Asked) => void
  readonly released: Promise<void>
  seen: number
  heldTab: string | undefined
}

/** Stops answers in the middle. */
export class Moments {
  #armed: Armed | undefined

  arm(moment: Moment): ArmedMoment {
    let reach!: (asked: Asked) => void
    let open!: () => void
    const reached = new Promise<Asked>((resolve) => (reach = resolve))
    const released = new Promise<void>((resolve) => (open = resolve))
    const armed: Armed = { ...moment, reach, released, seen: 0, heldTab: undefined }
    this.#armed = armed
    const release = () => {
      if (this.#armed === armed) this.#armed = undefined
      open()
    }
    return { reached, release }
  }

  /** Called with each request for content. Returns the point at which its answer has to stop, if any. */
  async come(asked: Asked): Promise<Stop | undefined> {
    const armed = this.#armed
    if (!armed) return undefined
    armed.seen += 1
    const isNth = armed.seen === armed.request
    if (armed.heldTab === asked.tab) await armed.released
    if (!isNth) return undefined
    const pass = async () => {
      if (armed.hold) armed.heldTab = asked.tab
      armed.reach(asked)
      if (armed.hold) await armed.released
    }
    return { part: armed.part, pass }
  }
}
