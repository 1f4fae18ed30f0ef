import type { FeedFilter, FeedQuery } from '@waraq/protocol/user'
import { unprocessable } from '../parts/refusal.ts'
import { lengthOf, meet, type VerseSpan } from '../parts/verse-index.ts'
import type { Room } from '../rooms/room.ts'
import { tagKey, wantedTagKey } from '../tags/names.ts'
import { type Post, reflectionType } from './post.ts'
import { spanOfChapter, spanOfReference } from './references.ts'
import type { SeenPost } from './seen-post.ts'

type Test = (seen: SeenPost) => boolean

/**
 * Returns a test of whether a post matches a query of the feed.
 * @throws {Refusal} 422 for verses that do not exist
 */
export function filterOf({ languages, filter = {} }: Pick<FeedQuery, 'languages' | 'filter'>): Test {
  const tests = [
    languages && (({ post }: SeenPost) => languages.includes(post.languageId)),
    filter.verifiedOnly === true && (({ isByVerified }: SeenPost) => isByVerified),
    ofTypes(filter.postTypeIds),
    filter.authors && (({ post }: SeenPost) => filter.authors!.includes(post.authorId)),
    inRooms(filter),
    aboutVerses(filter),
    withTags(filter),
  ].filter((test) => typeof test === 'function')
  return (seen) => tests.every((test) => test(seen))
}

/** All posts are of one type. */
export function ofTypes(ids: readonly number[] | undefined): Test | undefined {
  return ids && (() => ids.includes(reflectionType.id))
}

/** Whether a post is about one of these verses. */
export function isAbout({ content }: Post, verses: VerseSpan): boolean {
  return content.references.some(({ span }) => meet(span, verses))
}

/** The API documentation does not say whether rooms are named by their ids or by the ends of their addresses. Here both match. */
function inRooms({ groups, pages }: FeedFilter): Test | undefined {
  if (!groups && !pages) return undefined
  return ({ room }) => {
    if (!room) return false
    const names = room.roomType === 'group' ? groups : pages
    return names?.some((name) => isNameOf(room, name)) ?? false
  }
}

function isNameOf({ id, url }: Room, name: string): boolean {
  return name === String(id) || name.toLowerCase() === url.toLowerCase()
}

/** One of the wanted values is enough, unless the operator is AND. */
function enough<Wanted>(
  wanted: readonly Wanted[],
  operator: FeedFilter['tagsOperator'],
  has: (one: Wanted) => boolean,
): boolean {
  return operator === 'AND' ? wanted.every(has) : wanted.some(has)
}

function aboutVerses({ references, referencesOperator }: FeedFilter): Test | undefined {
  const wanted = references?.map(spanOfWanted)
  return wanted && (({ post }) => enough(wanted, referencesOperator, (verses) => isAbout(post, verses)))
}

function withTags({ tags, tagsOperator }: FeedFilter): Test | undefined {
  const wanted = tags?.map(wantedTagKey)
  return (
    wanted &&
    (({ post }) => {
      const keys = post.content.tags.map(({ name }) => tagKey(name))
      return enough(wanted, tagsOperator, (key) => keys.includes(key))
    })
  )
}

type VersesQuery = NonNullable<FeedFilter['references']>[number]

/** Without a start or an end, those of the chapter apply. */
function spanOfWanted({ chapterId, from = 1, to }: VersesQuery): VerseSpan {
  const chapter = chapterId === undefined ? undefined : spanOfChapter(chapterId)
  const span = chapter && spanOfReference({ chapterId: chapterId!, from, to: to ?? lengthOf(chapter) })
  if (!span) throw unprocessable('filter[references] has verses that no chapter has.')
  return span
}
