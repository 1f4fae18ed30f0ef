import { describe, expect, test } from 'vitest'
import { userJsonSchemas, userSchemas, type UserShapeName } from '../json-schema.ts'

/** Defaults as the document gives them. Answers are filled in where a field may be absent; requests never are. */

const { $defs } = userJsonSchemas()

interface JsonObjectSchema {
  readonly properties: Readonly<Record<string, { readonly default?: unknown }>>
  readonly required?: readonly string[]
}

/** The default that JSON Schema notes for a field, which may stand inside another one: `post.roomPostStatus`. */
function noted(name: string, field: string): unknown {
  let schema = $defs[name as UserShapeName] as unknown as JsonObjectSchema
  const path = field.split('.')
  for (const part of path.slice(0, -1)) schema = schema.properties[part] as unknown as JsonObjectSchema
  return schema.properties[path.at(-1)!]?.default
}

const user = ['UserSerializedDto', 'UserProfileResponseDto', 'OtherUserProfileDto', 'UserListItem'].flatMap(
  (name): [string, string, unknown][] => [
    [name, 'verified', false],
    [name, 'postAs', false],
    [name, 'postsCount', 0],
    [name, 'followersCount', 0],
    [name, 'likesCount', 0],
    [name, 'isAdmin', false],
    [name, 'languageIsoCode', 'en'],
  ],
)

describe('filled in where an answer lacks them', () => {
  const examples: Readonly<Record<string, object>> = {
    user: { avatarUrls: {}, settings: {}, createdAt: '', joiningYear: 2020, id: 'u' },
    UserSettings: {},
    RoomUserSearchItem: { id: 'u', avatarUrls: {}, isFollowed: false },
    PostSerialized: {
      id: 1,
      authorId: 'u',
      createdAt: '2026-08-01T00:00:00Z',
      updatedAt: '2026-08-01T00:00:00Z',
      commentsCount: 0,
      roomId: 1,
      postTypeId: 1,
    },
    Comment: {
      id: 1,
      postId: 1,
      parentId: 1,
      authorId: 'u',
      isPrivate: false,
      body: '',
      createdAt: '2026-08-01T00:00:00Z',
      updatedAt: '2026-08-01T00:00:00Z',
    },
    Tag: { id: 1, createdAt: '2026-08-01T00:00:00Z', updatedAt: '2026-08-01T00:00:00Z' },
  }

  test.each([
    ...user,
    ['UserSettings', 'showFollowFeaturedSuggestion', false],
    ['RoomUserSearchItem', 'verified', false],
    ['RoomUserSearchItem', 'followersCount', 0],
    ['PostSerialized', 'draft', false],
    ['PostSerialized', 'reported', false],
    ['PostSerialized', 'removed', false],
    ['PostSerialized', 'verified', false],
    ['PostSerialized', 'hidden', false],
    ['PostSerialized', 'roomPostStatus', 0],
    ['PostSerialized', 'estimatedReadingTime', 0],
    ['Comment', 'repliesCount', 0],
    ['Comment', 'likesCount', 0],
    ['Comment', 'reported', false],
    ['Comment', 'removed', false],
    ['Comment', 'hidden', false],
    ['Comment', 'moderationEvasionSuspected', false],
    ['Tag', 'rank', 0],
  ] as [string, string, unknown][])('%s.%s is %j', (name, field, value) => {
    const schema = userSchemas[name as UserShapeName]
    expect(schema.parse(examples[name] ?? examples['user'])).toHaveProperty(field, value)
    expect(noted(name, field)).toBe(value)
  })
})

describe('noted, and not filled in', () => {
  test.each([
    ['EditProfileDto', 'customized', false],
    ['FeaturedUsersQuery', 'limit', 9],
    ['FeaturedUsersQuery', 'page', 1],
    ['UpdateNoteBody', 'saveToQR', false, { body: 'A note' }],
    ['GetNoteQuery', 'withAttachedEntities', true],
    ['ListNotesQuery', 'limit', 20],
    ['FeedFilter', 'verifiedOnly', false],
    ['UpdateGroupDto', 'public', null, { id: 1 }],
    ['UpdateGroupDto', 'hideFollowJoinButton', null, { id: 1 }],
  ] as [string, string, unknown, object?][])('%s.%s is %j', (name, field, value, example = {}) => {
    expect(userSchemas[name as UserShapeName].parse(example)).toEqual(example)
    expect(noted(name, field)).toBe(value)
  })
})

/** The document requires these and gives a default all the same: they are sent, and the default is for forms. */
test.each([
  ['CreatePostBodyDto', 'post.roomPostStatus', 1],
  ['CreateCommentBody', 'comment.isPrivate', false],
  ['PostSerialized', 'commentsCount', 0],
  ['Comment', 'isPrivate', false],
  ['ReferenceItem', 'from', 0],
  ['ReferenceItem', 'to', 0],
])('required although %s.%s has a default', (name, field, value) => {
  expect(noted(name, field)).toBe(value)
})

test('a change of a post fills in nothing', () => {
  expect(userSchemas.UpdatePostDto.parse({ post: {} })).toEqual({ post: {} })
})
