import type { ReadingSession, RecordReadingSessionBody } from '@waraq/protocol/user'
import { notFound } from '../parts/refusal.ts'
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
  record(userId: string, place: RecordReadingSessionBody): 'created' | 'updated' {
    const [latest] = this.of(userId)
    const goesOn = latest !== undefined && this.#goesOn(latest)
    if (goesOn) this.move(userId, latest.id, place)
    else this.begin(userId, place)
    return goesOn ? 'updated' : 'created'
  }

  /**
   * Begins a session, however short a while ago the latest was moved: to the service's own clients each one that they make is one.
   * @throws {Refusal} 422 where there is no such verse
   */
  begin(userId: string, { chapterNumber, verseNumber }: RecordReadingSessionBody): ReadingSession {
    needVerse({ chapter: chapterNumber, verse: verseNumber })
    const id = this.#world.nextText('reading-session')
    const place = { id, updatedAt: this.#world.instant(), chapterNumber, verseNumber }
    this.#byUser.set(userId, [place, ...this.of(userId)])
    this.#world.journal.changed(userId, 'READING_SESSION', id)
    return place
  }

  /** @throws {Refusal} 404, 422 where there is no such verse */
  move(userId: string, id: string, { chapterNumber, verseNumber }: RecordReadingSessionBody): ReadingSession {
    needVerse({ chapter: chapterNumber, verse: verseNumber })
    const place = { id, updatedAt: this.#world.instant(), chapterNumber, verseNumber }
    this.#byUser.set(userId, [place, ...this.#others(userId, id)])
    this.#world.journal.changed(userId, 'READING_SESSION', id)
    return place
  }

  /** @throws {Refusal} 404 */
  need(userId: string, id: string): ReadingSession {
    const session = this.of(userId).find((one) => one.id === id)
    if (!session) throw notFound('reading session')
    return session
  }

  /** @throws {Refusal} 404 */
  delete(userId: string, id: string): void {
    this.#byUser.set(userId, this.#others(userId, id))
    this.#world.journal.changed(userId, 'READING_SESSION', id, { isGone: true })
  }

  #others(userId: string, id: string): readonly ReadingSession[] {
    const session = this.need(userId, id)
    return this.of(userId).filter((one) => one !== session)
  }

  #goesOn({ updatedAt }: ReadingSession): boolean {
    return this.#world.now() - Date.parse(updatedAt) <= sessionSpan
  }
}
