/** What all areas of user data share: the time, and ids that are unique within each kind. */
export class World {
  readonly now: () => number
  readonly #last = new Map<string, number>()

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.now = now
  }

  /** Now, as the service writes instants: `2026-08-01T10:11:12.345Z`. */
  instant(): string {
    return new Date(this.now()).toISOString()
  }

  /**
   * The present date in a time zone: `2026-08-01`.
   * @param timeZone an IANA name. @throws {RangeError} where there is no such zone
   */
  today(timeZone: string): string {
    return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(this.now())
  }

  /** From 1, by kind. */
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
