import { sync, userClientOf, type UserCallOptions, type UserClientOf } from '@waraq/client/user'
import { isWaraqError, verseCountOf, WaraqError } from '@waraq/contract'
import {
  bookmarkTypes,
  SyncBookmark,
  SyncCollection,
  syncLimits,
  SyncMembership,
  SyncMutation,
  SyncNote,
  SyncReadingSession,
  type BookmarkType,
  type MushafId,
  type PushedMutation,
  type SyncResource,
} from '@waraq/contract/user'
import type { Entity, Kind, NoteValue, Target } from '../model/entity.ts'
import { timeOf, type OperationsOptions } from './operations.ts'
import { idOfOwner, noteValue } from './chosen-operations.ts'
import type { Made, Pulled, Told } from '../model/told.ts'
import type { Feed, FeedChange, WayCall } from './way.ts'

const chosen = { sync: { pull: sync.pull, push: sync.push } }
type Service = UserClientOf<typeof chosen>['sync']

export interface FeedOptions extends OperationsOptions {
  /** What the person allowed, separated by spaces; undefined where it is not known, so that the service decides. */
  readonly scope: string | undefined
}

/**
 * The feed of user data, `/v1/sync`. All that is known of its form is in this file: the service has changed it often, and
 * documents it for pre-production.
 */
export function feedOf({ account, mushafId, onAnswer, scope, ...options }: FeedOptions): Feed {
  const service = userClientOf(chosen, options).sync
  const with_ = ({ signal, beforeSend }: WayCall): UserCallOptions => ({
    signal,
    beforeSend,
    account,
    onAnswer,
    attempts: 1,
  })
  const granted = new Set(scope?.split(' ').map((each) => each.split('.', 1)[0]!))
  const isAllowed = (resource: SyncResource) =>
    scope === undefined || areas[resource].every((area) => granted.has(area))
  const resources = (Object.keys(areas) as SyncResource[]).filter(isAllowed)
  return {
    covers: (entity) => isInFeed(entity) && isAllowed(resourceOf[entity.kind]!),
    lists: (name) => /^(chapter\||members\||(favorites|collections|notes|place)$)/.test(name),
    async head(call) {
      const { data } = await service.pull({ mutationsSince: 0, metadataOnly: true }, with_(call))
      return checkTime(data.lastMutationAt)
    },
    pull: (since, call) => pull(service, resources, since, with_(call)),
    rank,
    async push(changes, head, call) {
      const mutations = changes.map((change) => mutationOf(change, mushafId))
      const { data } = await service.push({ mutations }, { lastMutationAt: head }, with_(call))
      // What was sent is not refused any more: an answer in another form tells nothing of it.
      const told = Array.isArray(data?.mutations) ? data.mutations.length : NaN
      return {
        applied: told,
        head: Number.isSafeInteger(data?.lastMutationAt) ? data.lastMutationAt : Infinity,
      }
    },
    refusedAt,
  }
}

/** The areas whose scopes a resource needs. */
const areas: Readonly<Record<SyncResource, readonly string[]>> = {
  BOOKMARK: ['bookmark'],
  COLLECTION: ['collection'],
  COLLECTION_BOOKMARK: ['bookmark', 'collection'],
  NOTE: ['note'],
  READING_SESSION: ['reading_session'],
}

const resourceOf: Readonly<Record<Kind, SyncResource | undefined>> = {
  member: 'COLLECTION_BOOKMARK',
  bookmark: 'BOOKMARK',
  reading: 'BOOKMARK',
  collection: 'COLLECTION',
  note: 'NOTE',
  place: 'READING_SESSION',
  setting: undefined,
  time: undefined,
}

/** Members are verses there, and bookmarks pages or verses. */
function isInFeed({ kind, target }: Entity): boolean {
  if (kind === 'member') return target?.type === 'ayah'
  if (kind === 'bookmark') return target?.type === 'page'
  if (kind === 'reading') return target?.type === 'ayah' || target?.type === 'page'
  return resourceOf[kind] !== undefined
}

// Pulling

/** No person has more, deletions included; a feed that goes on is refused before it fills the memory. */
const mostTold = 100_000

/** So often a pull begins again where its pages do not belong together. */
const tries = 3

async function pull(
  service: Service,
  resources: readonly SyncResource[],
  since: number,
  options: UserCallOptions,
): Promise<Pulled> {
  for (let tried = 1; ; tried++) {
    const pulled = await pullOnce(service, resources, since, options)
    if (pulled.agrees || tried === tries) return pulled
  }
}

/** Reads all pages. They are pages over a set that moves: an entity that changes meanwhile moves to its end. */
async function pullOnce(
  service: Service,
  resources: readonly SyncResource[],
  since: number,
  options: UserCallOptions,
): Promise<Pulled> {
  const told: Told[] = []
  let first: { readonly head: number; readonly total: unknown } | undefined
  let agrees = true
  let rows = 0
  for (let page = 1; agrees; page++) {
    const query = { mutationsSince: since, resources: [...resources], limit: syncLimits.rows, page }
    const { data } = await service.pull(query, options)
    const head = checkTime(data.lastMutationAt)
    first ??= { head, total: data.total }
    agrees = first.head === head && first.total === data.total
    const mutations: unknown = data.mutations ?? []
    if (!Array.isArray(mutations)) throw unreadable('mutations')
    rows += mutations.length
    if (rows > mostTold) throw tooMany()
    for (const each of mutations) {
      const one = toldOf(each, head)
      if (one) told.push(one)
    }
    // A page without rows ends the feed, whatever it says of more.
    if (data.hasMore !== true || mutations.length === 0) break
  }
  told.sort((one, other) => one.at - other.at)
  return { told, head: first!.head, agrees }
}

function checkTime(time: unknown): number {
  if (!Number.isSafeInteger(time) || (time as number) < 0) throw unreadable('lastMutationAt')
  return time as number
}

/** What a row of the feed tells; undefined of what this version does not know. */
function toldOf(row: unknown, head: number): Told | undefined {
  const { type, resource, resourceId: id, data, timestamp } = read(SyncMutation, row, 'mutations')
  const isGone = type === 'DELETE'
  const at = Math.min(timestamp, head)
  if (!['CREATE', 'UPDATE', 'DELETE'].includes(type)) return undefined
  switch (resource) {
    case 'BOOKMARK': {
      if (isGone) return { what: 'bookmark', at, id: needed(id), is: null }
      const { isReading, isInDefaultCollection: isStarred, ...place } = read(SyncBookmark, data, resource)
      const target = targetOf(place)
      if (!target) return undefined
      return {
        what: 'bookmark',
        at,
        id: needed(id),
        is: { target, isReading: isReading === true, isStarred },
      }
    }
    case 'COLLECTION': {
      if (isGone) return { what: 'collection', at, id: needed(id), is: null }
      const collection = read(SyncCollection, data, resource)
      const of = collection.isDefault ? 'favorites' : collection.isSystem ? 'system' : 'person'
      const is = { name: collection.name, of } as const
      return { what: 'collection', at, id: needed(id), is, made: madeOf(collection, type) }
    }
    case 'COLLECTION_BOOKMARK': {
      const { collectionId, bookmarkId, ...place } = read(SyncMembership, data, resource)
      return { what: 'member', at, collectionId, bookmarkId, target: targetOf(place), is: !isGone }
    }
    case 'NOTE': {
      if (isGone) return { what: 'note', at, id: needed(id), is: null }
      const note = read(SyncNote, data, resource)
      const is = noteValue({ id: '', body: note.body, ranges: note.ranges })
      return { what: 'note', at, id: needed(id), is, made: madeOf(note, type) }
    }
    case 'READING_SESSION': {
      if (isGone) return undefined
      const { chapterNumber: chapter, verseNumber: verse } = read(SyncReadingSession, data, resource)
      return { what: 'place', at, is: { chapter, verse } }
    }
    default:
      return undefined
  }
}

function madeOf({ clientCreatedAt }: { readonly clientCreatedAt?: string | undefined }, type: string): Made {
  return { at: timeOf(clientCreatedAt), isChanged: type === 'UPDATE' }
}

interface Schema<T> {
  safeParse(value: unknown): { readonly success: true; readonly data: T } | { readonly success: false }
}

function read<T>(schema: Schema<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw unreadable(what)
  return parsed.data
}

function needed(id: string | undefined): string {
  if (id === undefined) throw unreadable('resourceId')
  return id
}

/** The place of a bookmark; undefined of kinds that this version does not know, and where no place is told. */
function targetOf(place: {
  readonly type?: string | undefined
  readonly bookmarkType?: string | undefined
  readonly key?: number | undefined
  readonly verseNumber?: number | null | undefined
}): Target | undefined {
  const { bookmarkType, type = bookmarkType, key, verseNumber } = place
  if (key === undefined || !(bookmarkTypes as readonly (string | undefined)[]).includes(type))
    return undefined
  if (type !== 'ayah') return { type: type as BookmarkType, key }
  const isVerse = typeof verseNumber === 'number' && verseNumber >= 1 && verseNumber <= verseCountOf(key)
  return isVerse ? { type, key, verseNumber } : undefined
}

/** A lasting error: a repeat of the request brings the same, and the operations may do what the feed cannot. */
function unreadable(what: string): WaraqError {
  return new WaraqError({
    code: 'invalid_response',
    message: `The feed of user data tells ${what} in a form that this version does not know. Nothing of it was kept. Deliver by the operations, or use a newer version.`,
    retryable: false,
    details: { field: what },
  })
}

function tooMany(): WaraqError {
  return new WaraqError({
    code: 'endless_list',
    message: `The feed of user data tells more than ${mostTold} states. What was read is not kept; it is read again later.`,
    retryable: true,
  })
}

// Pushing

/** Members go before their collections and bookmarks do, and come after these. */
function rank({ entity: { kind }, want }: Pick<FeedChange, 'entity' | 'want'>): number {
  if (kind === 'member') return want === null ? 0 : 2
  return kind === 'bookmark' || kind === 'reading' || kind === 'collection' ? 1 : 3
}

function mutationOf(change: FeedChange, mushaf: MushafId): PushedMutation {
  const { entity, id, want } = change
  const clientUpdatedAt = new Date(change.at).toISOString()
  const created = { clientCreatedAt: clientUpdatedAt, clientUpdatedAt }
  const { kind, target } = entity
  switch (kind) {
    case 'member': {
      const resource = 'COLLECTION_BOOKMARK'
      const collectionId = idOfOwner(entity.owner, change.ownerId)
      if (want === null)
        return { type: 'DELETE', resource, data: { collectionId, bookmarkId: change.bookmarkId! } }
      return { type: 'CREATE', resource, data: { collectionId, ...verseOf(target!), mushaf, ...created } }
    }
    case 'bookmark':
      if (want === null) return { type: 'DELETE', resource: 'BOOKMARK', resourceId: id! }
      return {
        type: 'CREATE',
        resource: 'BOOKMARK',
        data: { ...bookmarked(target!), mushaf, isReading: false, ...created },
      }
    case 'reading': {
      const data = { ...bookmarked(target!), mushaf, isReading: want !== null }
      const { bookmarkId } = change
      return bookmarkId === undefined
        ? { type: 'CREATE', resource: 'BOOKMARK', data: { ...data, ...created } }
        : { type: 'UPDATE', resource: 'BOOKMARK', resourceId: bookmarkId, data: { ...data, clientUpdatedAt } }
    }
    case 'collection': {
      const resource = 'COLLECTION'
      if (want === null) return { type: 'DELETE', resource, resourceId: id! }
      const { name } = want as { readonly name: string }
      return id === undefined
        ? { type: 'CREATE', resource, data: { name, ...created } }
        : { type: 'UPDATE', resource, resourceId: id, data: { name, clientUpdatedAt } }
    }
    case 'note': {
      const resource = 'NOTE'
      if (want === null) return { type: 'DELETE', resource, resourceId: id! }
      const { body, ranges } = want as NoteValue
      const note = { body, ranges: [...ranges] }
      return id === undefined
        ? { type: 'CREATE', resource, data: { ...note, ...created } }
        : { type: 'UPDATE', resource, resourceId: id, data: { ...note, clientUpdatedAt } }
    }
    default: {
      const { chapter, verse } = want as { readonly chapter: number; readonly verse: number }
      const data = { chapterNumber: chapter, verseNumber: verse, ...created }
      return { type: 'CREATE', resource: 'READING_SESSION', data }
    }
  }
}

const verseOf = ({ key, verseNumber = 1 }: Target) => ({ type: 'ayah', key, verseNumber }) as const

const bookmarked = (target: Target) =>
  target.type === 'ayah' ? verseOf(target) : ({ type: 'page', key: target.key } as const)

/** The service names the change in its message, and the client's own check in its details. */
function refusedAt(error: unknown): number | undefined {
  const { field, serviceMessage } = (isWaraqError(error) ? error.details : undefined) ?? {}
  const [, index] = /mutations(?:\[|\.)(\d{1,3})\b/.exec(`${String(field)} ${String(serviceMessage)}`) ?? []
  return index === undefined ? undefined : Number(index)
}
