import { type ReadingSession, RecordReadingSessionBody, ListReadingSessionsQuery } from '@waraq/protocol/user'
import { cursorData, cursorPart } from '../parts/lists.ts'
import { notFound } from '../parts/refusal.ts'
import { done, route, type UserRoute } from '../parts/route.ts'
import { needVerse } from '../parts/verse-index.ts'
import type { World } from '../parts/world.ts'

/**
 * The period after its last verse in which a session is continued, in milliseconds. The API documentation does not define
 * it; the service is known to start a new session after 20 minutes.
 */
const sessionSpan = 20 * 60_000

/** The places where users have read. */
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
   * Moves the latest session if its last verse was read within `sessionSpan`, and starts one otherwise.
   * @throws {Refusal} 422 if there is no such verse
   */
  record(userId: string, place: RecordReadingSessionBody): 'created' | 'updated' {
    const [latest] = this.of(userId)
    const goesOn = latest !== undefined && this.#goesOn(latest)
    if (goesOn) this.move(userId, latest.id, place)
    else this.begin(userId, place)
    return goesOn ? 'updated' : 'created'
  }

  /**
   * Starts a session, however recently the latest was moved. The service's own clients expect a new session for each one
   * that they create.
   * @throws {Refusal} 422 if there is no such verse
   */
  begin(userId: string, { chapterNumber, verseNumber }: RecordReadingSessionBody): ReadingSession {
    needVerse({ chapter: chapterNumber, verse: verseNumber })
    const id = this.#world.nextText('reading-session')
    const place = { id, updatedAt: this.#world.instant(), chapterNumber, verseNumber }
    this.#byUser.set(userId, [place, ...this.of(userId)])
    this.#world.journal.changed(userId, 'READING_SESSION', id)
    return place
  }

  /** @throws {Refusal} 404, 422 if there is no such verse */
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

/** The operations on reading sessions. */
export function readingSessionRoutes({
  readingSessions,
}: {
  readonly readingSessions: ReadingSessions
}): UserRoute[] {
  return [
    route(
      'POST',
      '/v1/reading-sessions',
      { scope: 'reading_session.create', body: RecordReadingSessionBody },
      ({ userId, body }) => done({ message: `reading session ${readingSessions.record(userId, body)}` }),
    ),
    route(
      'GET',
      '/v1/reading-sessions',
      { scope: 'reading_session.read', query: ListReadingSessionsQuery },
      ({ userId, query }) => {
        return cursorData(cursorPart(readingSessions.of(userId), query))
      },
    ),
  ]
}
