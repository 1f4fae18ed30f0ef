import { ListReadingSessionsQuery, RecordReadingSessionBody } from '@waraq/protocol/user'
import { cursorData, cursorPart } from '../parts/lists.ts'
import { done, route, type UserRoute } from '../parts/route.ts'
import type { ReadingSessions } from './reading-sessions.ts'

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
