import { describe, expect, test } from 'vitest'
import {
  audienceOf,
  Bookmark,
  commentOfResponse,
  CommentRepliesResponse,
  FeedResponseDto,
  fieldName,
  fieldsAtFault,
  formatVerseRange,
  imageDataUrl,
  ImageDataUrl,
  itemsOfPage,
  mentionMarker,
  MentionMarker,
  misplacedCursorParameter,
  missingPreferenceFields,
  moderationState,
  moderationStatuses,
  nextPageNumber,
  normalizeRawBookmark,
  pageAfter,
  pageBefore,
  parseVerseRange,
  PostCommentsResponse,
  PostCreatedResponse,
  postOfResponse,
  UpdatePreferencesBody,
  queryEntries,
  RawBookmark,
  requiredPreferenceFields,
  roomPostStatuses,
  roomPostStatusForPost,
  roomPostStatusForRequest,
  roomPostStatusInPosts,
  roomPostStatusInRequests,
  roomPostStatusOfPost,
  roomPostStatusOfRequest,
  VerseRange,
  type PreferenceSection,
} from '../index.ts'

/** What in this interface is easily got wrong, each with its table. */

describe('raw bookmarks', () => {
  const common = {
    id: 'b1',
    createdAt: '2026-08-01T00:00:00Z',
    key: 2,
    verseNumber: 255,
    isInDefaultCollection: true,
    isReading: null,
  }
  test.each([
    ['ayah', 'quran'],
    [{ type: 'ayah' }, 'quran'],
    ['ayah', { name: 'quran' }],
    [
      { type: 'ayah', id: 4 },
      { name: 'quran', addedSince: 1 },
    ],
  ])('%j and %j', (bookmarkType, bookmarkGroup) => {
    const raw = RawBookmark.parse({ ...common, bookmarkType, bookmarkGroup })
    const bookmark = normalizeRawBookmark(raw)
    expect(bookmark).toEqual({ ...common, type: 'ayah', group: 'quran' })
    expect(Bookmark.parse(bookmark)).toEqual(bookmark)
  })
  test('a count is kept, and absence stays absence', () => {
    const raw = RawBookmark.parse({
      ...common,
      bookmarkType: 'page',
      bookmarkGroup: 'g',
      collectionsCount: 3,
    })
    expect(normalizeRawBookmark(raw).collectionsCount).toBe(3)
    const { verseNumber: _verseNumber, ...bare } = common
    const without = RawBookmark.parse({ ...bare, bookmarkType: 'page', bookmarkGroup: 'g' })
    expect(Object.keys(normalizeRawBookmark(without)).toSorted()).toEqual(
      ['createdAt', 'group', 'id', 'isInDefaultCollection', 'isReading', 'key', 'type'].toSorted(),
    )
  })
})

describe('roomPostStatus', () => {
  test.each([
    ['asRoom', 0, 2],
    ['publicly', 1, 1],
    ['onlyMembers', 2, 0],
  ] as const)('%s is %i in a request and %i in a post', (name, inRequest, inPost) => {
    expect(roomPostStatusInRequests[name]).toBe(inRequest)
    expect(roomPostStatusInPosts[name]).toBe(inPost)
    expect(roomPostStatusOfRequest(inRequest)).toBe(name)
    expect(roomPostStatusOfPost(inPost)).toBe(name)
    expect(roomPostStatusForRequest(inPost)).toBe(inRequest)
    expect(roomPostStatusForPost(inRequest)).toBe(inPost)
  })
  test('these are all', () => {
    expect(Object.keys(roomPostStatusInPosts).toSorted()).toEqual([...roomPostStatuses].toSorted())
    expect(Object.keys(roomPostStatusInRequests).toSorted()).toEqual([...roomPostStatuses].toSorted())
  })
})

describe('moderation', () => {
  test.each([
    [1, 'featured', ['everyone']],
    [2, 'promoted', ['everyone']],
    [3, 'normal', ['everyone']],
    [4, 'hidden', ['author', 'moderators', 'private_link']],
    [5, 'private_note', ['author', 'private_link']],
    [6, 'requested_review', ['author', 'moderators']],
    [30, 'deleted', []],
  ])('%i is %s, seen by %j', (status, state, audience) => {
    expect(moderationState(status)).toBe(state)
    expect(audienceOf(status)).toEqual(audience)
    expect(moderationStatuses[state as keyof typeof moderationStatuses]).toBe(status)
  })
  test.each([0, 7, 29, 31, -1, 1.5, NaN])('%d is no state, and no user sees the post', (status) => {
    expect(moderationState(status)).toBeUndefined()
    expect(audienceOf(status)).toEqual([])
  })
})

describe('cursor pages', () => {
  test.each([
    [{}, undefined],
    [{ first: 5 }, undefined],
    [{ first: 5, after: 'a' }, undefined],
    [{ last: 5 }, undefined],
    [{ last: 5, before: 'b' }, undefined],
    [{ after: 'a' }, 'after'],
    [{ before: 'b' }, 'before'],
    [{ first: 5, before: 'b' }, 'before'],
    [{ last: 5, after: 'a' }, 'after'],
    [{ first: 5, last: 5 }, 'last'],
    [{ first: 5, after: 'a', last: 5, before: 'b' }, 'last'],
    [{ first: 5, last: undefined, before: undefined }, undefined],
  ])('of %j misplaced is %s', (page, misplaced) => {
    expect(misplacedCursorParameter(page)).toBe(misplaced)
  })

  const both = { startCursor: 's', endCursor: 'e', hasNextPage: true, hasPreviousPage: true }
  test.each([
    [both, { first: 7, after: 'e' }, { last: 7, before: 's' }],
    [{ ...both, hasNextPage: false }, undefined, { last: 7, before: 's' }],
    [{ ...both, hasPreviousPage: false }, { first: 7, after: 'e' }, undefined],
    [{ hasNextPage: false, hasPreviousPage: false }, undefined, undefined],
    // Without a cursor there is no way on; asking for the first page again would never end.
    [{ hasNextPage: true, hasPreviousPage: true }, undefined, undefined],
  ])('beside %j', (pagination, next, previous) => {
    expect(pageAfter(pagination, 7)).toEqual(next)
    expect(pageBefore(pagination, 7)).toEqual(previous)
  })
})

describe('numbered pages', () => {
  const numbers = { total: 3, currentPage: 1, limit: 2, pages: 2 }
  const comment = {
    id: 1,
    postId: 2,
    parentId: 3,
    authorId: 'u',
    isPrivate: false,
    isEdited: false,
    body: 'Amin',
    createdAt: '2026-08-01T00:00:00Z',
    updatedAt: '2026-08-01T00:00:00Z',
  }
  test('items are found under each of the three keys', () => {
    const feed = FeedResponseDto.parse({ ...numbers, data: [] })
    expect(itemsOfPage(feed)).toBe(feed.data)
    const comments = PostCommentsResponse.parse({ ...numbers, comments: [comment] })
    expect(itemsOfPage(comments)).toBe(comments.comments)
    const replies = CommentRepliesResponse.parse({ ...numbers, replies: [comment], comment })
    expect(itemsOfPage(replies)).toBe(replies.replies)
    expect(itemsOfPage(numbers)).toEqual([])
  })
  test.each([
    [1, 2, 2],
    [2, 2, undefined],
    [3, 2, undefined],
    [1, 0, undefined],
  ])('after page %i of %i comes %s', (currentPage, pages, next) => {
    expect(nextPageNumber({ currentPage, pages })).toBe(next)
  })
})

describe('texts of a form', () => {
  test.each([
    ['2:255-2:257', { from: { chapter: 2, verse: 255 }, to: { chapter: 2, verse: 257 } }],
    ['104:1-105:5', { from: { chapter: 104, verse: 1 }, to: { chapter: 105, verse: 5 } }],
    ['2:255', undefined],
    ['0:1-1:1', undefined],
    ['1:1-1:7 ', undefined],
    ['1:1-1:7,2:1-2:5', undefined],
  ])('the range %s', (range, places) => {
    expect(parseVerseRange(range)).toEqual(places)
    expect(VerseRange.safeParse(range).success).toBe(places !== undefined)
    if (places) expect(formatVerseRange(places.from, places.to)).toBe(range)
  })
  test('one verse is a range, too', () => {
    expect(formatVerseRange({ chapter: 2, verse: 255 })).toBe('2:255-2:255')
  })
  test('a marker is of small letters in two pairs of braces', () => {
    const marker = mentionMarker('1B4E28BA-2FA1-11D2-883F-0016D3CCA427')
    expect(marker).toBe('{{1b4e28ba-2fa1-11d2-883f-0016d3cca427}}')
    expect(MentionMarker.parse(marker)).toBe(marker)
    expect(MentionMarker.parse(mentionMarker(crypto.randomUUID()))).toHaveLength(40)
  })
  test('an image is a data URL', () => {
    const url = imageDataUrl('png', 'iVBORw0=')
    expect(url).toBe('data:image/png;base64,iVBORw0=')
    expect(ImageDataUrl.parse(url)).toBe(url)
  })
})

describe('preferences', () => {
  test('what a section requires is what its schema requires', () => {
    for (const [name, required] of Object.entries(requiredPreferenceFields)) {
      const { error } = UpdatePreferencesBody.safeParse({ [name]: {} })
      const fields = error ? fieldsAtFault(error).map((path) => path.at(-1)) : []
      expect(fields, name).toEqual(required)
      expect(missingPreferenceFields(name as PreferenceSection, {})).toEqual(required)
    }
  })
  test('what is there is not missing', () => {
    const part = { readingPreference: 'translation', selectedReadingTranslation: '20', wordByWordDisplay: [] }
    expect(missingPreferenceFields('reading', part)).toEqual([
      'selectedWordByWordLocale',
      'wordClickFunctionality',
    ])
  })
})

describe('answers with two names for one thing', () => {
  const post = {
    id: 1,
    authorId: 'u',
    createdAt: '2026-08-01T00:00:00Z',
    updatedAt: '2026-08-01T00:00:00Z',
    commentsCount: 0,
    roomId: 1,
    postTypeId: 1,
  }
  test.each(['post', 'data'])('a created post as %s', (key) => {
    const answer = PostCreatedResponse.parse({ [key]: post, success: true })
    expect(postOfResponse(answer)).toMatchObject(post)
  })
  test('where it has neither, post is missing', () => {
    const { error } = PostCreatedResponse.safeParse({ success: true })
    expect(fieldsAtFault(error!)).toEqual([['post']])
  })
  test('a comment, created or changed', () => {
    const comment = { id: 1 } as Parameters<typeof commentOfResponse>[0]['comment']
    expect(commentOfResponse({ comment, success: true } as never)).toBe(comment)
    expect(commentOfResponse({ data: comment, success: true } as never)).toBe(comment)
  })
})

describe('queries as they are sent', () => {
  test.each([
    [{}, ''],
    [{ first: 20, after: undefined }, 'first=20'],
    [{ qdc: false, query: '' }, 'qdc=false&query='],
    [{ languages: [1, 2] }, 'languages=1,2'],
    [{ languages: [] }, ''],
    [{ filter: { verifiedOnly: true, tags: ['a', 'b'] } }, 'filter[verifiedOnly]=true&filter[tags]=a,b'],
    [
      { filter: { references: [{ chapterId: 2, from: 255 }, { chapterId: 112 }] } },
      'filter[references][0][chapterId]=2&filter[references][0][from]=255&filter[references][1][chapterId]=112',
    ],
  ])('%j', (query, sent) => {
    const pairs = queryEntries(query).map((pair) => pair.join('='))
    expect(pairs.join('&')).toBe(sent)
  })
})

describe('names of fields at fault', () => {
  test.each([
    [[], ''],
    [['name'], 'name'],
    [['post', 'mentions', 0, 'marker'], 'post.mentions[0].marker'],
  ])('%j', (path, name) => expect(fieldName(path)).toBe(name))

  test('each once, also those that have no place', () => {
    const issues = [
      { code: 'invalid_type' as const, path: ['a'] },
      { code: 'too_small' as const, path: ['a'] },
      { code: 'unrecognized_keys' as const, path: ['b', 0], keys: ['x', 'y'] },
    ]
    expect(fieldsAtFault({ issues }).map(fieldName)).toEqual(['a', 'b[0].x', 'b[0].y'])
  })
})
