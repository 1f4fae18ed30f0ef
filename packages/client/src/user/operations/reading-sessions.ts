import {
  ListReadingSessionsQuery,
  ListReadingSessionsResponse,
  RecordReadingSessionBody,
  RecordReadingSessionResponse,
} from '@waraq/contract/user'
import { operation } from '../operation.ts'

export const readingSessions = {
  /** Begins a session, or moves the one of the last minutes on. */
  record: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'POST',
    path: '/v1/reading-sessions',
    body: RecordReadingSessionBody,
    answer: RecordReadingSessionResponse,
    scope: 'reading_session.create',
    repeat: 'unsafe',
  }),
  list: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'GET',
    path: '/v1/reading-sessions',
    query: ListReadingSessionsQuery,
    answer: ListReadingSessionsResponse,
    scope: 'reading_session.read',
    repeat: 'safe',
    paging: 'cursor',
  }),
}
