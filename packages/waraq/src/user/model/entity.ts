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

/** The kinds of user data. A favorite is a `member` of the favorites. */
export type Kind = 'member' | 'bookmark' | 'reading' | 'collection' | 'note' | 'setting' | 'place' | 'time'

/** A verse (surah number as `key`, and its own number), or an entire page, juz or surah by its number. */
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

/** The day of a stretch of reading time, with its time zone and mushaf. */
export interface Day {
  /** Such as `2026-11-25`. */
  readonly date: string
  /** IANA time zone, such as `Asia/Jakarta`. */
  readonly zone: string
  readonly mushafId: MushafId
}

/** An entity that may exist or not: the subject of a pending change and of a probe. */
export interface Entity {
  /** Its identity on this device. The service's own id, if there is one, is stored separately in its row. */
  readonly key: string
  readonly kind: Kind
  /** For members: the key of the collection. */
  readonly owner?: string
  /** For members and bookmarks. */
  readonly target?: Target
  /** For settings. */
  readonly field?: SettingField
  /** For reading time. */
  readonly day?: Day
  /** The surahs that it belongs to, for queries by chapter. */
  readonly chapters: readonly number[]
  /** When a person made it or put it there, in milliseconds since the epoch by the service's clock. Missing if unknown. */
  readonly createdAt?: number
}

/** The value of an entity. For members and bookmarks it is only known that they exist. */
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

/** Reading time: of one stretch, or of a complete day at the service. */
export interface TimeValue {
  readonly seconds: number
  /** Such as `2:255-2:257`. */
  readonly ranges: readonly string[]
}

/** The verse at which a person has read. */
export interface PlaceValue {
  readonly chapter: number
  readonly verse: number
}

export interface NoteValue {
  readonly body: string
  /** Such as `2:255-2:257`. The service can change the text of a note, but not its ranges. */
  readonly ranges: readonly string[]
}

/** The place of one of a person's reading bookmarks: a verse or a page. */
export interface ReadingBookmark {
  readonly name: string | null
  readonly target: Target
  /** For pages: the mushaf of the page. */
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
 * A highlight is a member of the service's own collection for its colour. The collection's key on this device is its name; the
 * service's id for it is in its row.
 */
export function highlightOf(color: HighlightColor, target: Target): Entity {
  return memberOf(highlightCollectionName(color), target)
}

/** The colour of a highlight; undefined for anything else. */
export function colorOf({ owner }: Pick<Entity, 'owner'>): HighlightColor | undefined {
  return owner === undefined ? undefined : highlightColorOf(owner)
}

export function bookmarkOf(target: Target): Entity {
  return { key: `bookmark|${nameOf(target)}`, kind: 'bookmark', target, chapters: chaptersOf(target) }
}

/** One of the three reading bookmarks. Each of them may be unset. */
export function readingIn(slot: ReadingSlot): Entity {
  return { key: `reading|${slot}`, kind: 'reading', chapters: [] }
}

export function slotOf({ key }: Pick<Entity, 'key'>): ReadingSlot {
  return Number(key.slice('reading|'.length)) as ReadingSlot
}

export function isSamePlace(one: Target, other: Target): boolean {
  return nameOf(one) === nameOf(other)
}

/**
 * Adds the known name to a reading bookmark that was reported in a form without names. The name stays as long as the place
 * stays the same.
 */
export function namedAs(
  reported: ReadingBookmark | null,
  known: Value | null | undefined,
): ReadingBookmark | null {
  const former = known as ReadingBookmark | null | undefined
  return reported && former && isSamePlace(reported.target, former.target) ? former : reported
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

/** One stretch of reading time. No two stretches are the same entity. */
export function stretchOf(day: Day, id: string): Entity {
  return { key: `time|${day.date}|${day.mushafId}|${id}`, kind: 'time', day, chapters: [] }
}

/** The place at which the person reads. There is only one. */
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

/** Whether entities of this kind have a known creation time. There is one place, and one of each setting. */
export function isTimed({ kind }: Pick<Entity, 'kind'>): boolean {
  return kind !== 'place' && kind !== 'setting' && kind !== 'time'
}

/** The entity fields of a pending change or a row, without the rest. */
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

/** A text that is equal for equal values, whatever the order of their fields. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}

/** A copy of the value without one of its fields. */
export function without<T extends object, Field extends keyof T>(value: T, field: Field): Omit<T, Field> {
  const copy: Partial<T> = { ...value }
  delete copy[field]
  return copy as Omit<T, Field>
}
