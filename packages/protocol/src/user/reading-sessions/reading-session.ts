import * as z from 'zod/mini'
import { confirmation, cursorListOf } from '../parts/answers.ts'
import { cursorQuery } from '../parts/cursor.ts'
import { dateTime, positive } from '../parts/formats.ts'
import { body } from '../parts/objects.ts'

/** Where a user has been reading. */
export const ReadingSession = z.looseObject({
  id: z.string(),
  updatedAt: dateTime,
  chapterNumber: z.optional(z.int()),
  verseNumber: z.optional(z.int()),
})
export type ReadingSession = z.infer<typeof ReadingSession>

/** POST /v1/reading-sessions */
export const RecordReadingSessionBody = /* @__PURE__ */ body({
  chapterNumber: positive,
  verseNumber: positive,
})
export type RecordReadingSessionBody = z.infer<typeof RecordReadingSessionBody>
export const RecordReadingSessionResponse = /* @__PURE__ */ confirmation([
  'reading session created',
  'reading session updated',
])
export type RecordReadingSessionResponse = z.infer<typeof RecordReadingSessionResponse>

/** GET /v1/reading-sessions */
export const ListReadingSessionsQuery = /* @__PURE__ */ cursorQuery({})
export type ListReadingSessionsQuery = z.infer<typeof ListReadingSessionsQuery>
export const ListReadingSessionsResponse = /* @__PURE__ */ cursorListOf(ReadingSession)
export type ListReadingSessionsResponse = z.infer<typeof ListReadingSessionsResponse>
