import {
  AddCollectionBookmarkBody,
  CreateCollectionBody,
  GetCollectionQuery,
  ListCollectedBookmarksQuery,
  ListCollectionsQuery,
  RemoveCollectionBookmarkBody,
  RenameCollectionBody,
} from '@waraq/protocol/user'
import type { Bookmarks, StoredBookmark } from '../bookmarks/bookmarks.ts'
import { shownBookmark } from '../bookmarks/shown.ts'
import { targetOf } from '../bookmarks/target.ts'
import { cursorData, cursorPart } from '../parts/lists.ts'
import { done, route, type UserRoute } from '../parts/route.ts'
import type { Collections } from './collections.ts'
import type { Entry } from './stored-collection.ts'
import { sortedBookmarks, sortedCollections } from './sorting.ts'

interface Areas {
  readonly collections: Collections
  readonly bookmarks: Bookmarks
}

/** The operations on collections and on their contents. */
export function collectionRoutes(areas: Areas): UserRoute[] {
  return [...listRoutes(areas), ...collectionOwnRoutes(areas), ...contentRoutes(areas)]
}

function listRoutes({ collections }: Areas): UserRoute[] {
  const scope = 'collection.read'
  const show = (bookmark: StoredBookmark) => shownBookmark(bookmark, collections.membershipOf(bookmark))
  return [
    route('GET', '/v1/collections', { scope, query: ListCollectionsQuery }, ({ userId, query }) => {
      const { type, sortBy } = query
      const found = collections.of(userId).filter(({ entries }) => !type || ofType(entries, type).length > 0)
      return cursorData(cursorPart(sortedCollections(found, sortBy), query), (collection) =>
        collection.shown(),
      )
    }),
    route(
      'GET',
      '/v1/collections/all',
      { scope, query: ListCollectedBookmarksQuery },
      ({ userId, query }) => {
        const entries = ofType(collections.entriesOfAll(userId), query.type)
        return cursorData(cursorPart(sortedBookmarks(entries, query.sortBy), query), show)
      },
    ),
    route(
      'GET',
      '/v1/collections/{collectionId}',
      { scope, query: GetCollectionQuery },
      ({ userId, params, query }) => {
        const collection = collections.need(userId, params.collectionId)
        const { items, pagination } = cursorPart(sortedBookmarks(collection.entries, query.sortBy), query)
        return { ...done({ collection: collection.shown(), bookmarks: items.map(show) }), pagination }
      },
    ),
  ]
}

function ofType(entries: readonly Entry[], type: ListCollectionsQuery['type']): readonly Entry[] {
  return entries.filter(({ bookmark }) => type === undefined || bookmark.target.type === type)
}

function collectionOwnRoutes({ collections }: Areas): UserRoute[] {
  return [
    route(
      'POST',
      '/v1/collections',
      { scope: 'collection.create', body: CreateCollectionBody },
      ({ userId, body }) => done(collections.create(userId, body.name).shown()),
    ),
    route(
      'POST',
      '/v1/collections/{collectionId}',
      { scope: 'collection.update', body: RenameCollectionBody },
      ({ userId, params, body }) => {
        collections.rename(userId, params.collectionId, body.name)
        return done({ message: 'collection renamed' })
      },
    ),
    route(
      'DELETE',
      '/v1/collections/{collectionId}',
      { scope: 'collection.delete' },
      ({ userId, params }) => {
        collections.delete(userId, params.collectionId)
        return done({ message: 'collection deleted' })
      },
    ),
  ]
}

function contentRoutes({ collections, bookmarks }: Areas): UserRoute[] {
  const path = '/v1/collections/{collectionId}/bookmarks'
  return [
    route(
      'POST',
      path,
      { scope: 'collection.create', body: AddCollectionBookmarkBody },
      ({ userId, params, body }) => {
        collections.add(userId, params.collectionId, targetOf(body))
        return done({ message: 'collection bookmark added' })
      },
    ),
    route(
      'DELETE',
      path,
      { scope: 'collection.delete', body: RemoveCollectionBookmarkBody },
      ({ userId, params, body }) => {
        const bookmark =
          body.bookmarkId === undefined
            ? bookmarks.find(userId, targetOf(body))
            : bookmarks.need(userId, body.bookmarkId)
        collections.remove(userId, params.collectionId, bookmark)
        return done({})
      },
    ),
    route(
      'DELETE',
      '/v1/collections/{collectionId}/bookmarks/{bookmarkId}',
      { scope: 'collection.delete' },
      ({ userId, params: { collectionId, bookmarkId } }) => {
        collections.remove(userId, collectionId, bookmarks.need(userId, bookmarkId))
        return done({ message: 'collection bookmark deleted' })
      },
    ),
  ]
}
