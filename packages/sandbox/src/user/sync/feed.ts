import {
  favoritesCollectionId,
  syncLimits,
  type PullSyncQuery,
  type SyncMutation,
  type SyncResource,
} from '@waraq/protocol/user'
import type { FaultEffect } from '../../faults/fault.ts'
import type { Bookmarks, StoredBookmark } from '../bookmarks/bookmarks.ts'
import type { Collections } from '../collections/collections.ts'
import type { Notes } from '../notes/notes.ts'
import { membershipId, type Journal, type JournalRow } from '../parts/journal.ts'
import { unprocessable } from '../parts/refusal.ts'
import type { ReadingBookmarks } from '../reading-bookmarks/reading-bookmarks.ts'
import type { ReadingSessions } from '../reading-sessions/reading-sessions.ts'

/**
 * How the feed reports Favorites: by `isInDefaultCollection` of a bookmark, as documented, or as a collection with
 * `isDefault` and its memberships, as clients of the service expect it.
 */
export type FavoritesInFeed = 'flag' | 'memberships'

/**
 * How the feed reports a reading bookmark: by `isReading` of a bookmark, of which a user has one, as slots in
 * READING_BOOKMARK, as newer clients expect it, or in both forms.
 */
export type ReadingBookmarksInFeed = 'flag' | 'slots' | 'both'

export interface FeedAreas {
  readonly journal: Journal
  readonly bookmarks: Bookmarks
  readonly collections: Collections
  readonly notes: Notes
  readonly readingSessions: ReadingSessions
  readonly readingBookmarks: ReadingBookmarks
  readonly favorites: FavoritesInFeed
  readonly readingForm: ReadingBookmarksInFeed
}

/** The areas whose scopes a token needs to see a resource in the feed. */
export const areasOf: Readonly<Record<SyncResource, readonly string[]>> = {
  BOOKMARK: ['bookmark'],
  COLLECTION: ['collection'],
  COLLECTION_BOOKMARK: ['bookmark', 'collection'],
  NOTE: ['note'],
  READING_SESSION: ['reading_session'],
  READING_BOOKMARK: ['bookmark'],
}

interface Pull {
  readonly userId: string
  readonly scopes: readonly string[]
  readonly query: PullSyncQuery
  readonly faults: NonNullable<FaultEffect['userFeed']>
}

function hasResource({ readingForm }: FeedAreas, resource: SyncResource): boolean {
  return resource !== 'READING_BOOKMARK' || readingForm !== 'flag'
}

/** @throws {Refusal} 422 if this service does not have the resource */
export function needResource(areas: FeedAreas, resource: SyncResource): void {
  if (!hasResource(areas, resource)) throw unprocessable(`There is no resource ${resource}.`)
}

/** Returns a page of the feed: the latest states, oldest change first. */
export function pullFeed(areas: FeedAreas, { userId, scopes, query, faults }: Pull) {
  for (const resource of query.resources ?? []) needResource(areas, resource)
  const lastMutationAt = areas.journal.head(userId)
  if (query.metadataOnly) return { lastMutationAt, ...faults.page }
  const { mutationsSince, resources, limit = syncLimits.usualRows, page = 1 } = query
  const isWanted = ({ resource, changedAt, isGone, ...row }: JournalRow) =>
    (faults.inclusive ? changedAt >= mutationsSince : changedAt > mutationsSince) &&
    (resources?.includes(resource) ?? true) &&
    areasOf[resource].every((area) => scopes.includes(area) || scopes.includes(`${area}.read`)) &&
    hasResource(areas, resource) &&
    (areas.favorites === 'memberships' || !isOfFavorites({ resource, ...row })) &&
    !(isGone && faults.forgetDeletions)
  const rows = areas.journal.rows(userId).filter(isWanted)
  rows.sort((one, other) => one.changedAt - other.changedAt)
  const show = presenter(areas, userId)
  return {
    mutations: [...rows.slice((page - 1) * limit, page * limit).map(show), ...(faults.addRows ?? [])],
    lastMutationAt,
    page,
    limit,
    total: rows.length,
    hasMore: page * limit < rows.length,
    ...faults.page,
  }
}

/** Rows that exist only if Favorites are reported as memberships. */
function isOfFavorites({ resource, id, ends }: Pick<JournalRow, 'resource' | 'id' | 'ends'>): boolean {
  return resource === 'COLLECTION'
    ? id === favoritesCollectionId
    : ends?.collectionId === favoritesCollectionId
}

/** The id of Favorites in the feed if they are reported as a collection. */
const feedIdOfFavorites = (userId: string) => `favorites-of-${userId}`

/** Converts the id of a collection that a client sends. */
export function collectionIdOf(userId: string, sent: string): string {
  return sent === feedIdOfFavorites(userId) ? favoritesCollectionId : sent
}

/** Returns a function that shows a row with the current values of its area. */
export function presenter(areas: FeedAreas, userId: string): (row: JournalRow) => SyncMutation {
  const { collections, notes, readingSessions, readingBookmarks, favorites, readingForm } = areas
  const bookmarks = new Map(areas.bookmarks.of(userId).map((bookmark) => [bookmark.id, bookmark]))
  const reportedId = (collectionId: string) =>
    collectionId === favoritesCollectionId && favorites === 'memberships'
      ? feedIdOfFavorites(userId)
      : collectionId

  function dataOf({ resource, id, ends, isGone }: JournalRow): object | undefined {
    if (ends) {
      const { bookmarkId } = ends
      const form = memberFormOf(bookmarkId)
      if (isGone && form === 'id alone') return undefined
      return {
        collectionId: reportedId(ends.collectionId),
        ...(form === 'id alone' ? {} : { [form]: bookmarkId }),
        ...(!isGone && placeOf(bookmarks.get(bookmarkId)!)),
      }
    }
    if (isGone) return undefined
    if (resource === 'BOOKMARK') {
      const bookmark = bookmarks.get(id)!
      const { isInDefaultCollection } = collections.membershipOf(bookmark)
      return {
        ...placeOf(bookmark),
        ...(readingForm !== 'slots' && { isReading: bookmark.isReading === true }),
        ...(favorites === 'flag' && { isInDefaultCollection }),
      }
    }
    if (resource === 'COLLECTION') {
      const { name, isDefault, isSystem } = collections.need(userId, id)
      return { name, isDefault, isSystem }
    }
    if (resource === 'NOTE') {
      const { body, ranges = [] } = notes.get(userId, id)
      return { body, ranges }
    }
    if (resource === 'READING_BOOKMARK') {
      const { slot, name, target } = readingBookmarks.need(userId, id)
      const { type, key, verseNumber = null, mushafId = 1 } = target
      return { slot, name, type, key, verseNumber, mushafId }
    }
    const { chapterNumber, verseNumber } = readingSessions.need(userId, id)
    return { chapterNumber, verseNumber }
  }

  return (row) => {
    const { resource, id, ends, madeAt, changedAt, isGone, clientCreatedAt, clientUpdatedAt } = row
    const data = dataOf(row)
    const times = { ...(clientCreatedAt && { clientCreatedAt }), ...(clientUpdatedAt && { clientUpdatedAt }) }
    return {
      type: isGone ? 'DELETE' : madeAt === changedAt ? 'CREATE' : 'UPDATE',
      resource,
      ...shownId(row, ends && membershipId(reportedId(ends.collectionId), ends.bookmarkId), reportedId(id)),
      ...(data && { data: { ...data, ...(!isGone && times) } }),
      timestamp: changedAt,
    }
  }
}

/**
 * The service may omit the id of a membership. Here it is omitted for every second bookmark, so that a client is tested with
 * both.
 */
function shownId({ ends }: JournalRow, ofMembership: string | undefined, id: string) {
  if (!ends) return { resourceId: id }
  return /[02468]$/.test(ends.bookmarkId) ? {} : { resourceId: ofMembership! }
}

/**
 * The form in which a membership names its bookmark: under either name, or only at the end of its id. Clients expect all
 * three.
 */
function memberFormOf(bookmarkId: string): 'bookmarkId' | 'bookmark_id' | 'id alone' {
  if (bookmarkId.endsWith('7')) return 'id alone'
  return /[36]$/.test(bookmarkId) ? 'bookmark_id' : 'bookmarkId'
}

/** The place in the service's format, under two names. */
function placeOf({ target: { type, key, verseNumber, mushafId } }: StoredBookmark) {
  return { type, bookmarkType: type, key, verseNumber: verseNumber ?? null, mushaf: mushafId ?? 1 }
}
