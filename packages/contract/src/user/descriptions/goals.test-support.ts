import fc from 'fast-check'
import { data, message, optionalTexts, someObject } from './common.test-support.ts'
import {
  type Description,
  anyMushafId,
  breaking,
  closed,
  day,
  flag,
  inside,
  integer,
  listOf,
  mushafId,
  object,
  text,
  time,
  verseRange,
  words,
} from './describe.test-support.ts'
import { anyActivity, progress, read } from './activity-days.test-support.ts'

/** What the document says of goals. */

const goalType = words(
  'QURAN_TIME',
  'QURAN_PAGES',
  'QURAN_RANGE',
  'COURSE',
  'QURAN_READING_PROGRAM',
  'RAMADAN_CHALLENGE',
)
const category = words('QURAN', 'COURSE', 'QURAN_READING_PROGRAM', 'RAMADAN_CHALLENGE')
const GoalAmount: Description = {
  valid: fc.oneof(verseRange.valid, fc.integer({ min: 1 })),
  breaks: [
    {
      rule: 'a range or 1 or more',
      broken: fc
        .constantFrom<unknown[]>('', '5', '1:1', '1:1-7', 0, -1, 1.5, true, [], {})
        .map((value) => ({ value, path: [] })),
    },
  ],
}
const duration = { 'duration?': integer({ least: 1 }) }
const EstimatedGoalDay = object({
  date: time,
  amount: {
    valid: fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true })),
    breaks: [breaking('text or a number', true, [], {})],
  },
})
const EstimatedGoalTimeline = object({ week: listOf(EstimatedGoalDay) })
const TodaysPlan = object({
  ...optionalTexts('id', 'goalId'),
  'date?': day,
  'progress?': progress,
  'type?': anyActivity,
  ...read,
  'mushafId?': anyMushafId,
  hasGoal: flag,
})

export const goals = {
  GoalAmount,
  EstimatedGoalDay,
  EstimatedGoalTimeline,
  TodaysPlan,
  GetTodaysPlanQuery: closed({ type: words('QURAN_TIME', 'QURAN_PAGES', 'QURAN_RANGE'), mushafId }),
  GetTodaysPlanResponse: data(inside(TodaysPlan)),
  CreateGoalQuery: closed({ mushafId }),
  CreateGoalBody: object({ type: goalType, amount: GoalAmount, ...duration, category }),
  CreateGoalResponse: data(object({ id: text })),
  UpdateGoalQuery: closed({ mushafId }),
  UpdateGoalBody: object({ 'type?': goalType, 'amount?': GoalAmount, ...duration, 'category?': category }),
  UpdateGoalResponse: data(someObject),
  DeleteGoalQuery: closed({ category }),
  DeleteGoalResponse: message('goal deleted'),
  EstimateGoalQuery: closed({ type: goalType, amount: GoalAmount, ...duration, mushafId }),
  EstimateGoalResponse: data(inside(EstimatedGoalTimeline)),
}
