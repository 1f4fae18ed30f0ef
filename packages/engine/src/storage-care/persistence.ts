import type { SiteStorage } from '../platform/browser-parts.ts'
import type { BrowserStorage } from '../platform/storage-figures.ts'

/**
 * Asking the browser not to clear this site when it needs space. Chromium and Safari decide by themselves; Firefox asks
 * the visitor, so it is asked for once there is something to keep, and not again soon after a refusal.
 */

const askedKey = 'waraq:persistence-asked'

/** After a refusal it is not asked for again for so long. Visitors change their minds, and browsers their opinion of a site. */
export const askAgainAfterMs = 7 * 24 * 60 * 60 * 1000

/** `askedAt` in the future was noted by a clock that ran ahead; far off, it holds nobody back. */
export function mayAsk(askedAt: number | null, now: number): boolean {
  return askedAt === null || Math.abs(now - askedAt) >= askAgainAfterMs
}

function readAskedAt(marks: SiteStorage): number | null {
  const text = marks.getItem(askedKey)
  const askedAt = text === null ? NaN : Number(text)
  return Number.isFinite(askedAt) ? askedAt : null
}

/** One page's part in it. Nothing here rejects or is waited for; `onAnswer` tells whenever something is known. */
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

  /** Finds out how things stand, without asking the visitor. */
  async look(): Promise<void> {
    try {
      this.#answer(await this.#storage?.persisted?.())
    } catch {
      // Not said.
    }
  }

  /** There is something to keep. Asks once a page at most, and once a device while the refusal is young. */
  async contentIsHere(): Promise<void> {
    if (this.#asked) return
    this.#asked = true
    await this.look()
    if (this.#persisted === true || !this.#storage?.persist || !this.#noteAsking()) return
    try {
      this.#answer(await this.#storage.persist())
    } catch {
      // Not said; noted as asked all the same.
    }
  }

  /**
   * Noted before it is asked: a visitor who leaves the question open has answered it. Where nothing can be noted nothing is
   * asked, or the question would come with every page.
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
