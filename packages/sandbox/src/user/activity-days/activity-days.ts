import type { ActivityDay, ActivityType, MushafId, RecordActivityDayBody } from '@waraq/protocol/user'
import type { Goals } from '../goals/goals.ts'
import { unprocessable } from '../parts/refusal.ts'
import { spansOf } from '../parts/verse-index.ts'
import type { World } from '../parts/world.ts'
import { checkPeriod, meetsPeriod, type Period } from './calendar.ts'
import { nothingRead, type Reading, readingFields } from './reading.ts'
import { merged } from './spans.ts'

interface StoredDay {
  readonly id: string
  readonly date: string
  readonly type: ActivityType
  readonly mushafId: MushafId
  reading: Reading
}

/** The identity of a user's day. */
type DayKind = Pick<StoredDay, 'date' | 'type' | 'mushafId'>

export interface DaysQuery extends Period {
  /** Default: newest first. */
  readonly dateOrderBy?: 'asc' | 'desc' | undefined
  readonly type?: ActivityType | undefined
}

/**
 * The activity of users by day. A day is a day in the time zone that the user named. A user who reads in two mushafs, or
 * does two kinds of activity, has a separate day for each.
 */
export class ActivityDays {
  readonly #world: World
  readonly #goals: Goals
  readonly #byUser = new Map<string, StoredDay[]>()

  constructor(world: World, goals: Goals) {
    this.#world = world
    this.#goals = goals
  }

  /**
   * Adds to today or an earlier day. Seconds add up; each verse counts once.
   * @throws {Refusal} 422 if a range is not a range of verses, or if the day is in the future
   */
  record(userId: string, today: string, body: RecordActivityDayBody): void {
    const { seconds, ranges, mushafId, type, date = today } = body
    if (date > today) throw unprocessable('date is still to come.')
    const spans = ranges.flatMap(spansOf)
    const kind = { date, type, mushafId }
    const day = this.#find(userId, kind) ?? this.#begin(userId, kind)
    const { secondsRead, spans: before } = day.reading
    day.reading = { secondsRead: secondsRead + seconds, spans: merged([...before, ...spans]) }
  }

  /** @throws {Refusal} 422 if the period ends before it starts */
  list(userId: string, wanted: DaysQuery): ActivityDay[] {
    checkPeriod(wanted)
    const days = this.#of(userId).filter(
      ({ date, type }) => meetsPeriod(date, date, wanted) && (wanted.type ?? type) === type,
    )
    const shown = days.map((day) => this.#shown(userId, day))
    return wanted.dateOrderBy === 'asc' ? shown : shown.reverse()
  }

  /** A day of reading as the list shows it. It has no id until something was read. */
  on(userId: string, date: string, mushafId: MushafId) {
    const kind = { date, type: 'QURAN', mushafId } as const
    const day = this.#find(userId, kind)
    return day ? this.#shown(userId, day) : this.#fields(userId, kind, nothingRead)
  }

  /** The dates on which a user had any activity, ascending, each once. */
  datesOf(userId: string): string[] {
    return [...new Set(this.#of(userId).map(({ date }) => date))]
  }

  /** By date ascending. Days of one date are in the order in which they were started. */
  #of(userId: string): StoredDay[] {
    const days = this.#byUser.get(userId) ?? []
    return days.toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
  }

  #find(userId: string, { date, type, mushafId }: DayKind): StoredDay | undefined {
    return this.#byUser
      .get(userId)
      ?.find((day) => day.date === date && day.type === type && day.mushafId === mushafId)
  }

  #begin(userId: string, kind: DayKind): StoredDay {
    const id = this.#world.nextText('activity-day')
    const day: StoredDay = { id, ...kind, reading: nothingRead }
    this.#byUser.set(userId, [...(this.#byUser.get(userId) ?? []), day])
    return day
  }

  #shown(userId: string, { id, reading, ...kind }: StoredDay) {
    return { id, ...this.#fields(userId, kind, reading) }
  }

  /** A day counts towards the goal of that day, even if the goal was changed or deleted later. */
  #fields(userId: string, { date, type, mushafId }: DayKind, reading: Reading) {
    const target = type === 'QURAN' ? this.#goals.targetOn(userId, date) : undefined
    return { date, type, ...readingFields(reading, target), mushafId } as const
  }
}
