import type { SiteStorage } from './browser-parts.ts'
import type { BrowserStorage } from './storage-figures.ts'

/**
 * Requests persistent storage, so that the browser does not clear this site when it needs space. Chromium and Safari decide
 * automatically; Firefox asks the visitor. So the page sends the request only once there is content to keep, and not again
 * soon after a refusal.
 */

const askedKey = 'waraq:persistence-asked'

/** Milliseconds from a refusal to the next request. Visitors change their minds, and browsers their opinion of a site. */
export const askAgainAfterMs = 7 * 24 * 60 * 60 * 1000

/**
 * Whether the page may send a request. A clock that ran ahead may have put `askedAt` into the future, so a time more than a
 * week away does not count.
 */
export function mayAsk(askedAt: number | null, now: number): boolean {
  return askedAt === null || Math.abs(now - askedAt) >= askAgainAfterMs
}

function readAskedAt(marks: SiteStorage): number | null {
  const text = marks.getItem(askedKey)
  const askedAt = text === null ? NaN : Number(text)
  return Number.isFinite(askedAt) ? askedAt : null
}

/** Requests persistent storage for one page. Never rejects; `onAnswer` receives each answer of the browser. */
export class Persistence {
  readonly #storage: BrowserStorage | null
  readonly #marks: SiteStorage | null
  readonly #now: () => number
  readonly #onAnswer: (persisted: boolean) => void
  #persisted: boolean | null = null
  #asked = false

  constructor(
    storage: BrowserStorage | null,
    marks: SiteStorage | null,
    now: () => number,
    onAnswer: (persisted: boolean) => void,
  ) {
    this.#storage = storage
    this.#marks = marks
    this.#now = now
    this.#onAnswer = onAnswer
  }

  /** Reads whether storage is persistent, without asking the visitor. */
  async probe(): Promise<void> {
    try {
      this.#answer(await this.#storage?.persisted?.())
    } catch {
      // The browser does not report it.
    }
  }

  /**
   * Call it once content is stored. Sends at most one request per page, and none while the last refusal on this device is
   * recent.
   */
  async contentIsHere(): Promise<void> {
    if (this.#asked) return
    this.#asked = true
    await this.probe()
    if (this.#persisted === true || !this.#storage?.persist || !this.#noteAsking()) return
    try {
      this.#answer(await this.#storage.persist())
    } catch {
      // The browser does not report it; the request stays recorded.
    }
  }

  /**
   * Records the request before it is sent, so that a visitor who does not answer is not asked again soon. Returns false if
   * the request is not allowed yet or cannot be recorded. Without a record, every page would send the request.
   */
  #noteAsking(): boolean {
    const now = this.#now()
    try {
      if (!this.#marks || !mayAsk(readAskedAt(this.#marks), now)) return false
      this.#marks.setItem(askedKey, String(now))
      return true
    } catch {
      return false
    }
  }

  #answer(persisted: boolean | undefined): void {
    if (typeof persisted !== 'boolean') return
    this.#persisted = persisted
    this.#onAnswer(persisted)
  }
}
