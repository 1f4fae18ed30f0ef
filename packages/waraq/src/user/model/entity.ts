import { chapterCount } from '@waraq/protocol'
import {
  highlightCollectionName,
  highlightColorOf,
  parseVerseRange,
  type BookmarkType,
  type HighlightColor,
  type MushafId,
  type ReadingSlot,
} from '@waraq/protocol/user'

/** What people keep, by kind. A favorite is a `member` of the favorites. */
export type Kind = 'member' | 'bookmark' | 'reading' | 'collection' | 'note' | 'setting' | 'place' | 'time'

/** A verse, by its surah's number and its own, or a whole page, juz or surah, by its number. */
export interface Target {
  readonly type: BookmarkType
  readonly key: number
  readonly verseNumber?: number
}

/** The field of a section of settings, such as `theme` and `type`. */
export interface SettingField {
  readonly group: string
  readonly key: string
}

/** The day of a stretch of time read, where and in which mushaf it was. */
export interface Day {
  /** Such as `2026-11-25`. */
  readonly date: string
  /** IANA time zone, such as `Asia/Jakarta`. */
  readonly zone: string
  readonly mushafId: MushafId
}

/** One thing that may be so or not: what a pending change is about, and what the service is asked about. */
export interface Entity {
  /** Its identity on this device. The service's own id, where there is one, is beside it in its row. */
  readonly key: string
  readonly kind: Kind
  /** Of a member: the key of its collection. */
  readonly owner?: string
  /** Of members and bookmarks. */
  readonly target?: Target
  /** Of settings. */
  readonly field?: SettingField
  /** Of time read. */
  readonly day?: Day
  /** The surahs that it is about, for reads of a chapter. */
  readonly chapters: readonly number[]
  /** When a person made it or put it there, in milliseconds since the epoch by the service's clock. Missing where that is not known. */
  readonly createdAt?: number
}

/**
 * What an entity may be. Of members and bookmarks it is only known that they are there.
 */
export type Value =
  | true
  /** A collection. */
  | { readonly name: string }
  | NoteValue
  | ReadingBookmark
  | PlaceValue
  /** A setting: any JSON. */
  | { readonly value: unknown }
  | TimeValue

/** Time read: of one stretch, or of a whole day at the service. */
export interface TimeValue {
  readonly seconds: number
  /** Such as `2:255-2:257`. */
  readonly ranges: readonly string[]
}

/** A verse, as where a person has read. */
export interface PlaceValue {
  readonly chapter: number
  readonly verse: number
}

export interface NoteValue {
  readonly body: string
  /** Such as `2:255-2:257`. The service changes the text of a note, and not what it is about. */
  readonly ranges: readonly string[]
}

/** Where one of a person's reading bookmarks is: at a verse, or a page. */
export interface ReadingBookmark {
  readonly name: string | null
  readonly target: Target
  /** Of pages: whose page it is. */
  readonly mushafId?: MushafId
}

/** The key of the virtual collection of favorites. */
export const favoritesKey = 'favorites'

const chaptersOf = ({ type, key }: Target) => (type === 'ayah' || type === 'surah' ? [key] : [])

const nameOf = ({ type, key, verseNumber }: Target) =>
  verseNumber === undefined ? `${type}|${key}` : `${type}|${key}|${verseNumber}`

export function memberOf(owner: string, target: Target): Entity {
  const key = `member|${encodeURIComponent(owner)}|${nameOf(target)}`
  return { key, kind: 'member', owner, target, chapters: chaptersOf(target) }
}

/**
 * A highlight is a member of the collection of its colour, which is the service's own. Its key here is its name; the service's
 * id of it, whatever that is, is in its row.
 */
export function highlightOf(color: HighlightColor, target: Target): Entity {
  return memberOf(highlightCollectionName(color), target)
}

/** The colour of a highlight; undefined of anything else. */
export function colorOf({ owner }: Pick<Entity, 'owner'>): HighlightColor | undefined {
  return owner === undefined ? undefined : highlightColorOf(owner)
}

export function bookmarkOf(target: Target): Entity {
  return { key: `bookmark|${nameOf(target)}`, kind: 'bookmark', target, chapters: chaptersOf(target) }
}

/** One of the reading bookmarks. There are three, each of which is somewhere or not. */
export function readingIn(slot: ReadingSlot): Entity {
  return { key: `reading|${slot}`, kind: 'reading', chapters: [] }
}

export function slotOf({ key }: Pick<Entity, 'key'>): ReadingSlot {
  return Number(key.slice('reading|'.length)) as ReadingSlot
}

export function isSamePlace(one: Target, other: Target): boolean {
  return nameOf(one) === nameOf(other)
}

/** What a form without names tells of a reading bookmark: at the place that is known, its name stays. */
export function namedAs(
  told: ReadingBookmark | null,
  known: Value | null | undefined,
): ReadingBookmark | null {
  const former = known as ReadingBookmark | null | undefined
  return told && former && isSamePlace(told.target, former.target) ? former : told
}

export function collectionKeyed(key: string): Entity {
  return { key, kind: 'collection', chapters: [] }
}

export function noteKeyed(key: string, ranges: readonly string[]): Entity {
  return { key, kind: 'note', chapters: chaptersOfRanges(ranges) }
}

export function settingOf(field: SettingField): Entity {
  return { key: `setting|${field.group}.${field.key}`, kind: 'setting', field, chapters: [] }
}

/** One stretch of time read. No two are the same. */
export function stretchOf(day: Day, id: string): Entity {
  return { key: `time|${day.date}|${day.mushafId}|${id}`, kind: 'time', day, chapters: [] }
}

/** Where the person reads. There is one. */
export const place: Entity = { key: 'place', kind: 'place', chapters: [] }

function chaptersOfRanges(ranges: readonly string[]): number[] {
  const chapters = new Set<number>()
  for (const range of ranges) {
    const ends = parseVerseRange(range)
    if (!ends) continue
    const last = Math.min(ends.to.chapter, chapterCount)
    for (let { chapter } = ends.from; chapter <= last; chapter++) chapters.add(chapter)
  }
  return [...chapters]
}

/** Whether it is known of this kind when it was made or put there. There is one place, and one of each setting. */
export function isTimed({ kind }: Pick<Entity, 'kind'>): boolean {
  return kind !== 'place' && kind !== 'setting' && kind !== 'time'
}

/** What a pending change or a row is about, without what it says of it. */
export function entityOf({ key, kind, owner, target, field, day, chapters, createdAt }: Entity): Entity {
  return {
    key,
    kind,
    chapters,
    ...(owner !== undefined && { owner }),
    ...(target && { target }),
    ...(field && { field }),
    ...(day && { day }),
    ...(createdAt !== undefined && { createdAt }),
  }
}

/** Whether two values of one entity are the same. */
export function isSame(one: Value | null, other: Value | null): boolean {
  return canonical(one) === canonical(other)
}

/** A text that is the same of equal values, in whatever order their fields stand. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}

/** The same without one of its fields. */
export function without<T extends object, Field extends keyof T>(value: T, field: Field): Omit<T, Field> {
  const copy: Partial<T> = { ...value }
  delete copy[field]
  return copy as Omit<T, Field>
}
