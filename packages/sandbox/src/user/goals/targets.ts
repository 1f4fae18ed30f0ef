import type { EstimatedGoalTimeline, GoalAmount, plannedGoalTypes } from '@waraq/protocol/user'
import { dateOf, dayNumber } from '../activity-days/calendar.ts'
import { rangeOf } from '../activity-days/spans.ts'
import { lengthOf, spanOf, type VerseSpan } from '../parts/verse-index.ts'

/** The task of a goal, and the number of days for it. */
export interface GoalTask {
  readonly amount: GoalAmount
  readonly duration?: number | undefined
}

/** The task of a reading goal on one day: seconds, pages, or the verses to read. */
export interface DayTarget {
  readonly goalId: string
  readonly type: (typeof plannedGoalTypes)[number]
  readonly amount: number | VerseSpan
}

/**
 * The task of a day of a goal, counted from 0. Undefined if all of the goal's days are past.
 *
 * The API documentation does not define the unit of a goal's amount. Here it is the amount of each day if the goal has no
 * duration, and of all days together if it has one. The days then get equal parts in sequence; an amount that is too small
 * for the number of days is finished sooner. Unread parts of a day are not carried over to the next.
 */
export function amountOfDay({ amount, duration }: GoalTask, day: number): number | VerseSpan | undefined {
  if (day < 0) return undefined
  const whole = typeof amount === 'number' ? { from: 1, to: amount } : spanOf(amount)
  const part = duration === undefined ? whole : partOfDay(whole, duration, day)
  return part && typeof amount === 'number' ? lengthOf(part) : part
}

function partOfDay(whole: VerseSpan, duration: number, day: number): VerseSpan | undefined {
  const length = lengthOf(whole)
  const days = Math.min(duration, length)
  const beginning = (of: number) => whole.from + Math.floor((of * length) / days)
  return day < days ? { from: beginning(day), to: beginning(day + 1) - 1 } : undefined
}

const daysOfWeek = [0, 1, 2, 3, 4, 5, 6]

/** The first seven days of a goal that starts on a date, or fewer if it is finished sooner. */
export function firstWeek(task: GoalTask, date: string): EstimatedGoalTimeline {
  const first = dayNumber(date)
  const week = daysOfWeek.flatMap((day) => {
    const amount = amountOfDay(task, day)
    if (amount === undefined) return []
    const shown = typeof amount === 'number' ? amount : rangeOf(amount)
    return [{ date: `${dateOf(first + day)}T00:00:00.000Z`, amount: shown }]
  })
  return { week }
}
