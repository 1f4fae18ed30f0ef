import {
  ListReadingSessionsQuery,
  ListReadingSessionsResponse,
  RecordReadingSessionBody,
  RecordReadingSessionResponse,
} from '@waraq/protocol/user'
import { auth } from '../operation.ts'

export const readingSessions = {
  /** Starts a session, or moves the session of the last minutes forward. */
  record: /* @__PURE__ */ auth(
    'POST /v1/reading-sessions',
    'reading_session.create',
    RecordReadingSessionResponse,
    { body: RecordReadingSessionBody },
  ),
  list: /* @__PURE__ */ auth(
    'GET /v1/reading-sessions',
    'reading_session.read',
    ListReadingSessionsResponse,
    { query: ListReadingSessionsQuery, paging: 'cursor' },
  ),
}
