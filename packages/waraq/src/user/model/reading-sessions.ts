import { isSame, type PlaceValue } from './entity.ts'

/** A reading session, as the feed reported it. Its place is that of the latest mutation. */
export interface ReadingSession {
  /** Undefined if the service reports none. */
  readonly id: string | undefined
  /** When its last verse was read, as the client of that device reported. For a deleted session: when the deletion arrived. */
  readonly at: number
  /** Null: it is gone. It is kept so that no older state restores it. */
  readonly value: PlaceValue | null
  /** A complete read did not report it. The session counts as gone only if a second one does not report it either. */
  readonly missed?: true
}

/** Milliseconds after which a session is no longer continued and another starts, as in the service's own clients. */
const spanMs = 20 * 60_000
/** How many existing sessions are kept, and how many deleted ones, as in the service's own clients. */
export const mostSessions = 20

/**
 * The sessions after the feed reported one: the latest mutation first, and then those that are gone. An older state of a
 * session is ignored.
 */
export function sessionsWith(
  sessions: readonly ReadingSession[],
  reported: ReadingSession,
): readonly ReadingSession[] {
  const former = sessions.find(({ id }) => id === reported.id)
  if (former ? reported.at < former.at || isEqual(former, reported) : reported.value === null) return sessions
  const all = sessions.filter((each) => each !== former)
  all.push(reported)
  all.sort((one, other) => other.at - one.at)
  return [false, true].flatMap((isGone) =>
    all.filter(({ value }) => (value === null) === isGone).slice(0, mostSessions),
  )
}

/**
 * The sessions after a complete read, of which `isReported` were reported. A session that was not reported is gone if it is missing
 * a second time.
 */
export function sessionsMissed(
  sessions: readonly ReadingSession[],
  isReported: (session: ReadingSession) => boolean,
): readonly ReadingSession[] {
  if (sessions.every((each) => each.value === null || isReported(each))) return sessions
  return sessions.map((each) => {
    if (each.value === null || isReported(each)) return each
    return each.missed ? { id: each.id, at: each.at, value: null } : { ...each, missed: true }
  })
}

/** The session of the latest mutation; undefined if none exists. */
export function latestOf(sessions: readonly ReadingSession[]): ReadingSession | undefined {
  return sessions.find(({ value }) => value !== null)
}

/** Whether a mutation continues the session whose last mutation was at `lastAt`. */
export function goesOn(lastAt: number | undefined, at: number): boolean {
  return lastAt !== undefined && at - lastAt <= spanMs
}

const isEqual = (one: ReadingSession, other: ReadingSession) =>
  one.at === other.at && isSame(one.value, other.value) && one.missed === other.missed
