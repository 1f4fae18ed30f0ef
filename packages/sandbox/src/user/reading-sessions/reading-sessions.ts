import type { ReadingSession, RecordReadingSessionBody } from '@waraq/contract/user'
import { needVerse } from '../parts/verse-index.ts'
import type { World } from '../parts/world.ts'

/**
 * For how long after its last verse a session is continued, in milliseconds. The interface document does not say; the
 * service is known to begin a new one after 20 minutes.
 */
const sessionSpan = 20 * 60_000

/** Where users have been reading. */
export class ReadingSessions {
  readonly #world: World
  readonly #byUser = new Map<string, readonly ReadingSession[]>()

  constructor(world: World) {
    this.#world = world
  }

  /** Latest first. */
  of(userId: string): readonly ReadingSession[] {
    return this.#byUser.get(userId) ?? []
  }

  /**
   * Moves the latest session on where its last verse was read a short while ago, and begins one otherwise.
   * @throws {Refusal} 422 where there is no such verse
   */
  record(userId: string, { chapterNumber, verseNumber }: RecordReadingSessionBody): 'created' | 'updated' {
    needVerse({ chapter: chapterNumber, verse: verseNumber })
    const place = { updatedAt: this.#world.instant(), chapterNumber, verseNumber }
    const [latest, ...earlier] = this.of(userId)
    if (latest && this.#goesOn(latest)) {
      this.#byUser.set(userId, [{ ...latest, ...place }, ...earlier])
      return 'updated'
    }
    const begun = { id: this.#world.nextText('reading-session'), ...place }
    this.#byUser.set(userId, [begun, ...this.of(userId)])
    return 'created'
  }

  #goesOn({ updatedAt }: ReadingSession): boolean {
    return this.#world.now() - Date.parse(updatedAt) <= sessionSpan
  }
}
