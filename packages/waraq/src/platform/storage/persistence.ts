import type { SiteStorage } from './browser-parts.ts'
import type { BrowserStorage } from './storage-figures.ts'

/**
 * Asks the browser not to clear this site when it needs space. Chromium and Safari decide by themselves; Firefox asks the
 * visitor. So the page asks only once there is content to keep, and not again soon after a refusal.
 */

const askedKey = 'waraq:persistence-asked'

/** Milliseconds from a refusal to the next question. Visitors change their minds, and browsers their opinion of a site. */
export const askAgainAfterMs = 7 * 24 * 60 * 60 * 1000

/** A clock that ran ahead may have put `askedAt` into the future. A time more than a week off does not count. */
export function mayAsk(askedAt: number | null, now: number): boolean {
  return askedAt === null || Math.abs(now - askedAt) >= askAgainAfterMs
}

function readAskedAt(marks: SiteStorage): number | null {
  const text = marks.getItem(askedKey)
  const askedAt = text === null ? NaN : Number(text)
  return Number.isFinite(askedAt) ? askedAt : null
}

/** Asks for persistence in one page. Never rejects; `onAnswer` gets each answer of the browser. */
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
      // The browser does not say.
    }
  }

  /** Call it once content is stored. Asks at most once in a page, and not while the device's last refusal is young. */
  async contentIsHere(): Promise<void> {
    if (this.#asked) return
    this.#asked = true
    await this.probe()
    if (this.#persisted === true || !this.#storage?.persist || !this.#noteAsking()) return
    try {
      this.#answer(await this.#storage.persist())
    } catch {
      // The browser does not say; the question is noted all the same.
    }
  }

  /**
   * Notes the question before it is asked, so that a visitor who leaves it open is not asked again soon. False where it
   * cannot be noted: the page must not ask then, or the question would come with every page.
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
