import { areaOfScope } from '@waraq/protocol/user'
import { expect, it } from 'vitest'
import { bookmarks } from './operations/bookmarks.ts'
import { comments } from './operations/comments.ts'
import { notes } from './operations/notes.ts'
import { posts } from './operations/posts.ts'
import { userOperations } from './operations/index.ts'
import { scopesFor } from './scopes.ts'

it('asks for the narrowest that allow what is called', () => {
  expect(scopesFor({ bookmarks })).toEqual(['bookmark.create', 'bookmark.delete', 'bookmark.read'])
  expect(scopesFor({ notes: { publish: notes.publish, list: notes.list } })).toEqual([
    'note.publish',
    'note.read',
  ])
})

it('asks for no part of what it asks for as a whole', () => {
  // To change a comment there is no scope but that of the area.
  expect(scopesFor({ comments })).toEqual(['comment'])
})

it.each([
  [['bookmark'], ['bookmark']],
  [
    ['bookmark.read', 'bookmark.create', 'bookmark.delete', 'note'],
    ['bookmark.create', 'bookmark.delete', 'bookmark.read'],
  ],
  [['bookmark', 'bookmark.read'], ['bookmark']],
])('of %j approved it asks for %j', (approved, asked) => {
  expect(scopesFor({ bookmarks }, approved)).toEqual(asked)
})

it('says which operations no approved scope allows', () => {
  expect(() => scopesFor({ posts: { get: posts.get, create: posts.create } }, ['post.read'])).toThrow(
    expect.objectContaining({
      code: 'scope_not_approved',
      retryable: false,
      details: { operations: ['posts.create'], scopes: ['post.create'] },
    }),
  )
})

it('knows all areas of all operations', () => {
  const areas = new Set(scopesFor(userOperations).map(areaOfScope))
  expect([...areas].sort()).toEqual([
    'activity_day',
    'bookmark',
    'collection',
    'comment',
    'goal',
    'note',
    'post',
    'preference',
    'reading_session',
    'room',
    'streak',
    'tag',
    'user',
  ])
})
