import type { ActivityDay, MushafId, RecordActivityDayBody } from '@waraq/contract/user'
import type { Goals } from '../goals/goals.ts'
import { spanOf } from '../parts/verse-index.ts'
import type { World } from '../parts/world.ts'
import { checkPeriod, meetsPeriod, type Period } from './calendar.ts'
import { nothingRead, type Reading, readingFields } from './reading.ts'
import { merged } from './spans.ts'

interface StoredDay {
  readonly id: string
  readonly date: string
  readonly mushafId: MushafId
  reading: Reading
}

export interface DaysWanted extends Period {
  /** Newest first unless told otherwise. */
  readonly dateOrderBy?: 'asc' | 'desc' | undefined
  readonly type?: ActivityDay['type'] | undefined
}

/** Reading is the one activity that can be recorded. */
const type = 'QURAN'

/** What users read on which day. A day is one of UTC; who reads in two mushafs has a day for each. */
export class ActivityDays {
  readonly #world: World
  readonly #goals: Goals
  readonly #byUser = new Map<string, StoredDay[]>()

  constructor(world: World, goals: Goals) {
    this.#world = world
    this.#goals = goals
  }

  /**
   * Adds to today: seconds add up, verses count once.
   * @throws {Refusal} 422 where a range is none of verses
   */
  record(userId: string, { seconds, ranges, mushafId }: RecordActivityDayBody): void {
    const spans = ranges.map(spanOf)
    const day = this.#find(userId, mushafId) ?? this.#begin(userId, mushafId)
    const { secondsRead, spans: before } = day.reading
    day.reading = { secondsRead: secondsRead + seconds, spans: merged([...before, ...spans]) }
  }

  /** @throws {Refusal} 422 where the period ends before it begins */
  list(userId: string, wanted: DaysWanted): ActivityDay[] {
    checkPeriod(wanted)
    if (wanted.type !== undefined && wanted.type !== type) return []
    const days = this.#of(userId).filter(({ date }) => meetsPeriod(date, date, wanted))
    const shown = days.map((day) => this.#shown(userId, day))
    return wanted.dateOrderBy === 'asc' ? shown : shown.reverse()
  }

  /** Today as the list shows it. Before anything was read it has no id. */
  today(userId: string, mushafId: MushafId) {
    const day = this.#find(userId, mushafId)
    return day ? this.#shown(userId, day) : this.#fields(userId, this.#world.today(), mushafId, nothingRead)
  }

  /** The dates on which a user did anything, ascending, each once. */
  datesOf(userId: string): string[] {
    return [...new Set(this.#of(userId).map(({ date }) => date))]
  }

  /** By date ascending, days of one date in the order in which they began. */
  #of(userId: string): StoredDay[] {
    const days = this.#byUser.get(userId) ?? []
    return days.toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
  }

  #find(userId: string, mushafId: MushafId): StoredDay | undefined {
    const today = this.#world.today()
    return this.#byUser.get(userId)?.find((day) => day.date === today && day.mushafId === mushafId)
  }

  #begin(userId: string, mushafId: MushafId): StoredDay {
    const id = this.#world.nextText('activity-day')
    const day: StoredDay = { id, date: this.#world.today(), mushafId, reading: nothingRead }
    this.#byUser.set(userId, [...(this.#byUser.get(userId) ?? []), day])
    return day
  }

  #shown(userId: string, { id, date, mushafId, reading }: StoredDay) {
    return { id, ...this.#fields(userId, date, mushafId, reading) }
  }

  /** What a day was held against is the goal of that day, whatever became of it later. */
  #fields(userId: string, date: string, mushafId: MushafId, reading: Reading) {
    const target = this.#goals.targetOn(userId, date)
    return { date, type, ...readingFields(reading, target), mushafId } as const
  }
}
