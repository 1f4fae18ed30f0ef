import type { ListStreaksQuery, Streak } from '@waraq/contract/user'
import type { ActivityDays } from '../activity-days/activity-days.ts'
import { checkPeriod, dateOf, dayNumber, meetsPeriod } from '../activity-days/calendar.ts'
import type { World } from '../parts/world.ts'

/** Days in a row, both ends in it, by the numbers of the calendar. */
interface Row {
  readonly first: number
  last: number
}

export type StreaksWanted = Pick<ListStreaksQuery, 'from' | 'to' | 'status' | 'orderBy' | 'sortOrder'>

/** Days of activity in a row. They are read off the activity days, and kept nowhere. */
export class Streaks {
  readonly #world: World
  readonly #activityDays: ActivityDays

  constructor(world: World, activityDays: ActivityDays) {
    this.#world = world
    this.#activityDays = activityDays
  }

  /**
   * Newest first unless told otherwise. The document does not say what a period leaves out: streaks that have no day in
   * it. Streaks of the same length stand by their beginning.
   * @throws {Refusal} 422 where the period ends before it begins
   */
  list(userId: string, wanted: StreaksWanted): Streak[] {
    checkPeriod(wanted)
    const streaks = this.#of(userId).filter(
      ({ startDate, endDate, status }) =>
        meetsPeriod(startDate, endDate, wanted) && (wanted.status ?? status) === status,
    )
    if (wanted.orderBy === 'days') streaks.sort((one, other) => one.days - other.days)
    return wanted.sortOrder === 'asc' ? streaks : streaks.reverse()
  }

  /** How long the streak is that goes on, or 0. */
  currentDays(userId: string): number {
    return this.#of(userId).find(({ status }) => status === 'ACTIVE')?.days ?? 0
  }

  /** By their beginning. One goes on while there is still time to add a day: its last is today or yesterday. */
  #of(userId: string): Streak[] {
    const yesterday = dayNumber(this.#world.today()) - 1
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
