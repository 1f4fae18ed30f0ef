import type { EstimatedGoalTimeline, GoalAmount, plannedGoalTypes } from '@waraq/protocol/user'
import { dateOf, dayNumber } from '../activity-days/calendar.ts'
import { rangeOf } from '../activity-days/spans.ts'
import { lengthOf, spanOf, type VerseSpan } from '../parts/verse-index.ts'

/** What a goal asks for, and in how many days. */
export interface GoalTask {
  readonly amount: GoalAmount
  readonly duration?: number | undefined
}

/** What a goal of reading asks for on one day: seconds, pages, or the verses to read. */
export interface DayTarget {
  readonly goalId: string
  readonly type: (typeof plannedGoalTypes)[number]
  readonly amount: number | VerseSpan
}

/**
 * What is to be done on a day of a goal, counted from 0; undefined when all of it is past.
 *
 * The document does not say what the amount of a goal is measured by. Here it is each day's where the goal has no
 * duration, and that of all days together where it has one: then the days get equal parts, one after the other, and
 * what is too little for so many days is done sooner. Reading that a day left undone is not carried over to the next.
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

/** The first seven days of a goal that begins on a date, or fewer where it is done sooner. */
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
