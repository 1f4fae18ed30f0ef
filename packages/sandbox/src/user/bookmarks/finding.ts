import type {
  FindBookmarkQuery,
  ListBookmarkCollectionsQuery,
  ListBookmarksQuery,
  ListRangeBookmarksQuery,
} from '@waraq/protocol/user'
import { notFound, unprocessable } from '../parts/refusal.ts'
import { spanOfKeys } from '../parts/verse-index.ts'
import type { Bookmarks, StoredBookmark } from './bookmarks.ts'
import { isOfMushaf, mushafOf, needKey, targetOf } from './target.ts'

/** Lists bookmarks, newest first, of verses unless another type is requested. Pages of other mushafs are left out. */
export function listBookmarks(bookmarks: Bookmarks, userId: string, query: ListBookmarksQuery) {
  const { type = 'ayah', key, isReading, mushafId } = query
  return bookmarks
    .of(userId)
    .filter(
      (bookmark) =>
        bookmark.target.type === type &&
        (key === undefined || bookmark.target.key === key) &&
        isReadingAs(bookmark, isReading) &&
        isOfMushaf(bookmark.target, mushafId),
    )
}

/**
 * Bookmarks of verses in a range of a surah, in the order of the verses.
 * @throws {Refusal} 422 if an end is not a verse of the surah, or if the range ends before it starts
 */
export function bookmarksInRange(bookmarks: Bookmarks, userId: string, query: ListRangeBookmarksQuery) {
  const { chapterNumber, rangeStartAyahNumber, rangeEndAyahNumber } = query
  const { from, to } = spanOfKeys({
    from: `${chapterNumber}:${rangeStartAyahNumber}`,
    to: `${chapterNumber}:${rangeEndAyahNumber}`,
  })
  return bookmarks
    .of(userId)
    .filter(({ target }) => target.type === 'ayah' && target.firstVerse >= from && target.firstVerse <= to)
    .sort((one, other) => one.target.firstVerse - other.target.firstVerse)
}

/**
 * Finds one bookmark: of a place, or without a key the bookmark of the reading place. It has to match all other parameters.
 * @throws {Refusal} 404 if there is none, 422 if the query names neither a place nor the reading place, or if there is no
 * such place
 */
export function findBookmark(bookmarks: Bookmarks, userId: string, query: FindBookmarkQuery): StoredBookmark {
  const { key } = query
  const found =
    key === undefined
      ? findReading(bookmarks, userId, query)
      : bookmarks.find(userId, targetOf({ ...query, key }, unprocessable))
  if (!found || !isReadingAs(found, query.isReading)) throw notFound('bookmark')
  return found
}

function findReading(bookmarks: Bookmarks, userId: string, query: FindBookmarkQuery) {
  const { isReading, type, verseNumber } = query
  const mushafId = mushafOf(query, unprocessable)
  if (!isReading || verseNumber !== undefined)
    throw unprocessable('Say what it is set to, or isReading=true.')
  const reading = bookmarks.reading(userId)
  const fits = reading && (type ?? reading.target.type) === reading.target.type
  return fits && isOfMushaf(reading.target, mushafId) ? reading : undefined
}

/**
 * The bookmarks that a key, with or without a type, can mean. The API documentation defines no key for a verse here: the key
 * of a verse is the number of its surah, so all bookmarked verses of the surah are meant.
 * @throws {Refusal} 422 if nothing has this key
 */
export function bookmarksOfKey(bookmarks: Bookmarks, userId: string, query: ListBookmarkCollectionsQuery) {
  const { key, type, mushafId } = query
  needKey(key, type)
  return bookmarks
    .of(userId)
    .filter(({ target }) => target.key === key && (type === undefined || target.type === type))
    .filter(({ target }) => isOfMushaf(target, mushafId))
}

/** A bookmark whose `isReading` was never set counts as false. */
function isReadingAs(bookmark: StoredBookmark, isReading: boolean | undefined): boolean {
  return isReading === undefined || isReading === (bookmark.isReading === true)
}
