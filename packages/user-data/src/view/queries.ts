import { formatVerseRange, type HighlightColor } from '@waraq/contract/user'
import {
  colorOf,
  favoritesKey,
  place,
  settingOf,
  type Entity,
  type NoteValue,
  type SettingField,
} from '../model/entity.ts'
import { fold, type Shown } from '../model/fold.ts'
import type { Held, Row, WayName, Wish } from '../model/records.ts'
import type { UserDatabase } from '../store/database.ts'
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
  readonly held: Held | null
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
  /** By verse key: what is starred. */
  readonly starred: ReadonlyMap<string, Kept>
  /** By verse key: where the person marked that they read. */
  readonly reading: ReadonlyMap<string, Kept>
  /** By verse key: the keys of the collections that it is in. */
  readonly collections: ReadonlyMap<string, readonly string[]>
  /** By verse key: what is highlighted. Of several colours of a verse the newest counts. */
  readonly highlights: ReadonlyMap<string, KeptHighlight>
  readonly notes: readonly KeptNote[]
}

export interface KeptHighlight extends Kept {
  readonly color: HighlightColor
}

/** All of an answer is read in one transaction: between two, an acknowledgement would leave neither the wish nor the row. */
function answered<T>(read: (db: UserDatabase) => Promise<T>): (db: UserDatabase) => Promise<T> {
  return (db) => db.transaction('r', db.rows, db.wishes, db.meta, () => read(db))
}

async function folded(
  find: (table: UserDatabase['rows'] | UserDatabase['wishes']) => { toArray(): PromiseLike<unknown[]> },
  db: UserDatabase,
): Promise<Shown[]> {
  const [rows, wishes] = await Promise.all([find(db.rows).toArray(), find(db.wishes).toArray()])
  return fold(rows as Row[], await withOthers(db, rows as Row[], wishes as Wish[]))
}

/**
 * The wish of a note may be about other surahs than its row; one key is one thing all the same. All else is found by what its key
 * is made of.
 */
async function withOthers(
  db: UserDatabase,
  rows: readonly Row[],
  wishes: readonly Wish[],
): Promise<readonly Wish[]> {
  const notes = new Set(rows.flatMap(({ key, kind }) => (kind === 'note' ? [key] : [])))
  if (notes.size === 0) return wishes
  for (const { key } of wishes) notes.delete(key)
  const waiting = await db.wishes.where('kind').equals('note').primaryKeys()
  const others = await db.wishes.bulkGet(waiting.filter((key) => notes.has(key)))
  return [...wishes, ...others.filter((wish) => wish !== undefined)]
}

const keptOf = ({ pending, held }: Shown): Kept => ({ pending, held: held ?? null })

function noteOf(each: Shown): KeptNote {
  const { body, ranges } = each.value as NoteValue
  return { key: each.entity.key, body, ranges, ...keptOf(each) }
}

function verseKeyOf({ target }: Entity): string | undefined {
  return target?.type === 'ayah' ? `${target.key}:${target.verseNumber}` : undefined
}

/** The stars, notes, collections, highlights and reading marks of the verses of a surah. */
export function marksOfChapter(chapter: number): UserQuery<ChapterMarks> {
  return {
    key: `marks|${chapter}`,
    lists: [`chapter|${chapter}`],
    read: answered(async (db) => {
      const [all, kept] = await Promise.all([
        folded((table) => table.where('chapters').equals(chapter), db),
        folded((table) => table.where('kind').equals('collection'), db),
      ])
      const there = new Set(kept.map(({ entity }) => entity.key))
      const starred = new Map<string, Kept>()
      const reading = new Map<string, Kept>()
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
        else if (entity.kind === 'reading') reading.set(verse, keptOf(each))
        else if (entity.owner === favoritesKey) starred.set(verse, keptOf(each))
        else if (color) {
          if (each.at < (newest.get(verse) ?? 0)) continue
          newest.set(verse, each.at)
          highlights.set(verse, { color, ...keptOf(each) })
        } else if (entity.owner !== undefined && there.has(entity.owner))
          collections.set(verse, [...(collections.get(verse) ?? []), entity.owner])
      }
      return { starred, reading, collections, highlights, notes }
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

function membersOf(owner: string, lists: readonly ListName[]): UserQuery<readonly KeptMember[]> {
  return {
    key: `members|${owner}`,
    lists,
    read: answered(async (db) => {
      const all = await folded((table) => table.where('owner').equals(owner), db)
      const members = all.flatMap((each) => {
        const { target } = each.entity
        if (!target) return []
        const verse = target.verseNumber ?? 0
        const member: KeptMember = {
          type: target.type,
          number: target.key,
          verseKey: verseKeyOf(each.entity) ?? null,
          ...keptOf(each),
        }
        return [{ member, place: target.key * 1000 + verse }]
      })
      return members.sort((one, other) => one.place - other.place).map(({ member }) => member)
    }),
  }
}

/** All starred verses, in the order of the text. */
export function stars(): UserQuery<readonly KeptMember[]> {
  return membersOf(favoritesKey, ['favorites'])
}

/** What is in a collection, in the order of the text. */
export function collectionMembers(key: string): UserQuery<readonly KeptMember[]> {
  return membersOf(key, [`members|${key}`])
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
        const [, chapter = 0, verse = 0] = /^(\d+):(\d+)/.exec(range) ?? []
        return Number(chapter) * 1000 + Number(verse)
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
      return all.flatMap((each) => {
        const { target } = each.entity
        return target
          ? [
              {
                type: target.type,
                number: target.key,
                verseKey: verseKeyOf(each.entity) ?? null,
                ...keptOf(each),
              },
            ]
          : []
      })
    }),
  }
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
      const { chapter, verse } = each.value as { readonly chapter: number; readonly verse: number }
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

/** A change that is held back: it waits for a person's decision. */
export interface HeldChange extends Held {
  /** For `outbox.resolve`. */
  readonly key: string
  readonly kind: Entity['kind']
  readonly target: Entity['target'] | null
  readonly ranges: readonly string[]
  /** What the person wanted. Null: that it goes. */
  readonly mine: Wish['want']
}

export interface Outbox {
  /** Changes that have not arrived, held ones aside. */
  readonly waiting: number
  readonly held: readonly HeldChange[]
  /** When the next try may be, after one that failed: milliseconds since the epoch. */
  readonly nextTryAt: number | null
  /** The code of what kept the latest try from succeeding. */
  readonly code: string | null
  /** How the service is reached, as it was known last. */
  readonly way: WayName
  /** Seconds of time read that were given up, because the service may have counted them already. */
  readonly uncountedSeconds: number
}

/** What has not arrived yet. */
export function outbox(): UserQuery<Outbox> {
  return {
    key: 'outbox',
    lists: [],
    read: answered(async (db) => {
      const [wishes, pace, way, uncountedSeconds] = await Promise.all([
        db.wishes.orderBy('at').toArray(),
        db.pace(),
        db.way(),
        db.uncounted(),
      ])
      const held = wishes.flatMap(({ key, kind, target, want, held: why }) =>
        why
          ? [{ ...why, key, kind, target: target ?? null, ranges: rangesOf(target, want, why), mine: want }]
          : [],
      )
      return {
        waiting: wishes.length - held.length,
        held,
        nextTryAt: pace?.nextAt ?? null,
        code: pace?.code ?? null,
        way,
        uncountedSeconds,
      }
    }),
  }
}

/** What a held change is about. */
function rangesOf(target: Entity['target'], want: Wish['want'], { theirs }: Held): readonly string[] {
  if (target?.type === 'ayah')
    return [formatVerseRange({ chapter: target.key, verse: target.verseNumber ?? 1 })]
  const note = (want ?? theirs) as Partial<NoteValue> | null | undefined
  return note?.ranges ?? []
}
