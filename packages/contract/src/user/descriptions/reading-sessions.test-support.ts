import { cursor, cursorList, message, optionalIntegers } from './common.test-support.ts'
import { integer, object, text, time } from './describe.test-support.ts'

/** What the document says of reading sessions. */

const ReadingSession = object({
  id: text,
  updatedAt: time,
  ...optionalIntegers('chapterNumber', 'verseNumber'),
})
export const readingSessions = {
  ReadingSession,
  RecordReadingSessionBody: object({
    chapterNumber: integer({ least: 1 }),
    verseNumber: integer({ least: 1 }),
  }),
  RecordReadingSessionResponse: message('reading session created', 'reading session updated'),
  ListReadingSessionsQuery: cursor({}),
  ListReadingSessionsResponse: cursorList(ReadingSession),
}
