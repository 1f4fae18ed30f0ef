import * as z from 'zod/mini'
import { ActivityType, readingFields } from '../activity-days/activity-day.ts'
import { choice } from '../parts/choice.ts'
import { dateTime, day, positive, share } from '../parts/formats.ts'
import { list } from '../parts/list.ts'
import { MushafId } from '../parts/mushaf.ts'
import { optionalText } from '../parts/objects.ts'
import { VerseRange } from '../parts/verse-range.ts'

export const goalTypes = [
  'QURAN_TIME',
  'QURAN_PAGES',
  'QURAN_RANGE',
  'COURSE',
  'QURAN_READING_PROGRAM',
  'RAMADAN_CHALLENGE',
] as const
export const goalCategories = ['QURAN', 'COURSE', 'QURAN_READING_PROGRAM', 'RAMADAN_CHALLENGE'] as const
/** The goals that have a plan for today. */
export const plannedGoalTypes = ['QURAN_TIME', 'QURAN_PAGES', 'QURAN_RANGE'] as const

/** How much: a verse range as text, or a whole number of 1 or more. */
export const GoalAmount = /* @__PURE__ */ choice([VerseRange, positive], (value) =>
  typeof value === 'string' ? 0 : 1,
)
export type GoalAmount = z.infer<typeof GoalAmount>

export const EstimatedGoalDay = z.looseObject({ date: dateTime, amount: GoalAmount })
export type EstimatedGoalDay = z.infer<typeof EstimatedGoalDay>

/** How a goal would be spread over days. */
export const EstimatedGoalTimeline = z.looseObject({ week: list(EstimatedGoalDay) })
export type EstimatedGoalTimeline = z.infer<typeof EstimatedGoalTimeline>

/** What is to be done today. Only `hasGoal` is always there. */
export const TodaysPlan = z.looseObject({
  id: optionalText,
  date: z.optional(day),
  progress: z.optional(share),
  type: z.optional(ActivityType),
  ...readingFields,
  mushafId: z.optional(MushafId),
  hasGoal: z.boolean(),
  goalId: optionalText,
})
export type TodaysPlan = z.infer<typeof TodaysPlan>
