import {
  formatVerseRange,
  parseVerseRange,
  type HighlightColor,
  type MushafId,
  type ReadingSlot,
} from '@waraq/protocol/user'
import {
  colorOf,
  favoritesKey,
  place,
  type PlaceValue,
  settingOf,
  slotOf,
  type Entity,
  type NoteValue,
  type ReadingBookmark,
  type SettingField,
} from '../model/entity.ts'
import { fold, inText, newestFirst, type Shown } from '../model/fold.ts'
import type { Blocked, Row, TransportName, PendingChange } from '../model/records.ts'
import type { UserDatabase } from '../store/database.ts'
import type { Followed } from '../store/follow.ts'
import type { ListName } from '../model/listing.ts'

/** A question about what a person keeps, for `user.live` and `user.read`. */
export interface UserQuery<T> {
  /** Two questions of one key are one question. */
  readonly key: string
  /** The service's lists that the answer is made of. A live query has them read again while it is followed. */
  readonly lists: readonly ListName[]
  readonly read: (db: UserDatabase) => Promise<T>
}

/** What an answer says of each thing in it. */
export interface Kept {
  /** It has not arrived at the service yet, or no account is signed in. */
  readonly pending: boolean
  /** Why it is not delivered: a person has to decide. Null where nothing holds it. */
  readonly blocked: Blocked | null
}

export interface KeptNote extends Kept {
  /** Names it on this device, for `notes.edit` and `notes.delete`. */
  readonly key: string
  readonly body: string
  /** Such as `2:255-2:257`. */
  readonly ranges: readonly string[]
}

export interface KeptCollection extends Kept {
  /** Names it on this device, for the other functions of `collections`. */
  readonly key: string
  readonly name: string
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
  /** When it was put there, in milliseconds since the epoch. Null where that is not known. */
  readonly placedAt: number | null
}

/** What answers are made of. Of the bookkeeping only what `outbox` says: the rest is written every few seconds. */
export function answersOf({ name }: UserDatabase): Followed {
  return { name, tables: { rows: 'all', pending: 'all', meta: ['pace', 'transport', 'uncounted'] } }
}

/**
 * All of an answer is read in one transaction: between two, an acknowledgement would leave neither the pending change nor the row. Async, or Dexie
 * takes the awaits of it for those of the next transaction, which then ends before its work: an act at the same moment failed.
 */
function answered<T>(read: (db: UserDatabase) => Promise<T>): (db: UserDatabase) => Promise<T> {
  return (db) => db.transaction('r', db.rows, db.pending, db.meta, async () => read(db))
}

async function folded(
  find: (table: UserDatabase['rows'] | UserDatabase['pending']) => { toArray(): PromiseLike<unknown[]> },
  db: UserDatabase,
): Promise<Shown[]> {
  const [rows, allPending] = await Promise.all([find(db.rows).toArray(), find(db.pending).toArray()])
  return fold(rows as Row[], await withOthers(db, rows as Row[], allPending as PendingChange[]))
}

/**
 * The pending change of a note may be about other surahs than its row; one key is one thing all the same. All else is found by what its key
 * is made of.
 */
async function withOthers(
  db: UserDatabase,
  rows: readonly Row[],
  allPending: readonly PendingChange[],
): Promise<readonly PendingChange[]> {
  const notes = new Set(rows.flatMap(({ key, kind }) => (kind === 'note' ? [key] : [])))
  if (notes.size === 0) return allPending
  for (const { key } of allPending) notes.delete(key)
  const waiting = await db.pending.where('kind').equals('note').primaryKeys()
  const others = await db.pending.bulkGet(waiting.filter((key) => notes.has(key)))
  return [...allPending, ...others.filter((pending) => pending !== undefined)]
}

const keptOf = ({ pending, blocked }: Pick<Shown, 'pending' | 'blocked'>): Kept => ({
  pending,
  blocked: blocked ?? null,
})

function noteOf(each: Shown): KeptNote {
  const { body, ranges } = each.value as NoteValue
  return { key: each.entity.key, body, ranges, ...keptOf(each) }
}

function readingOf({ entity, value, at, ...each }: Shown): KeptReadingBookmark {
  const { name, target, mushafId = null } = value as ReadingBookmark
  const { type, key: number } = target
  const place = {
    type: type === 'ayah' ? type : 'page',
    number,
    verseKey: verseKeyOf({ target }) ?? null,
  } as const
  const placedAt = at > 0 ? at : null
  return { slot: slotOf(entity), name, ...place, mushafId, placedAt, ...keptOf(each) }
}

async function allReading(db: UserDatabase): Promise<KeptReadingBookmark[]> {
  const all = await folded((table) => table.where('kind').equals('reading'), db)
  return all.map(readingOf).sort((one, other) => one.slot - other.slot)
}

function verseKeyOf({ target }: Pick<Entity, 'target'>): string | undefined {
  return target?.type === 'ayah' ? `${target.key}:${target.verseNumber}` : undefined
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
  /** When it was put there, in milliseconds since the epoch. Null where that is not known. */
  readonly addedAt: number | null
}

/** `text`, the default: in the order of the text. `newest`: the latest first; what has no known time comes last. */
export type MemberOrder = 'text' | 'newest'

function memberOfShown({ entity, addedAt, ...each }: Shown): KeptMember[] {
  const { target } = entity
  if (!target) return []
  const { type, key: number } = target
  return [{ type, number, verseKey: verseKeyOf(entity) ?? null, addedAt, ...keptOf(each) }]
}

function membersOf(
  owner: string,
  lists: readonly ListName[],
  order: MemberOrder = 'text',
): UserQuery<readonly KeptMember[]> {
  return {
    key: order === 'text' ? `members|${owner}` : `members|${owner}|${order}`,
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

/** The person's own collections, by name. */
export function allCollections(): UserQuery<readonly KeptCollection[]> {
  return {
    key: 'collections',
    lists: ['collections'],
    read: answered(async (db) => {
      const all = await folded((table) => table.where('kind').equals('collection'), db)
      return all
        .map((each) => ({
          key: each.entity.key,
          name: (each.value as { readonly name: string }).name,
          ...keptOf(each),
        }))
        .sort((one, other) => one.name.localeCompare(other.name))
    }),
  }
}

/** All notes, those about earlier verses first. */
export function allNotes(): UserQuery<readonly KeptNote[]> {
  return {
    key: 'notes',
    lists: ['notes'],
    read: answered(async (db) => {
      const all = await folded((table) => table.where('kind').equals('note'), db)
      const firstPlace = ({ ranges: [range = ''] }: KeptNote) => {
        const { chapter, verse } = parseVerseRange(range)?.from ?? { chapter: 0, verse: 0 }
        return chapter * 1000 + verse
      }
      return all.map(noteOf).sort((one, other) => firstPlace(one) - firstPlace(other))
    }),
  }
}

/** Bookmarks of pages, surahs and juz by themselves. */
export function allBookmarks(): UserQuery<readonly KeptMember[]> {
  return {
    key: 'bookmarks',
    lists: ['bookmarks'],
    read: answered(async (db) => {
      const all = await folded((table) => table.where('kind').equals('bookmark'), db)
      return all.flatMap(memberOfShown)
    }),
  }
}

/** The reading bookmarks that are somewhere, by their slots. */
export function readingBookmarks(): UserQuery<readonly KeptReadingBookmark[]> {
  return { key: 'reading', lists: ['reading'], read: answered(allReading) }
}

/** The place where the person read last, on any device. */
export interface ReadingPlace extends Kept {
  readonly verseKey: string
}

export function readingPlace(): UserQuery<ReadingPlace | null> {
  return {
    key: 'place',
    lists: ['place'],
    read: answered(async (db) => {
      const [each] = await folded((table) => table.where('key').equals(place.key), db)
      if (!each) return null
      const { chapter, verse } = each.value as PlaceValue
      return { verseKey: `${chapter}:${verse}`, ...keptOf(each) }
    }),
  }
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

/** A change that is blocked: it waits for a person's decision. */
export interface BlockedChange extends Blocked {
  /** For `outbox.resolve`. */
  readonly key: string
  readonly kind: Entity['kind']
  readonly target: Entity['target'] | null
  readonly ranges: readonly string[]
  /** What the person wanted. Null: that it goes. */
  readonly mine: PendingChange['want']
}

export interface Outbox {
  /** Changes that have not arrived, blocked ones aside. */
  readonly waiting: number
  readonly blocked: readonly BlockedChange[]
  /** When the next try may be, after one that failed: milliseconds since the epoch. */
  readonly nextTryAt: number | null
  /** The code of what kept the latest try from succeeding. */
  readonly code: string | null
  /** How the service is reached, as it was known last. */
  readonly transport: TransportName
  /** Seconds of time read that were given up, because the service may have counted them already. */
  readonly uncountedSeconds: number
}

/** What has not arrived yet. */
export function outbox(): UserQuery<Outbox> {
  return {
    key: 'outbox',
    lists: [],
    read: answered(async (db) => {
      const [allPending, pace, transport, uncountedSeconds] = await Promise.all([
        db.pending.orderBy('at').toArray(),
        db.pace(),
        db.transport(),
        db.uncounted(),
      ])
      const blocked = allPending.flatMap(({ key, kind, want, base, blocked: why, ...pending }) => {
        if (!why) return []
        const placed = kind === 'reading' ? ((want ?? base) as ReadingBookmark | null) : null
        const target = pending.target ?? placed?.target ?? null
        return [{ ...why, key, kind, target, ranges: rangesOf(target, want, why), mine: want }]
      })
      return {
        waiting: allPending.length - blocked.length,
        blocked: blocked,
        nextTryAt: pace?.nextAt ?? null,
        code: pace?.code ?? null,
        transport: transport,
        uncountedSeconds,
      }
    }),
  }
}

/** What a blocked change is about. */
function rangesOf(
  target: Entity['target'] | null,
  want: PendingChange['want'],
  { theirs }: Blocked,
): readonly string[] {
  if (target?.type === 'ayah')
    return [formatVerseRange({ chapter: target.key, verse: target.verseNumber ?? 1 })]
  const note = (want ?? theirs) as Partial<NoteValue> | null | undefined
  return note?.ranges ?? []
}
