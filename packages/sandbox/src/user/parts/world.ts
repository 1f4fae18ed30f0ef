import { Journal } from './journal.ts'

/** The state that all areas of user data share: the time, ids that are unique within each kind, and the journal of changes. */
export class World {
  readonly #clock: () => number
  #fixed: number | undefined
  readonly journal: Journal
  readonly #last = new Map<string, number>()

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.#clock = now
    this.journal = new Journal(() => this.now())
  }

  /** The time in milliseconds since the epoch. */
  now(): number {
    return this.#fixed ?? this.#clock()
  }

  /** Runs `work` with the clock stopped at `time`. */
  at<Result>(time: number, work: () => Result): Result {
    const former = this.#fixed
    this.#fixed = time
    try {
      return work()
    } finally {
      this.#fixed = former
    }
  }

  /** The current time in the service's format: `2026-08-01T10:11:12.345Z`. */
  instant(): string {
    return new Date(this.now()).toISOString()
  }

  /**
   * The current date in a time zone: `2026-08-01`.
   * @param timeZone an IANA name
   * @throws {RangeError} if there is no such zone
   */
  today(timeZone: string): string {
    if (timeZone === 'UTC') return this.instant().slice(0, 'yyyy-mm-dd'.length)
    return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(this.now())
  }

  /** Counts from 1, by kind. */
  nextNumber(kind: string): number {
    const next = (this.#last.get(kind) ?? 0) + 1
    this.#last.set(kind, next)
    return next
  }

  /** `bookmark-1` */
  nextText(kind: string): string {
    return `${kind}-${this.nextNumber(kind)}`
  }
}
