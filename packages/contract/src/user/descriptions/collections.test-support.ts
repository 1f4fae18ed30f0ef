import { cursor, cursorList, data, message, pagination, someObject } from './common.test-support.ts'
import {
  andBreaks,
  anyInteger,
  closed,
  eitherOf,
  flag,
  inside,
  listOf,
  mistaken,
  nullable,
  object,
  onlyValid,
  text,
  time,
  words,
} from './describe.test-support.ts'
import {
  Bookmark,
  BookmarkWithCollectionsCount,
  bookmarkType,
  notForWhole,
  target,
} from './bookmarks.test-support.ts'

/** What the document says of collections. */

const Collection = object({
  id: text,
  name: text,
  slug: nullable(text),
  isPrivate: flag,
  isDefault: flag,
  'isSystem?': flag,
  updatedAt: nullable(time),
  'url?': nullable(text),
  'bookmarksCount?': anyInteger,
  'resourcesCount?': anyInteger,
  'count?': anyInteger,
})
const bookmarkSorting = words('recentlyAdded', 'verseKey')

export const collections = {
  Collection,
  CreateCollectionBody: closed({ name: text }),
  CreateCollectionResponse: data(inside(Collection)),
  ListCollectionsQuery: cursor({
    'sortBy?': words('recentlyUpdated', 'alphabetical', 'alphabeticalDesc'),
    'type?': bookmarkType,
  }),
  ListCollectionsResponse: cursorList(Collection),
  GetCollectionQuery: cursor({ 'sortBy?': bookmarkSorting }),
  GetCollectionResponse: object({
    'success?': flag,
    data: object({
      'collection?': inside(Collection),
      'bookmarks?': listOf(inside(BookmarkWithCollectionsCount)),
    }),
    pagination,
  }),
  RenameCollectionBody: object({ name: text }),
  RenameCollectionResponse: message('collection renamed'),
  DeleteCollectionResponse: message('collection deleted'),
  ListCollectedBookmarksQuery: cursor({ 'sortBy?': bookmarkSorting, 'type?': bookmarkType }),
  ListCollectedBookmarksResponse: cursorList(Bookmark),
  DeleteCollectionBookmarkResponse: message('collection bookmark deleted'),
  AddCollectionBookmarkBody: andBreaks(target, notForWhole),
  AddCollectionBookmarkResponse: message('collection bookmark added'),
  RemoveCollectionBookmarkBody: andBreaks(
    eitherOf(target, onlyValid(object({ bookmarkId: text }))),
    notForWhole,
    mistaken('text', 'bookmarkId', { bookmarkId: 1 }, { bookmarkId: null }),
    mistaken('instead of a key', 'bookmarkId', { bookmarkId: 'b', key: 1, type: 'juz' }),
    mistaken('not by id', 'verseNumber', { bookmarkId: 'b', verseNumber: 1 }),
    mistaken('not by id', 'type', { bookmarkId: 'b', type: 'ayah' }),
  ),
  RemoveCollectionBookmarkResponse: data(someObject),
}
