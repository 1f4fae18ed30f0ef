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
import type { Made, Told } from '../model/told.ts'
import { noteValue } from './chosen-operations.ts'
import { timeOf } from './answers.ts'

/** A row of the feed, as far as it can be read. */
export interface ReadRow {
  /** Such as `NOTE n1`: it names a row that cannot be read. */
  readonly name: string
  /** False where a field of it is of no form that this version knows. */
  readonly isReadable: boolean
  /** Undefined also where the row is about nothing that this version keeps. */
  readonly told: Told | undefined
}

/**
 * Reads one row. The service’s own clients are lenient, and so are the rows that it tells them: null is absent, words are of any
 * case, numbers may come as text. `head` is when anything last changed: no row can be later.
 */
export function readRow(row: unknown, head: number): ReadRow {
  const fields = plain(row)
  if (!fields) return { name: 'a row', isReadable: false, told: undefined }
  const { resource, resourceId, type, timestamp } = fields
  const word = typeof resource === 'string' ? resource.toUpperCase() : undefined
  const isId = typeof resourceId === 'string' && resourceId !== '' && resourceId.length <= longestId
  const id = isId ? resourceId : undefined
  const name = `${word ?? 'a row'} ${id ?? `at ${String(timestamp)}`}`.slice(0, longestName)
  const nothing = { name, isReadable: true, told: undefined }
  // A new kind of things, or one that was never asked for.
  if (word !== undefined && !Object.hasOwn(readers, word)) return nothing
  const change = typeof type === 'string' ? type.toUpperCase() : ''
  const isKnown = word !== undefined && ['CREATE', 'UPDATE', 'DELETE'].includes(change)
  const hasId = id !== undefined || resourceId === undefined
  if (!isKnown || !hasId || typeof timestamp !== 'number') return { ...nothing, isReadable: false }
  const isGone = change === 'DELETE'
  const data = plain(fields['data'])
  const read = readers[word as keyof typeof readers]
  const at = Math.max(0, Math.min(timestamp, head))
  const told = read({ at, id, data: isGone ? (data ?? {}) : data, isGone, isChanged: change === 'UPDATE' })
  return told ? { ...nothing, told } : { ...nothing, isReadable: false }
}

/** Names are kept. */
const longestName = 100

/** The service's longest are 73 characters: two that are joined, which are looked for at each dash. */
const longestId = 300

/** A row whose words are known. */
interface KnownRow {
  readonly at: number
  readonly id: string | undefined
  readonly data: JsonObject | undefined
  readonly isGone: boolean
  readonly isChanged: boolean
}

/** What a row of a resource tells. Undefined where it cannot be read. */
type Reader = (row: KnownRow) => Told | undefined

const readers = {
  BOOKMARK: ({ at, id, data, isGone }) => {
    if (id === undefined) return undefined
    if (isGone) return { what: 'bookmark', at, id, is: null }
    const bookmark = read(SyncBookmark, data)
    const target = bookmark && targetOf(bookmark)
    if (!target) return undefined
    const { isReading = undefined, isInDefaultCollection: isFavorite } = bookmark
    const actedAt = actedAtOf(bookmark, at)
    const mushafId = target.type === 'page' ? (mushafOf(bookmark['mushaf']) ?? mushafIds.QCFV2) : undefined
    const page = mushafId !== undefined && { mushafId }
    return {
      what: 'bookmark',
      at,
      id,
      is: { target, isReading: isReading ?? undefined, isFavorite, actedAt, ...page },
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
  /** Where only its id is told, it may name the bookmark: `<collectionId>-<bookmarkId>`. */
  COLLECTION_BOOKMARK: ({ at, id, data, isGone }) => {
    const member = read(SyncMembership, data)
    if (!member) return undefined
    const { collectionId, key } = member
    const target = targetOf(member)
    // A place that cannot be read is another one than that of its bookmark.
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
  /** One without an id is never changed or deleted. */
  READING_SESSION: ({ at, id, data, isGone }) => {
    if (isGone) return id === undefined ? undefined : { what: 'place', at, id, is: null }
    const session = read(SyncReadingSession, data)
    if (!session) return undefined
    const { chapterNumber: chapter, verseNumber: verse } = session
    if (!isVerse(chapter, verse)) return undefined
    return { what: 'place', at: actedAtOf(session, at), id, is: { chapter, verse } }
  },
  /** A slot that is nowhere has neither type nor key. */
  READING_BOOKMARK: ({ at, id, data, isGone }) => {
    if (id === undefined) return undefined
    if (isGone) return { what: 'reading', at, id, is: null }
    const bookmark = read(SyncReadingBookmark, data)
    if (!bookmark) return undefined
    const { slot, name = null, type, key } = bookmark
    const reading = { what: 'reading', at: actedAtOf(bookmark, at), id, slot } as const
    if (type === undefined && key === undefined) return { ...reading, is: null }
    const target = targetOf(bookmark)
    if (target?.type === 'ayah') return { ...reading, is: { name, target } }
    const mushafId = target?.type === 'page' ? mushafOf(bookmark.mushafId) : undefined
    return target && mushafId !== undefined ? { ...reading, is: { name, target, mushafId } } : undefined
  },
} satisfies Readonly<Record<string, Reader>>

/** When a person did it, as their client told; no act is later than its arrival. */
function actedAtOf(
  { clientUpdatedAt }: { readonly clientUpdatedAt?: string | undefined },
  at: number,
): number {
  return Math.min(timeOf(clientUpdatedAt) ?? at, at)
}

/** A mushaf; the usual one where none is told, and undefined of one that this version does not know. */
function mushafOf(told: unknown = mushafIds.QCFV2): MushafId | undefined {
  return Object.values(mushafIds).find((known) => known === told)
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

/** Fields that are numbers, and those by which alone a device recognises its own, so that others read no more of them. */
const numbers: readonly string[] = ['timestamp', 'key', 'verseNumber', 'chapterNumber', 'mushaf', 'mushafId']
const clientTimes: readonly string[] = ['clientCreatedAt', 'clientUpdatedAt']

/** An object without what is null, with its numbers as numbers; undefined of anything else. */
function plain(value: unknown): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined
  const fields = Object.entries(value).flatMap(([name, each]) => {
    if (each === null || (clientTimes.includes(name) && typeof each !== 'string')) return []
    return [[name, numbers.includes(name) ? (numberOf(each) ?? each) : each] as const]
  })
  return Object.fromEntries(fields)
}

/** A number, also one that is told as text; undefined of what no counter or time can be. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined
}

const isVerse = (chapter: number, verse: number) => verse >= 1 && verse <= verseCountOf(chapter)

/** The place of a bookmark; undefined of kinds that this version does not know, and where no place is told. */
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
