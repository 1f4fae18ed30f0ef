import type {
  FindBookmarkQuery,
  ListBookmarkCollectionsQuery,
  ListBookmarksQuery,
  ListRangeBookmarksQuery,
} from '@waraq/protocol/user'
import { notFound, unprocessable } from '../parts/refusal.ts'
import { spanOfKeys } from '../parts/verse-index.ts'
import type { Bookmarks, KeptBookmark } from './bookmarks.ts'
import { isOfMushaf, mushafOf, needKey, targetOf } from './target.ts'

/** Newest first, of verses unless another type is asked for. Pages of other mushafs are left out. */
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
 * Bookmarks of verses from one to another of a surah, in the order of the verses.
 * @throws {Refusal} 422 where an end is no verse of the surah, or the end is before the beginning
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
 * One bookmark: of a place, or without a key the bookmark of the reading place. It has to fit all other parameters.
 * @throws {Refusal} 404 where there is none, 422 where neither is asked for or there is no such place
 */
export function findBookmark(bookmarks: Bookmarks, userId: string, query: FindBookmarkQuery): KeptBookmark {
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
 * The bookmarks that a key, with or without a type, can mean. The document gives no way to name a verse here: the key of
 * a verse is its surah's number, so all bookmarked verses of the surah are meant.
 * @throws {Refusal} 422 where nothing has this key
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
function isReadingAs(bookmark: KeptBookmark, isReading: boolean | undefined): boolean {
  return isReading === undefined || isReading === (bookmark.isReading === true)
}
