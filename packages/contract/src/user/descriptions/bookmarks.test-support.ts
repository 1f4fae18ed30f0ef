import fc from 'fast-check'
import { cursor, cursorList, data, message } from './common.test-support.ts'
import {
  type Description,
  andBreaks,
  anyInteger,
  closed,
  eitherOf,
  flag,
  inside,
  integer,
  listOf,
  mistaken,
  mushafId,
  nullable,
  number,
  object,
  onlyValid,
  openWords,
  text,
  time,
  words,
} from './describe.test-support.ts'

/** What the document says of bookmarks. */

const bookmarkFields = {
  id: text,
  createdAt: time,
  key: anyInteger,
  'verseNumber?': nullable(anyInteger),
  isInDefaultCollection: flag,
  isReading: nullable(flag),
}
export const Bookmark = object({
  ...bookmarkFields,
  type: openWords('page', 'juz', 'surah', 'ayah'),
  group: text,
  'collectionsCount?': anyInteger,
})
export const BookmarkWithCollectionsCount = object({
  ...bookmarkFields,
  type: openWords('page', 'juz', 'surah', 'ayah'),
  group: text,
  collectionsCount: anyInteger,
})
const textOr = (field: string): Description => {
  const named = object({ [field]: text })
  return {
    valid: fc.oneof(fc.string(), named.valid),
    breaks: [
      { rule: 'text or object', broken: fc.constantFrom(1, true).map((value) => ({ value, path: [] })) },
      ...named.breaks.filter(({ rule }) => rule.startsWith(`${field}:`)),
    ],
  }
}
const RawBookmark = object({
  ...bookmarkFields,
  bookmarkType: textOr('type'),
  bookmarkGroup: textOr('name'),
  'collectionsCount?': anyInteger,
})
export const bookmarkType = words('page', 'juz', 'surah', 'ayah')

const mushafs = { 'mushafId?': mushafId, 'mushaf?': mushafId }
const verse = { key: anyInteger, verseNumber: anyInteger, ...mushafs }
const whole = { key: anyInteger, ...mushafs }
const ayah = words('ayah')
const wholeType = words('juz', 'page', 'surah')
export const notForWhole = mistaken(
  'only of verses',
  'verseNumber',
  { key: 1, type: 'page', verseNumber: 1 },
  { key: 1, type: 'juz', verseNumber: 0 },
  { key: 1, type: 'surah', verseNumber: null },
)
const ofVerse = object({ ...verse, type: ayah })
/** Here the type of a verse need not be said. */
export const target = eitherOf(
  { ...ofVerse, breaks: ofVerse.breaks.filter(({ rule }) => rule !== 'type: missing') },
  object({ ...whole, type: wholeType }),
  onlyValid(object(verse)),
)

export const bookmarks = {
  Bookmark,
  NullableBookmark: nullable(Bookmark),
  BookmarkWithCollectionsCount,
  RawBookmark,
  AddBookmarkBody: andBreaks(
    eitherOf(
      object({ ...verse, type: ayah, 'isReading?': nullable(flag) }),
      object({ ...whole, type: wholeType, 'isReading?': nullable(flag) }),
    ),
    notForWhole,
  ),
  AddBookmarkResponse: data(nullable(inside(Bookmark))),
  ListBookmarksQuery: cursor(
    { 'type?': bookmarkType, 'isReading?': flag, 'key?': anyInteger, mushafId },
    { mushafId: 1 },
  ),
  ListBookmarksResponse: cursorList(BookmarkWithCollectionsCount),
  DeleteBookmarkResponse: message('bookmark deleted'),
  ListRangeBookmarksQuery: closed({
    chapterNumber: anyInteger,
    rangeStartAyahNumber: anyInteger,
    rangeEndAyahNumber: anyInteger,
    mushafId,
  }),
  ListRangeBookmarksResponse: cursorList(RawBookmark),
  FindBookmarkQuery: closed({
    'isReading?': flag,
    'key?': anyInteger,
    'type?': bookmarkType,
    'verseNumber?': integer({ least: 1 }),
    ...mushafs,
  }),
  FindBookmarkResponse: data(inside(Bookmark)),
  ListBookmarkCollectionsQuery: cursor(
    { key: number(), 'type?': bookmarkType, 'includeDefault?': flag, mushafId },
    { key: 1, mushafId: 1 },
  ),
  ListBookmarkCollectionsResponse: data(listOf(text)),
}
