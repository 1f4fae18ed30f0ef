import { chapterCount } from '@waraq/contract'
import {
  highlightCollectionId,
  highlightColorOf,
  type BookmarkType,
  type HighlightColor,
  type MushafId,
} from '@waraq/contract/user'

/** What people keep, by kind. A star is a `member` of the favorites. */
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

/** One thing that may be so or not: what a wish is about, and what the service is asked about. */
export interface Entity {
  /** Its identity on this device. The service's own id, where there is one, is beside it in its row. */
  readonly key: string
  readonly kind: Kind
  /** Of a member: the key of its collection. */
  readonly owner?: string
  /** Of members, bookmarks and reading marks. */
  readonly target?: Target
  /** Of settings. */
  readonly field?: SettingField
  /** Of time read. */
  readonly day?: Day
  /** The surahs that it is about, for reads of a chapter. */
  readonly chapters: readonly number[]
}

/**
 * What an entity may be. Of members, bookmarks and reading marks it is only known that they are there.
 */
export type Value =
  | true
  /** A collection. */
  | { readonly name: string }
  | NoteValue
  /** A place. */
  | { readonly chapter: number; readonly verse: number }
  /** A setting: any JSON. */
  | { readonly value: unknown }
  | TimeValue

/** Time read: of one stretch, or of a whole day at the service. */
export interface TimeValue {
  readonly seconds: number
  /** Such as `2:255-2:257`. */
  readonly ranges: readonly string[]
}

export interface NoteValue {
  readonly body: string
  /** Such as `2:255-2:257`. The service changes the text of a note, and not what it is about. */
  readonly ranges: readonly string[]
}

/** The key of the virtual collection of stars. */
export const favoritesKey = 'favorites'

const chaptersOf = ({ type, key }: Target) => (type === 'ayah' || type === 'surah' ? [key] : [])

const nameOf = ({ type, key, verseNumber }: Target) =>
  verseNumber === undefined ? `${type}|${key}` : `${type}|${key}|${verseNumber}`

export function memberOf(owner: string, target: Target): Entity {
  const key = `member|${encodeURIComponent(owner)}|${nameOf(target)}`
  return { key, kind: 'member', owner, target, chapters: chaptersOf(target) }
}

/** A highlight is a member of the collection of its colour, which is the service's own. */
export function highlightOf(color: HighlightColor, target: Target): Entity {
  return memberOf(highlightCollectionId(color), target)
}

/** The colour of a highlight; undefined of anything else. */
export function colorOf({ owner }: Pick<Entity, 'owner'>): HighlightColor | undefined {
  return owner === undefined ? undefined : highlightColorOf(owner)
}

export function bookmarkOf(target: Target): Entity {
  return { key: `bookmark|${nameOf(target)}`, kind: 'bookmark', target, chapters: chaptersOf(target) }
}

export function readingAt(target: Target): Entity {
  return { key: `reading|${nameOf(target)}`, kind: 'reading', target, chapters: chaptersOf(target) }
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
    const [from = 1, to = 0] = [...range.matchAll(/(\d+):\d+/g)].map(([, chapter]) => Number(chapter))
    for (let chapter = from; chapter <= Math.min(to, chapterCount); chapter++) chapters.add(chapter)
  }
  return [...chapters]
}

/** What a wish or a row is about, without what it says of it. */
export function entityOf({ key, kind, owner, target, field, day, chapters }: Entity): Entity {
  return {
    key,
    kind,
    chapters,
    ...(owner !== undefined && { owner }),
    ...(target && { target }),
    ...(field && { field }),
    ...(day && { day }),
  }
}

/** Whether two values of one entity are the same. */
export function isSame(one: Value | null, other: Value | null): boolean {
  return canonical(one) === canonical(other)
}

function canonical(value: unknown): string {
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
