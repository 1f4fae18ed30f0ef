import { place, type PlaceValue } from '../model/entity.ts'
import { fold } from '../model/fold.ts'
import { goesOn } from '../model/reading-sessions.ts'
import { answered, itemOf, type StoredItem, type UserQuery } from './answered.ts'

/** A place where the person has read, on any device. */
export interface ReadingPlace extends StoredItem {
  readonly verseKey: string
  /** Whether this device took the person there. Null for the places before the latest: the service does not report it. */
  readonly isFromThisDevice: boolean | null
}

/** The place where the person read last. */
export function readingPlace(): UserQuery<ReadingPlace | null> {
  const { lists, read } = recentPlaces()
  return { key: 'place', lists, read: async (db) => (await read(db))[0] ?? null }
}

/**
 * The places where the person read recently, the latest first: up to twenty reading sessions, as far as the service reports
 * them.
 */
export function recentPlaces(): UserQuery<readonly ReadingPlace[]> {
  return {
    key: 'places',
    lists: ['place'],
    read: answered(async (db) => {
      const [row, pending] = await Promise.all([db.rows.get(place.key), db.pending.get(place.key)])
      const [each] = fold(row ? [row] : [], pending ? [pending] : [])
      if (!each) return []
      const reported = ({ chapter, verse }: PlaceValue) => `${chapter}:${verse}`
      const isFromThisDevice = pending !== undefined || row?.broughtAt !== undefined
      const latest = { verseKey: reported(each.value as PlaceValue), isFromThisDevice, ...itemOf(each) }
      const there = (row?.sessions ?? []).flatMap(({ at, value }) => (value ? [{ at, value }] : []))
      const { verseKey, updatedAt } = latest
      // The latest place continues this session.
      const isLatest =
        there[0] && (goesOn(there[0].at, updatedAt ?? 0) || reported(there[0].value) === verseKey)
      const before = there.slice(isLatest ? 1 : 0).map(({ at, value }) => {
        const kept = { pending: false, blocked: null, createdAt: null, updatedAt: at }
        return { verseKey: reported(value), isFromThisDevice: null, ...kept }
      })
      return [latest, ...before]
    }),
  }
}
