import * as z from 'zod/mini'
import { activityTypes, readingFields } from '../activity-days/activity-day.ts'
import { choice } from '../parts/choice.ts'
import { dateTime, day, positive, share } from '../parts/formats.ts'
import { list } from '../parts/list.ts'
import { AnyMushafId } from '../parts/mushaf.ts'
import { openWord, optionalText } from '../parts/objects.ts'
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

/** The amount of a goal: a verse range as text, or an integer of 1 or more. */
export const GoalAmount = /* @__PURE__ */ choice([VerseRange, positive], (value) =>
  typeof value === 'string' ? 0 : 1,
)
export type GoalAmount = z.infer<typeof GoalAmount>

/** A day of an estimate. Its amount is as in the goal. */
export const EstimatedGoalDay = /* @__PURE__ */ z.looseObject({
  date: dateTime,
  amount: choice([z.string(), z.number()], (value) => (typeof value === 'string' ? 0 : 1)),
})
export type EstimatedGoalDay = z.infer<typeof EstimatedGoalDay>

/** How a goal would be spread over days. */
export const EstimatedGoalTimeline = z.looseObject({ week: list(EstimatedGoalDay) })
export type EstimatedGoalTimeline = z.infer<typeof EstimatedGoalTimeline>

/** Today's part of a goal. Only `hasGoal` is always present. */
export const TodaysPlan = /* @__PURE__ */ z.looseObject({
  id: optionalText,
  date: z.optional(day),
  progress: z.optional(share),
  type: z.optional(openWord(activityTypes)),
  ...readingFields,
  mushafId: z.optional(AnyMushafId),
  hasGoal: z.boolean(),
  goalId: optionalText,
})
export type TodaysPlan = z.infer<typeof TodaysPlan>
