import { isSame, type PlaceValue } from './entity.ts'

/** A reading session, as the feed told it. The place is that of the latest act. */
export interface ReadingSession {
  /** Undefined where the service tells none. */
  readonly id: string | undefined
  /** When its last verse was read, as the client of that device said; of one that is gone when that arrived. */
  readonly at: number
  /** Null: it is gone. It stays, so that no older state brings it back. */
  readonly value: PlaceValue | null
  /** It was not told where everything was. Only a second time is believed. */
  readonly missed?: true
}

/** As the service's own clients: after this a session is not moved on any more, and another begins. In milliseconds. */
const spanMs = 20 * 60_000
/** So many of those that are there are kept, and of those that are gone, as in the service's own clients. */
export const mostSessions = 20

/** The sessions after one was told, the latest act first, and then those that are gone. An older state of it is no news. */
export function sessionsWith(
  sessions: readonly ReadingSession[],
  told: ReadingSession,
): readonly ReadingSession[] {
  const former = sessions.find(({ id }) => id === told.id)
  if (former ? told.at < former.at || isEqual(former, told) : told.value === null) return sessions
  const all = sessions.filter((each) => each !== former)
  all.push(told)
  all.sort((one, other) => other.at - one.at)
  return [false, true].flatMap((isGone) =>
    all.filter(({ value }) => (value === null) === isGone).slice(0, mostSessions),
  )
}

/** The sessions after everything was told, and `isTold` of them. One that was not is gone if that is so a second time. */
export function sessionsMissed(
  sessions: readonly ReadingSession[],
  isTold: (session: ReadingSession) => boolean,
): readonly ReadingSession[] {
  if (sessions.every((each) => each.value === null || isTold(each))) return sessions
  return sessions.map((each) => {
    if (each.value === null || isTold(each)) return each
    return each.missed ? { id: each.id, at: each.at, value: null } : { ...each, missed: true }
  })
}

/** The one of the latest act; undefined where none is there. */
export function latestOf(sessions: readonly ReadingSession[]): ReadingSession | undefined {
  return sessions.find(({ value }) => value !== null)
}

/** Whether an act moves the session on whose last act is known. */
export function goesOn(lastAt: number | undefined, at: number): boolean {
  return lastAt !== undefined && at - lastAt <= spanMs
}

const isEqual = (one: ReadingSession, other: ReadingSession) =>
  one.at === other.at && isSame(one.value, other.value) && one.missed === other.missed
