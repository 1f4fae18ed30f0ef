import type { HighlightColor, MushafId, ReadingSlot } from '@waraq/protocol/user'
import {
  colorOf,
  favoritesKey,
  settingOf,
  slotOf,
  type Entity,
  type ReadingBookmark,
  type SettingField,
} from '../model/entity.ts'
import { inText, newestFirst, type Shown } from '../model/fold.ts'
import type { ListName } from '../model/listing.ts'
import type { UserDatabase } from '../store/database.ts'
import {
  answered,
  folded,
  itemOf,
  keyIn,
  verseKeyOf,
  type StoredItem,
  type MemberOrder,
  type UserQuery,
} from './answered.ts'
import { noteOf, type StoredNote } from './note-queries.ts'

export interface StoredCollection extends StoredItem {
  /** Identifies the collection on this device, for the other functions of `collections`. */
  readonly key: string
  readonly name: string
  /** The number of places in it, as far as this device knows. */
  readonly count: number
}

/** The marks in a surah. */
export interface ChapterMarks {
  /** By verse key: the favorites. */
  readonly favorited: ReadonlyMap<string, StoredItem>
  /** By verse key: the reading bookmarks at that verse, sorted by slot. */
  readonly reading: ReadonlyMap<string, readonly StoredReadingBookmark[]>
  /** By verse key: the keys of the collections that contain the verse. */
  readonly collections: ReadonlyMap<string, readonly string[]>
  /** By verse key: the highlights. If a verse has several colours, the latest counts. */
  readonly highlights: ReadonlyMap<string, StoredHighlight>
  readonly notes: readonly StoredNote[]
}

export interface StoredHighlight extends StoredItem {
  readonly color: HighlightColor
}

/** A reading bookmark that is set: one of three. */
export interface StoredReadingBookmark extends StoredItem {
  readonly slot: ReadingSlot
  readonly name: string | null
  readonly type: 'ayah' | 'page'
  /** The surah's number for a verse, else the number of the page. */
  readonly number: number
  /** For a verse. */
  readonly verseKey: string | null
  /** For a page: the mushaf of the page. */
  readonly mushafId: MushafId | null
}

function readingOf({ entity, value, ...each }: Shown): StoredReadingBookmark {
  const { name, target, mushafId = null } = value as ReadingBookmark
  const { type, key: number } = target
  const place = {
    type: type === 'ayah' ? type : 'page',
    number,
    verseKey: verseKeyOf({ target }) ?? null,
  } as const
  return { slot: slotOf(entity), name, ...place, mushafId, ...itemOf(each) }
}

async function allReading(db: UserDatabase): Promise<StoredReadingBookmark[]> {
  const all = await folded((table) => table.where('kind').equals('reading'), db)
  return all.map(readingOf).sort((one, other) => one.slot - other.slot)
}

/** The favorites, notes, collections, highlights and reading bookmarks of the verses of a surah. */
export function marksOfChapter(chapter: number): UserQuery<ChapterMarks> {
  return {
    key: `marks|${chapter}`,
    lists: [`chapter|${chapter}`, 'reading'],
    read: answered(async (db) => {
      const [all, placed, kept] = await Promise.all([
        folded((table) => table.where('chapters').equals(chapter), db),
        allReading(db),
        folded((table) => table.where('kind').equals('collection'), db),
      ])
      const there = new Set(kept.map(({ entity }) => entity.key))
      const favorited = new Map<string, StoredItem>()
      const reading = new Map<string, StoredReadingBookmark[]>()
      for (const each of placed)
        if (each.verseKey !== null && each.number === chapter)
          reading.set(each.verseKey, [...(reading.get(each.verseKey) ?? []), each])
      const collections = new Map<string, string[]>()
      const highlights = new Map<string, StoredHighlight>()
      const newest = new Map<string, number>()
      const notes: StoredNote[] = []
      for (const each of all) {
        const { entity } = each
        const verse = verseKeyOf(entity)
        const color = colorOf(entity)
        if (entity.kind === 'note') notes.push(noteOf(each))
        else if (verse === undefined) continue
        else if (entity.owner === favoritesKey) favorited.set(verse, itemOf(each))
        else if (color) {
          if (each.at < (newest.get(verse) ?? 0)) continue
          newest.set(verse, each.at)
          highlights.set(verse, { color, ...itemOf(each) })
        } else if (entity.owner !== undefined && there.has(entity.owner))
          collections.set(verse, [...(collections.get(verse) ?? []), entity.owner])
      }
      return { favorited, reading, collections, highlights, notes }
    }),
  }
}

/** A member of a collection: a verse, or a page, juz or surah. */
export interface StoredMember extends StoredItem {
  readonly type: 'ayah' | 'page' | 'juz' | 'surah'
  /** The surah's number for a verse, else the number of the page, juz or surah. */
  readonly number: number
  /** For a verse. */
  readonly verseKey: string | null
}

function memberOfShown({ entity, ...each }: Shown): StoredMember[] {
  const { target } = entity
  if (!target) return []
  const { type, key: number } = target
  return [{ type, number, verseKey: verseKeyOf(entity) ?? null, ...itemOf(each) }]
}

function membersOf(
  owner: string,
  lists: readonly ListName[],
  order: MemberOrder = 'text',
): UserQuery<readonly StoredMember[]> {
  return {
    key: keyIn(`members|${owner}`, order),
    lists,
    read: answered(async (db) => {
      const all = await folded((table) => table.where('owner').equals(owner), db)
      return (order === 'newest' ? newestFirst(all) : inText(all)).flatMap(memberOfShown)
    }),
  }
}

/** All favorited verses. */
export function favorites(order?: MemberOrder): UserQuery<readonly StoredMember[]> {
  return membersOf(favoritesKey, ['favorites'], order)
}

/** The members of a collection. */
export function collectionMembers(key: string, order?: MemberOrder): UserQuery<readonly StoredMember[]> {
  return membersOf(key, [`members|${key}`], order)
}

/** The person's own collections, by name or the latest first. */
export function allCollections(order: MemberOrder = 'text'): UserQuery<readonly StoredCollection[]> {
  return {
    key: keyIn('collections', order),
    lists: ['collections'],
    read: answered(async (db) => {
      const [all, members] = await Promise.all([
        folded((table) => table.where('kind').equals('collection'), db),
        folded((table) => table.where('kind').equals('member'), db),
      ])
      const counts = new Map<string, number>()
      for (const { entity } of members) counts.set(entity.owner!, (counts.get(entity.owner!) ?? 0) + 1)
      const nameOf = ({ value }: Shown) => (value as { readonly name: string }).name
      const named = all.sort((one, other) => nameOf(one).localeCompare(nameOf(other)))
      return (order === 'newest' ? newestFirst(named) : named).map((each) => {
        const { key } = each.entity
        return { key, name: nameOf(each), count: counts.get(key) ?? 0, ...itemOf(each) }
      })
    }),
  }
}

/** The separate bookmarks of pages, surahs and juz. */
export function allBookmarks(order: MemberOrder = 'text'): UserQuery<readonly StoredMember[]> {
  return {
    key: keyIn('bookmarks', order),
    lists: ['bookmarks'],
    read: answered(async (db) => {
      const all = await folded((table) => table.where('kind').equals('bookmark'), db)
      return (order === 'newest' ? newestFirst(all) : all).flatMap(memberOfShown)
    }),
  }
}

/** The number of entities of each kind, as far as this device knows. */
export interface Counts {
  readonly favorites: number
  readonly collections: number
  readonly notes: number
  readonly bookmarks: number
  /** Highlighted verses. */
  readonly highlights: number
}

export function counts(): UserQuery<Counts> {
  return {
    key: 'counts',
    lists: ['favorites', 'collections', 'notes', 'bookmarks'],
    read: answered(async (db) => {
      const all = await folded((table) => table.where('kind').notEqual('setting'), db)
      const of = (is: (entity: Entity) => boolean) => all.filter(({ entity }) => is(entity))
      const highlighted = of((entity) => colorOf(entity) !== undefined)
      return {
        favorites: of(({ owner }) => owner === favoritesKey).length,
        collections: of(({ kind }) => kind === 'collection').length,
        notes: of(({ kind }) => kind === 'note').length,
        bookmarks: of(({ kind }) => kind === 'bookmark').length,
        highlights: new Set(highlighted.map(({ entity }) => verseKeyOf(entity))).size,
      }
    }),
  }
}

/** The reading bookmarks that are set, sorted by slot. */
export function readingBookmarks(): UserQuery<readonly StoredReadingBookmark[]> {
  return { key: 'reading', lists: ['reading'], read: answered(allReading) }
}

/** One setting; null if it was never set. */
export function setting(field: SettingField): UserQuery<(StoredItem & { readonly value: unknown }) | null> {
  const { key } = settingOf(field)
  return {
    key,
    lists: ['settings'],
    read: answered(async (db) => {
      const [each] = await folded((table) => table.where('key').equals(key), db)
      return each ? { ...(each.value as { readonly value: unknown }), ...itemOf(each) } : null
    }),
  }
}
