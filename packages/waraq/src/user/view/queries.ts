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
  keptOf,
  keyIn,
  verseKeyOf,
  type Kept,
  type MemberOrder,
  type UserQuery,
} from './answered.ts'
import { noteOf, type KeptNote } from './note-queries.ts'

export interface KeptCollection extends Kept {
  /** Names it on this device, for the other functions of `collections`. */
  readonly key: string
  readonly name: string
  /** How many places are in it, as far as this device knows. */
  readonly count: number
}

/** What is marked in a surah. */
export interface ChapterMarks {
  /** By verse key: what is favorited. */
  readonly favorited: ReadonlyMap<string, Kept>
  /** By verse key: the reading bookmarks that are there, by their slots. */
  readonly reading: ReadonlyMap<string, readonly KeptReadingBookmark[]>
  /** By verse key: the keys of the collections that it is in. */
  readonly collections: ReadonlyMap<string, readonly string[]>
  /** By verse key: what is highlighted. Of several colours of a verse the newest counts. */
  readonly highlights: ReadonlyMap<string, KeptHighlight>
  readonly notes: readonly KeptNote[]
}

export interface KeptHighlight extends Kept {
  readonly color: HighlightColor
}

/** A reading bookmark that is somewhere: one of three. */
export interface KeptReadingBookmark extends Kept {
  readonly slot: ReadingSlot
  readonly name: string | null
  readonly type: 'ayah' | 'page'
  /** The surah's number for a verse, else the number of the page. */
  readonly number: number
  /** Of a verse. */
  readonly verseKey: string | null
  /** Of a page: whose page it is. */
  readonly mushafId: MushafId | null
}

function readingOf({ entity, value, ...each }: Shown): KeptReadingBookmark {
  const { name, target, mushafId = null } = value as ReadingBookmark
  const { type, key: number } = target
  const place = {
    type: type === 'ayah' ? type : 'page',
    number,
    verseKey: verseKeyOf({ target }) ?? null,
  } as const
  return { slot: slotOf(entity), name, ...place, mushafId, ...keptOf(each) }
}

async function allReading(db: UserDatabase): Promise<KeptReadingBookmark[]> {
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
      const favorited = new Map<string, Kept>()
      const reading = new Map<string, KeptReadingBookmark[]>()
      for (const each of placed)
        if (each.verseKey !== null && each.number === chapter)
          reading.set(each.verseKey, [...(reading.get(each.verseKey) ?? []), each])
      const collections = new Map<string, string[]>()
      const highlights = new Map<string, KeptHighlight>()
      const newest = new Map<string, number>()
      const notes: KeptNote[] = []
      for (const each of all) {
        const { entity } = each
        const verse = verseKeyOf(entity)
        const color = colorOf(entity)
        if (entity.kind === 'note') notes.push(noteOf(each))
        else if (verse === undefined) continue
        else if (entity.owner === favoritesKey) favorited.set(verse, keptOf(each))
        else if (color) {
          if (each.at < (newest.get(verse) ?? 0)) continue
          newest.set(verse, each.at)
          highlights.set(verse, { color, ...keptOf(each) })
        } else if (entity.owner !== undefined && there.has(entity.owner))
          collections.set(verse, [...(collections.get(verse) ?? []), entity.owner])
      }
      return { favorited, reading, collections, highlights, notes }
    }),
  }
}

/** What a collection has in it: a verse, or a page, juz or surah. */
export interface KeptMember extends Kept {
  readonly type: 'ayah' | 'page' | 'juz' | 'surah'
  /** The surah's number for a verse, else the number of the page, juz or surah. */
  readonly number: number
  /** Of a verse. */
  readonly verseKey: string | null
}

function memberOfShown({ entity, ...each }: Shown): KeptMember[] {
  const { target } = entity
  if (!target) return []
  const { type, key: number } = target
  return [{ type, number, verseKey: verseKeyOf(entity) ?? null, ...keptOf(each) }]
}

function membersOf(
  owner: string,
  lists: readonly ListName[],
  order: MemberOrder = 'text',
): UserQuery<readonly KeptMember[]> {
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
export function favorites(order?: MemberOrder): UserQuery<readonly KeptMember[]> {
  return membersOf(favoritesKey, ['favorites'], order)
}

/** What is in a collection. */
export function collectionMembers(key: string, order?: MemberOrder): UserQuery<readonly KeptMember[]> {
  return membersOf(key, [`members|${key}`], order)
}

/** The person's own collections, by name or the latest first. */
export function allCollections(order: MemberOrder = 'text'): UserQuery<readonly KeptCollection[]> {
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
        return { key, name: nameOf(each), count: counts.get(key) ?? 0, ...keptOf(each) }
      })
    }),
  }
}

/** Bookmarks of pages, surahs and juz by themselves. */
export function allBookmarks(order: MemberOrder = 'text'): UserQuery<readonly KeptMember[]> {
  return {
    key: keyIn('bookmarks', order),
    lists: ['bookmarks'],
    read: answered(async (db) => {
      const all = await folded((table) => table.where('kind').equals('bookmark'), db)
      return (order === 'newest' ? newestFirst(all) : all).flatMap(memberOfShown)
    }),
  }
}

/** How many of each a person keeps, as far as this device knows. */
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

/** The reading bookmarks that are somewhere, by their slots. */
export function readingBookmarks(): UserQuery<readonly KeptReadingBookmark[]> {
  return { key: 'reading', lists: ['reading'], read: answered(allReading) }
}

/** One setting; null where it was never set. */
export function setting(field: SettingField): UserQuery<(Kept & { readonly value: unknown }) | null> {
  const { key } = settingOf(field)
  return {
    key,
    lists: ['settings'],
    read: answered(async (db) => {
      const [each] = await folded((table) => table.where('key').equals(key), db)
      return each ? { ...(each.value as { readonly value: unknown }), ...keptOf(each) } : null
    }),
  }
}
