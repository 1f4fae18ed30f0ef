import { isJsonObject, verseCountOf, type JsonObject } from '@waraq/protocol'
import {
  bookmarkTypes,
  mushafIds,
  SyncBookmark,
  SyncCollection,
  SyncMembership,
  SyncNote,
  SyncReadingBookmark,
  SyncReadingSession,
  type BookmarkType,
  type MushafId,
} from '@waraq/protocol/user'
import type { Target } from '../model/entity.ts'
import type { Made, ReportedState } from '../model/reported.ts'
import { noteValue } from './chosen-operations.ts'
import { timeOf } from './answers.ts'

/** A row of the feed, as far as it can be read. */
export interface ReadRow {
  /** Such as `NOTE n1`. It identifies a row that cannot be read. */
  readonly name: string
  /** False if a field has a form that this version does not know. */
  readonly isReadable: boolean
  /** Also undefined if the row is about nothing that this version stores. */
  readonly reported: ReportedState | undefined
}

/**
 * Reads one row. The service's own clients are lenient, so rows that they wrote vary: null means absent, words may have any
 * case, and numbers may be text. `head` is when anything last changed: no row can be later.
 */
export function readRow(row: unknown, head: number): ReadRow {
  const fields = plain(row)
  if (!fields) return { name: 'a row', isReadable: false, reported: undefined }
  const { resource, resourceId, type, timestamp } = fields
  const word = typeof resource === 'string' ? resource.toUpperCase() : undefined
  const isId = typeof resourceId === 'string' && resourceId !== '' && resourceId.length <= longestId
  const id = isId ? resourceId : undefined
  const name = `${word ?? 'a row'} ${id ?? `at ${String(timestamp)}`}`.slice(0, longestName)
  const nothing = { name, isReadable: true, reported: undefined }
  // A resource that is new, or that was not requested.
  if (word !== undefined && !Object.hasOwn(readers, word)) return nothing
  const change = typeof type === 'string' ? type.toUpperCase() : ''
  const isKnown = word !== undefined && ['CREATE', 'UPDATE', 'DELETE'].includes(change)
  const hasId = id !== undefined || resourceId === undefined
  if (!isKnown || !hasId || typeof timestamp !== 'number') return { ...nothing, isReadable: false }
  const isGone = change === 'DELETE'
  const data = plain(fields['data'])
  const read = readers[word as keyof typeof readers]
  const at = Math.max(0, Math.min(timestamp, head))
  const reported = read({
    at,
    id,
    data: isGone ? (data ?? {}) : data,
    isGone,
    isChanged: change === 'UPDATE',
  })
  return reported ? { ...nothing, reported } : { ...nothing, isReadable: false }
}

/** Maximum length of a row's name. Names are stored. */
const longestName = 100

/** Maximum length of an id. The service's longest have 73 characters: two joined ids, which are split at each dash in turn. */
const longestId = 300

/** A row whose resource and type are known. */
interface KnownRow {
  readonly at: number
  readonly id: string | undefined
  readonly data: JsonObject | undefined
  readonly isGone: boolean
  readonly isChanged: boolean
}

/** Reads a row of one resource. Returns undefined if it cannot be read. */
type Reader = (row: KnownRow) => ReportedState | undefined

const readers = {
  BOOKMARK: ({ at, id, data, isGone }) => {
    if (id === undefined) return undefined
    if (isGone) return { what: 'bookmark', at, id, is: null }
    const bookmark = read(SyncBookmark, data)
    const target = bookmark && targetOf(bookmark)
    if (!target) return undefined
    const { isReading = undefined, isInDefaultCollection: isFavorite } = bookmark
    const mutatedAt = mutatedAtOf(bookmark, at)
    const mushafId = target.type === 'page' ? (mushafOf(bookmark['mushaf']) ?? mushafIds.QCFV2) : undefined
    const page = mushafId !== undefined && { mushafId }
    return {
      what: 'bookmark',
      at,
      id,
      is: { target, isReading: isReading ?? undefined, isFavorite, mutatedAt, ...page },
    }
  },
  COLLECTION: ({ at, id, data, isGone, isChanged }) => {
    if (id === undefined) return undefined
    if (isGone) return { what: 'collection', at, id, is: null }
    const collection = read(SyncCollection, data)
    if (!collection) return undefined
    const { name, isDefault, isSystem } = collection
    const of = isDefault ? 'favorites' : isSystem ? 'system' : 'person'
    return { what: 'collection', at, id, is: { name, of }, made: madeOf(collection, isChanged) }
  },
  /** If only its id is reported, the id may contain that of the bookmark: `<collectionId>-<bookmarkId>`. */
  COLLECTION_BOOKMARK: ({ at, id, data, isGone }) => {
    const member = read(SyncMembership, data)
    if (!member) return undefined
    const { collectionId, key } = member
    const target = targetOf(member)
    // A place that cannot be read may differ from that of its bookmark.
    if (!target && key !== undefined) return undefined
    if (collectionId === undefined)
      return isGone && id !== undefined ? { what: 'member', at, id, is: false } : undefined
    const tail = id?.startsWith(`${collectionId}-`) ? id.slice(collectionId.length + 1) : undefined
    const bookmarkId = member.bookmarkId ?? member.bookmark_id ?? tail
    if (bookmarkId === undefined && !target) return undefined
    return { what: 'member', at, collectionId, bookmarkId, target, is: !isGone }
  },
  NOTE: ({ at, id, data, isGone, isChanged }) => {
    if (id === undefined) return undefined
    if (isGone) return { what: 'note', at, id, is: null }
    const note = read(SyncNote, data)
    if (!note) return undefined
    const is = noteValue({ id, body: note.body, ranges: note.ranges })
    return { what: 'note', at, id, is, made: madeOf(note, isChanged) }
  },
  /** A session without an id is never changed or deleted. */
  READING_SESSION: ({ at, id, data, isGone }) => {
    if (isGone) return id === undefined ? undefined : { what: 'place', at, id, is: null }
    const session = read(SyncReadingSession, data)
    if (!session) return undefined
    const { chapterNumber: chapter, verseNumber: verse } = session
    if (!isVerse(chapter, verse)) return undefined
    return { what: 'place', at: mutatedAtOf(session, at), id, is: { chapter, verse } }
  },
  /** A slot without a place has neither type nor key. */
  READING_BOOKMARK: ({ at, id, data, isGone }) => {
    if (id === undefined) return undefined
    if (isGone) return { what: 'reading', at, id, is: null }
    const bookmark = read(SyncReadingBookmark, data)
    if (!bookmark) return undefined
    const { slot, name = null, type, key } = bookmark
    const reading = { what: 'reading', at: mutatedAtOf(bookmark, at), id, slot } as const
    if (type === undefined && key === undefined) return { ...reading, is: null }
    const target = targetOf(bookmark)
    if (target?.type === 'ayah') return { ...reading, is: { name, target } }
    const mushafId = target?.type === 'page' ? mushafOf(bookmark.mushafId) : undefined
    return target && mushafId !== undefined ? { ...reading, is: { name, target, mushafId } } : undefined
  },
} satisfies Readonly<Record<string, Reader>>

/** When a person made the mutation, as their client reported. No mutation is later than its arrival. */
function mutatedAtOf(
  { clientUpdatedAt }: { readonly clientUpdatedAt?: string | undefined },
  at: number,
): number {
  return Math.min(timeOf(clientUpdatedAt) ?? at, at)
}

/** A mushaf: the default one if none is reported, and undefined if this version does not know it. */
function mushafOf(reported: unknown = mushafIds.QCFV2): MushafId | undefined {
  return Object.values(mushafIds).find((known) => known === reported)
}

function madeOf(
  { clientCreatedAt }: { readonly clientCreatedAt?: string | undefined },
  isChanged: boolean,
): Made {
  return { at: timeOf(clientCreatedAt), isChanged }
}

interface Schema<T> {
  safeParse(value: unknown): { readonly success: true; readonly data: T } | { readonly success: false }
}

function read<T>(schema: Schema<T>, value: unknown): T | undefined {
  const parsed = schema.safeParse(value)
  return parsed.success ? parsed.data : undefined
}

/**
 * Fields that are numbers, and fields by which only a device recognises its own rows. A client time that is not text is
 * dropped, so the row stays readable for others.
 */
const numbers: readonly string[] = ['timestamp', 'key', 'verseNumber', 'chapterNumber', 'mushaf', 'mushafId']
const clientTimes: readonly string[] = ['clientCreatedAt', 'clientUpdatedAt']

/** An object without its null fields, with its numbers as numbers; undefined for anything else. */
function plain(value: unknown): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined
  const fields = Object.entries(value).flatMap(([name, each]) => {
    if (each === null || (clientTimes.includes(name) && typeof each !== 'string')) return []
    return [[name, numbers.includes(name) ? (numberOf(each) ?? each) : each] as const]
  })
  return Object.fromEntries(fields)
}

/** A number, which may be given as text; undefined for values that cannot be a counter or time. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined
}

const isVerse = (chapter: number, verse: number) => verse >= 1 && verse <= verseCountOf(chapter)

/** The place of a bookmark; undefined for kinds that this version does not know, and if no place is reported. */
function targetOf(place: {
  readonly type?: string | undefined
  readonly bookmarkType?: string | undefined
  readonly key?: number | undefined
  readonly verseNumber?: number | null | undefined
}): Target | undefined {
  const { key, verseNumber } = place
  const type = (place.type ?? place.bookmarkType)?.toLowerCase()
  if (key === undefined || key < 1 || !(bookmarkTypes as readonly (string | undefined)[]).includes(type))
    return undefined
  if (type !== 'ayah') return { type: type as BookmarkType, key }
  return typeof verseNumber === 'number' && isVerse(key, verseNumber) ? { type, key, verseNumber } : undefined
}
