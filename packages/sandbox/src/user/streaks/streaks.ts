import type { ListStreaksQuery, Streak } from '@waraq/protocol/user'
import type { ActivityDays } from '../activity-days/activity-days.ts'
import { checkPeriod, dateOf, dayNumber, meetsPeriod } from '../activity-days/calendar.ts'

/** Days in a row, both ends in it, by the numbers of the calendar. */
interface Row {
  readonly first: number
  last: number
}

export type StreaksWanted = Pick<ListStreaksQuery, 'from' | 'to' | 'status' | 'orderBy' | 'sortOrder'>

/** Days of activity in a row, computed from the activity days. */
export class Streaks {
  readonly #activityDays: ActivityDays

  constructor(activityDays: ActivityDays) {
    this.#activityDays = activityDays
  }

  /**
   * Newest first unless told otherwise. The document does not say what a period leaves out; here streaks without a day
   * in it. Streaks of the same length are sorted by their beginning.
   * @throws {Refusal} 422 where the period ends before it begins
   */
  list(userId: string, today: string, wanted: StreaksWanted): Streak[] {
    checkPeriod(wanted)
    const streaks = this.#of(userId, today).filter(
      ({ startDate, endDate, status }) =>
        meetsPeriod(startDate, endDate, wanted) && (wanted.status ?? status) === status,
    )
    if (wanted.orderBy === 'days') streaks.sort((one, other) => one.days - other.days)
    return wanted.sortOrder === 'asc' ? streaks : streaks.reverse()
  }

  /** The days of the streak that is still active, or 0. */
  currentDays(userId: string, today: string): number {
    return this.#of(userId, today).find(({ status }) => status === 'ACTIVE')?.days ?? 0
  }

  /** Sorted by their beginning. A streak is active while its last day is today or yesterday: the user can still add a day. */
  #of(userId: string, today: string): Streak[] {
    const yesterday = dayNumber(today) - 1
    return rowsOf(this.#activityDays.datesOf(userId)).map(({ first, last }) => ({
      id: `streak-${userId}-${dateOf(first)}`,
      startDate: dateOf(first),
      endDate: dateOf(last),
      type: 'QURAN',
      status: last >= yesterday ? 'ACTIVE' : 'BROKEN',
      days: last - first + 1,
    }))
  }
}

/** @param dates ascending, each once */
function rowsOf(dates: readonly string[]): Row[] {
  const rows: Row[] = []
  for (const day of dates.map(dayNumber)) {
    const row = rows.at(-1)
    if (row?.last === day - 1) row.last = day
    else rows.push({ first: day, last: day })
  }
  return rows
}
