import { ListStreaksQuery, type Streak, CurrentStreakQuery } from '@waraq/protocol/user'
import type { ActivityDays } from '../activity-days/activity-days.ts'
import { checkPeriod, dateOf, dayNumber, meetsPeriod } from '../activity-days/calendar.ts'
import { cursorData, cursorPart } from '../parts/lists.ts'
import { done, route, type UserRoute } from '../parts/route.ts'

/** Consecutive days as day numbers of the calendar, both ends included. */
interface Row {
  readonly first: number
  last: number
}

export type StreaksQuery = Pick<ListStreaksQuery, 'from' | 'to' | 'status' | 'orderBy' | 'sortOrder'>

/** Streaks of consecutive days with activity, computed from the activity days. */
export class Streaks {
  readonly #activityDays: ActivityDays

  constructor(activityDays: ActivityDays) {
    this.#activityDays = activityDays
  }

  /**
   * Lists streaks, newest first by default. The API documentation does not say what a period leaves out; here streaks
   * without a day in it. Streaks of the same length are sorted by their start.
   * @throws {Refusal} 422 if the period ends before it starts
   */
  list(userId: string, today: string, wanted: StreaksQuery): Streak[] {
    checkPeriod(wanted)
    const streaks = this.#of(userId, today).filter(
      ({ startDate, endDate, status }) =>
        meetsPeriod(startDate, endDate, wanted) && (wanted.status ?? status) === status,
    )
    if (wanted.orderBy === 'days') streaks.sort((one, other) => one.days - other.days)
    return wanted.sortOrder === 'asc' ? streaks : streaks.reverse()
  }

  /** The number of days of the streak that is still active, or 0. */
  currentDays(userId: string, today: string): number {
    return this.#of(userId, today).find(({ status }) => status === 'ACTIVE')?.days ?? 0
  }

  /** Sorted by start. A streak is active if its last day is today or yesterday: the user can still add a day. */
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

/** All streaks are of one type, so the type in the request changes nothing. */
export function streakRoutes({ streaks }: { readonly streaks: Streaks }): UserRoute[] {
  return [
    route(
      'GET',
      '/v1/streaks',
      { scope: 'streak.read', query: ListStreaksQuery },
      ({ userId, today, query }) => {
        return cursorData(cursorPart(streaks.list(userId, today, query), query))
      },
    ),
    route(
      'GET',
      '/v1/streaks/current-streak-days',
      { scope: 'streak.read', query: CurrentStreakQuery },
      ({ userId, today }) => done({ days: streaks.currentDays(userId, today) }),
    ),
  ]
}
