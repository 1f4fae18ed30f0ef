import * as z from 'zod/mini'
import { cursorListOf, dataOf } from '../parts/answers.ts'
import { cursorQuery } from '../parts/cursor.ts'
import { day, positive, share } from '../parts/formats.ts'
import { list } from '../parts/list.ts'
import { AnyMushafId, MushafId } from '../parts/mushaf.ts'
import { anyObject, body, openWord, optionalNumber, query } from '../parts/objects.ts'
import { VerseRanges } from '../parts/verse-range.ts'

/** The kinds of a day's activity. */
export const activityTypes = [
  'QURAN',
  'LESSON',
  'LEARNING_PLAN',
  'QURAN_READING_PROGRAM',
  'TAFSIR',
  'ANSWERS',
  'HADITH',
  'LAYERS',
  'QIRAAT',
  'AUDIO',
  'REFLECTIONS',
  'LESSONS',
] as const
export const ActivityType = /* @__PURE__ */ z.enum(activityTypes)
export type ActivityType = z.infer<typeof ActivityType>

const optionalInteger = /* @__PURE__ */ z.optional(z.int())
const ranges = /* @__PURE__ */ z.optional(list(VerseRanges))

/** The fields of reading and target that a day and today's plan share. */
export const readingFields = {
  ranges,
  pagesRead: optionalNumber,
  secondsRead: optionalInteger,
  versesRead: optionalInteger,
  manuallyAddedSeconds: optionalInteger,
  dailyTargetPages: optionalNumber,
  dailyTargetSeconds: optionalInteger,
  dailyTargetRanges: ranges,
  remainingDailyTargetRanges: ranges,
}

/** What a user did on a day. `progress` is the share of the day's target, from 0 to 1. */
export const ActivityDay = /* @__PURE__ */ z.looseObject({
  id: z.string(),
  date: day,
  progress: share,
  type: openWord(activityTypes),
  ...readingFields,
  mushafId: AnyMushafId,
})
export type ActivityDay = z.infer<typeof ActivityDay>

/**
 * POST /v1/activity-days: seconds of reading, and the verses that were read. `date` is today or earlier. Without it the service
 * uses the current day in the user's time zone.
 */
export const RecordActivityDayBody = /* @__PURE__ */ body({
  type: ActivityType,
  seconds: positive,
  ranges: list(VerseRanges),
  mushafId: MushafId,
  date: z.optional(day),
})
export type RecordActivityDayBody = z.infer<typeof RecordActivityDayBody>
export const RecordActivityDayResponse = /* @__PURE__ */ dataOf(anyObject)
export type RecordActivityDayResponse = z.infer<typeof RecordActivityDayResponse>

/** GET /v1/activity-days */
export const ListActivityDaysQuery = /* @__PURE__ */ cursorQuery({
  from: z.optional(day),
  to: z.optional(day),
  dateOrderBy: z.optional(z.enum(['asc', 'desc'])),
  type: z.optional(ActivityType),
})
export type ListActivityDaysQuery = z.infer<typeof ListActivityDaysQuery>
export const ListActivityDaysResponse = /* @__PURE__ */ cursorListOf(ActivityDay)
export type ListActivityDaysResponse = z.infer<typeof ListActivityDaysResponse>

/** GET /v1/activity-days/estimate-reading-time */
export const EstimateReadingTimeQuery = /* @__PURE__ */ query({ ranges: VerseRanges })
export type EstimateReadingTimeQuery = z.infer<typeof EstimateReadingTimeQuery>
export const EstimateReadingTimeResponse = /* @__PURE__ */ dataOf(z.looseObject({ seconds: z.number() }))
export type EstimateReadingTimeResponse = z.infer<typeof EstimateReadingTimeResponse>
