import { isJsonObject, WaraqError } from '@waraq/contract'
import type { HighlightColor } from '@waraq/contract/user'
import {
  checkColor,
  checkName,
  checkNote,
  checkSetting,
  checkTarget,
  checkVerse,
  type Place,
  type Setting,
} from './arguments.ts'
import {
  bookmarkOf,
  collectionKeyed,
  colorOf,
  favoritesKey,
  isSame,
  memberOf,
  noteKeyed,
  place,
  readingAt,
  settingOf,
  type Kind,
  type NoteValue,
  type Target,
  type Value,
} from './model/entity.ts'
import { fold, type Shown } from './model/fold.ts'
import { actsOfHighlight, type Act } from './store/acts.ts'
import type { UserDatabase } from './store/database.ts'

/** What a person keeps, as one JSON document. To restore it is to wish for it again. */
export interface UserDataFile {
  readonly kind: 'waraq-user-data'
  readonly version: 1
  /** Verse keys. */
  readonly stars: readonly string[]
  readonly collections: readonly { readonly name: string; readonly places: readonly Place[] }[]
  readonly notes: readonly NoteValue[]
  readonly bookmarks: readonly Exclude<Place, string>[]
  /** Absent in files of earlier versions. */
  readonly highlights?: readonly { readonly verse: string; readonly color: HighlightColor }[]
  /** Verse keys: where the person marked that they read. */
  readonly reading: readonly string[]
  /** A verse key. */
  readonly place: string | null
  readonly settings: readonly Setting[]
}

/** Everything that is shown. To be called in a transaction over rows and wishes. */
async function allShown(db: UserDatabase): Promise<(kind: Kind) => Shown[]> {
  const [rows, wishes] = await Promise.all([db.rows.toArray(), db.wishes.toArray()])
  const all = fold(rows, wishes)
  return (kind) => all.filter(({ entity }) => entity.kind === kind)
}

function placeOf({ type, key, verseNumber }: Target): Place {
  return type === 'ayah' ? `${key}:${verseNumber ?? 1}` : { type, number: key }
}

const placesOf = (shown: readonly Shown[]): Place[] =>
  shown.flatMap(({ entity: { target } }) => (target ? [placeOf(target)] : []))

const isPlace = (each: unknown): each is Place => typeof each === 'string' || isJsonObject(each)
const isVerse = (each: Place): each is string => typeof each === 'string'
const isWhole = (each: Place): each is Exclude<Place, string> => typeof each !== 'string'

export function exportOf(db: UserDatabase): Promise<UserDataFile> {
  return db.transaction('r', db.rows, db.wishes, async () => {
    const shown = await allShown(db)
    const members = shown('member')
    // The newest of a verse last.
    const highlights = new Map<string, HighlightColor>()
    for (const { entity } of [...members].sort((one, other) => one.at - other.at)) {
      const [color, verse] = [colorOf(entity), entity.target && placeOf(entity.target)]
      if (color && typeof verse === 'string') highlights.set(verse, color)
    }
    const membersOf = (key: string) => placesOf(members.filter(({ entity }) => entity.owner === key))
    const [at] = shown('place').map(
      ({ value }) => value as { readonly chapter: number; readonly verse: number },
    )
    return {
      kind: 'waraq-user-data',
      version: 1,
      stars: membersOf(favoritesKey).filter(isVerse),
      collections: shown('collection').map(({ entity, value }) => ({
        name: (value as { readonly name: string }).name,
        places: membersOf(entity.key),
      })),
      notes: shown('note').map(({ value }) => value as NoteValue),
      bookmarks: placesOf(shown('bookmark')).filter(isWhole),
      highlights: [...highlights].map(([verse, color]) => ({ verse, color })),
      reading: placesOf(shown('reading')).filter(isVerse),
      place: at ? `${at.chapter}:${at.verse}` : null,
      settings: shown('setting').map(
        ({ entity: { field }, value }) =>
          ({ ...field, ...(value as { readonly value: unknown }) }) as Setting,
      ),
    }
  })
}

function refuse(): never {
  throw new WaraqError({
    code: 'invalid_argument',
    message:
      'This is no file of what a person keeps, or one of a newer version. Nothing of it was kept. Choose a file that export made.',
    details: { field: 'file' },
  })
}

/** The file, if each part of it is what the service takes. @throws {WaraqError} `invalid_argument` */
export function checkFile(file: unknown): UserDataFile {
  const isFile = isJsonObject(file) && file['kind'] === 'waraq-user-data' && file['version'] === 1
  if (!isFile) refuse()
  const { stars, collections, notes, bookmarks, highlights = [], reading, settings } = file
  const lists = [stars, collections, notes, bookmarks, highlights, reading, settings]
  if (!lists.every(Array.isArray)) refuse()
  const checked = file as unknown as UserDataFile
  for (const each of [...checked.stars, ...checked.reading]) checkVerse(each)
  for (const each of checked.collections) {
    if (!isJsonObject(each) || !Array.isArray(each.places)) refuse()
    checkName(each.name)
    each.places.forEach((where) => checkTarget(isPlace(where) ? where : refuse()))
  }
  for (const each of checked.notes) checkNote(isJsonObject(each) ? each : refuse())
  for (const each of checked.bookmarks) checkTarget(isJsonObject(each) ? each : refuse())
  for (const each of checked.highlights ?? []) {
    if (!isJsonObject(each)) refuse()
    checkVerse(each.verse)
    checkColor(each.color ?? refuse())
  }
  for (const each of checked.settings) checkSetting(each)
  if (checked.place !== null) checkVerse(checked.place)
  return checked
}

/**
 * What has to be wished for so that all of the file is kept. Collections of a name that is there are joined, and notes of the
 * same text about the same verses are not made twice. To be called in a transaction of acts.
 */
export async function actsOf(
  db: UserDatabase,
  file: UserDataFile,
  {
    newKey,
    hasFeed,
  }: {
    readonly newKey: (kind: 'collection' | 'note') => string
    /** Without it highlights are left out. */
    readonly hasFeed: boolean
  },
): Promise<Act[]> {
  const shown = await allShown(db)
  const keyOf = (kind: 'collection' | 'note', value: Value) =>
    shown(kind).find((each) => isSame(each.value, value))?.entity.key
  const is =
    (want: Value) =>
    (entity: Act['entity']): Act => ({ entity, want })
  const collections = file.collections.flatMap(({ name, places }) => {
    const key = keyOf('collection', { name }) ?? newKey('collection')
    return [
      is({ name })(collectionKeyed(key)),
      ...places.map((where) => is(true)(memberOf(key, checkTarget(where)))),
    ]
  })
  const notes = file.notes.flatMap((note) =>
    keyOf('note', note) === undefined ? [is(note)(noteKeyed(newKey('note'), note.ranges))] : [],
  )
  const highlights = (file.highlights ?? []).flatMap(({ verse, color }) =>
    actsOfHighlight(checkVerse(verse), color),
  )
  const { key: chapter, verseNumber: verse = 1 } = file.place === null ? { key: 0 } : checkVerse(file.place)
  return [
    ...file.stars.map((each) => is(true)(memberOf(favoritesKey, checkVerse(each)))),
    ...collections,
    ...notes,
    ...file.bookmarks.map((each) => is(true)(bookmarkOf(checkTarget(each)))),
    ...file.reading.map((each) => is(true)(readingAt(checkVerse(each)))),
    ...(hasFeed ? highlights : []),
    ...(chapter > 0 ? [is({ chapter, verse })(place)] : []),
    ...file.settings.map(({ group, key, value }) => is({ value })(settingOf({ group, key }))),
  ]
}
