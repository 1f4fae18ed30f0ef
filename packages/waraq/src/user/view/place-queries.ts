import { place, type PlaceValue } from '../model/entity.ts'
import { fold } from '../model/fold.ts'
import { goesOn } from '../model/reading-sessions.ts'
import { answered, keptOf, type Kept, type UserQuery } from './answered.ts'

/** A place where the person has read, on any device. */
export interface ReadingPlace extends Kept {
  readonly verseKey: string
}

/** Where the person read last. */
export function readingPlace(): UserQuery<ReadingPlace | null> {
  const { lists, read } = recentPlaces()
  return { key: 'place', lists, read: async (db) => (await read(db))[0] ?? null }
}

/** Where the person read of late, the latest first: as many as twenty reading sessions, as far as the service tells them. */
export function recentPlaces(): UserQuery<readonly ReadingPlace[]> {
  return {
    key: 'places',
    lists: ['place'],
    read: answered(async (db) => {
      const [row, pending] = await Promise.all([db.rows.get(place.key), db.pending.get(place.key)])
      const [each] = fold(row ? [row] : [], pending ? [pending] : [])
      if (!each) return []
      const told = ({ chapter, verse }: PlaceValue) => `${chapter}:${verse}`
      const latest = { verseKey: told(each.value as PlaceValue), ...keptOf(each) }
      const there = (row?.sessions ?? []).flatMap(({ at, value }) => (value ? [{ at, value }] : []))
      const { verseKey, updatedAt } = latest
      // The session that goes on there.
      const isLatest = there[0] && (goesOn(there[0].at, updatedAt ?? 0) || told(there[0].value) === verseKey)
      const before = there.slice(isLatest ? 1 : 0).map(({ at, value }) => {
        const times = { createdAt: null, updatedAt: at }
        return { verseKey: told(value), pending: false, blocked: null, ...times }
      })
      return [latest, ...before]
    }),
  }
}
