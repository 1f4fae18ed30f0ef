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

/** A person's user data as one JSON document. Importing it makes the same mutations again. */
export interface UserDataFile {
  readonly kind: 'waraq-user-data'
  readonly version: 1
  /** All entries with a `createdAt` are sorted by it, the latest first. */
  readonly favorites: readonly (string | FavoriteVerse)[]
  readonly collections: readonly (Made & {
    readonly name: string
    readonly places: readonly (Place | FavoriteVerse | MadeWhole)[]
  })[]
  readonly notes: readonly (Made & NoteValue)[]
  readonly bookmarks: readonly MadeWhole[]
  /** Absent in files of earlier versions. */
  readonly highlights?: readonly (Made & { readonly verse: string; readonly color: HighlightColor })[]
  /** The reading bookmarks that are set. */
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
  /** For a page: the mushaf of the page. */
  readonly mushafId?: MushafId
}

interface Made {
  /** When it was made or put there, in milliseconds since the epoch. Missing if unknown. */
  readonly createdAt?: number
}

type Whole = Exclude<Place, string>
type MadeWhole = Whole & Made

/** A verse with the time at which it was added. If that time is unknown, only the verse key is exported. */
export interface FavoriteVerse extends Required<Made> {
  /** Its key, such as `2:255`. */
  readonly verse: string
}

/** Everything that is shown, by kind. Call it in a transaction over rows and pending changes. */
async function allShown(db: UserDatabase): Promise<(kind: Kind) => Shown[]> {
  const [rows, allPending] = await Promise.all([db.rows.toArray(), db.pending.toArray()])
  const all = fold(rows, allPending)
  return (kind) => all.filter(({ entity }) => entity.kind === kind)
}

function placeOf({ type, key, verseNumber }: Target): Place {
  return type === 'ayah' ? `${key}:${verseNumber ?? 1}` : { type, number: key }
}

const madeOf = ({ createdAt }: Shown): Made => (createdAt === null ? {} : { createdAt })

function madePlacesOf(shown: readonly Shown[]): (string | FavoriteVerse | MadeWhole)[] {
  return newestFirst(shown).flatMap((each): (string | FavoriteVerse | MadeWhole)[] => {
    const { target } = each.entity
    if (!target) return []
    const [place, made] = [placeOf(target), madeOf(each)]
    if (typeof place !== 'string') return [{ ...place, ...made }]
    return [made.createdAt === undefined ? place : { verse: place, createdAt: made.createdAt }]
  })
}

const isVerse = (each: string | FavoriteVerse | MadeWhole): each is string | FavoriteVerse =>
  typeof each === 'string' || 'verse' in each

export function exportOf(db: UserDatabase): Promise<UserDataFile> {
  return db.transaction('r', db.rows, db.pending, async () => {
    const shown = await allShown(db)
    const members = shown('member')
    // The latest highlight of a verse comes last, so it replaces the others.
    const highlights = new Map<string, NonNullable<UserDataFile['highlights']>[number]>()
    for (const each of [...members].sort((one, other) => one.at - other.at)) {
      const { entity } = each
      const [color, verse] = [colorOf(entity), entity.target && placeOf(entity.target)]
      if (color && typeof verse === 'string') highlights.set(verse, { verse, color, ...madeOf(each) })
    }
    const membersOf = (key: string) => madePlacesOf(members.filter(({ entity }) => entity.owner === key))
    const [at] = shown('place').map(({ value }) => value as PlaceValue)
    return {
      kind: 'waraq-user-data',
      version: 1,
      favorites: membersOf(favoritesKey).filter(isVerse),
      collections: newestFirst(shown('collection')).map((each) => ({
        name: (each.value as { readonly name: string }).name,
        ...madeOf(each),
        places: membersOf(each.entity.key),
      })),
      notes: newestFirst(shown('note')).map((each) => ({ ...(each.value as NoteValue), ...madeOf(each) })),
      bookmarks: madePlacesOf(shown('bookmark')).filter((each): each is MadeWhole => !isVerse(each)),
      highlights: [...highlights.values()],
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
