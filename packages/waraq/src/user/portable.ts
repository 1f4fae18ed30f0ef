import type { HighlightColor, MushafId, ReadingSlot } from '@waraq/protocol/user'
import type { Place, Setting } from './arguments.ts'
import {
  colorOf,
  favoritesKey,
  slotOf,
  type Kind,
  type NoteValue,
  type PlaceValue,
  type ReadingBookmark,
  type Target,
} from './model/entity.ts'
import { fold, newestFirst, type Shown } from './model/fold.ts'
import type { UserDatabase } from './store/database.ts'

/** What a person keeps, as one JSON document. To restore it is to wish for it again. */
export interface UserDataFile {
  readonly kind: 'waraq-user-data'
  readonly version: 1
  /** The latest first. A verse key alone where it is not known when it was favorited, as in files of earlier versions. */
  readonly favorites: readonly (string | FavoriteVerse)[]
  readonly collections: readonly { readonly name: string; readonly places: readonly Place[] }[]
  readonly notes: readonly NoteValue[]
  readonly bookmarks: readonly Exclude<Place, string>[]
  /** Absent in files of earlier versions. */
  readonly highlights?: readonly { readonly verse: string; readonly color: HighlightColor }[]
  /** The reading bookmarks that are somewhere. */
  readonly reading: readonly PlacedReadingBookmark[]
  /** A verse key. */
  readonly place: string | null
  readonly settings: readonly Setting[]
}

export interface PlacedReadingBookmark {
  readonly slot: ReadingSlot
  readonly name: string | null
  /** A verse key, or a page. */
  readonly place: Place
  /** Of a page: whose page it is. */
  readonly mushafId?: MushafId
}

export interface FavoriteVerse {
  /** Its key, such as `2:255`. */
  readonly verse: string
  /** When it was favorited, in milliseconds since the epoch. */
  readonly addedAt: number
}

/** Everything that is shown. To be called in a transaction over rows and pending changes. */
async function allShown(db: UserDatabase): Promise<(kind: Kind) => Shown[]> {
  const [rows, allPending] = await Promise.all([db.rows.toArray(), db.pending.toArray()])
  const all = fold(rows, allPending)
  return (kind) => all.filter(({ entity }) => entity.kind === kind)
}

function placeOf({ type, key, verseNumber }: Target): Place {
  return type === 'ayah' ? `${key}:${verseNumber ?? 1}` : { type, number: key }
}

const placesOf = (shown: readonly Shown[]): Place[] =>
  shown.flatMap(({ entity: { target } }) => (target ? [placeOf(target)] : []))

function favoriteOf({ entity: { target }, addedAt }: Shown): (string | FavoriteVerse)[] {
  const verse = target && placeOf(target)
  if (typeof verse !== 'string') return []
  return [addedAt === null ? verse : { verse, addedAt }]
}

const isWhole = (each: Place): each is Exclude<Place, string> => typeof each !== 'string'

export function exportOf(db: UserDatabase): Promise<UserDataFile> {
  return db.transaction('r', db.rows, db.pending, async () => {
    const shown = await allShown(db)
    const members = shown('member')
    // The newest of a verse last.
    const highlights = new Map<string, HighlightColor>()
    for (const { entity } of [...members].sort((one, other) => one.at - other.at)) {
      const [color, verse] = [colorOf(entity), entity.target && placeOf(entity.target)]
      if (color && typeof verse === 'string') highlights.set(verse, color)
    }
    const membersOf = (key: string) => placesOf(members.filter(({ entity }) => entity.owner === key))
    const [at] = shown('place').map(({ value }) => value as PlaceValue)
    return {
      kind: 'waraq-user-data',
      version: 1,
      favorites: newestFirst(members.filter(({ entity }) => entity.owner === favoritesKey)).flatMap(
        favoriteOf,
      ),
      collections: shown('collection').map(({ entity, value }) => ({
        name: (value as { readonly name: string }).name,
        places: membersOf(entity.key),
      })),
      notes: shown('note').map(({ value }) => value as NoteValue),
      bookmarks: placesOf(shown('bookmark')).filter(isWhole),
      highlights: [...highlights].map(([verse, color]) => ({ verse, color })),
      reading: shown('reading').map(({ entity, value }) => {
        const { target, ...rest } = value as ReadingBookmark
        return { slot: slotOf(entity), ...rest, place: placeOf(target) }
      }),
      place: at ? `${at.chapter}:${at.verse}` : null,
      settings: shown('setting').map(
        ({ entity: { field }, value }) =>
          ({ ...field, ...(value as { readonly value: unknown }) }) as Setting,
      ),
    }
  })
}
