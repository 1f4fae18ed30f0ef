import { describe, expect, it } from 'vitest'
import { bareAreas, day, draftOf, start } from './posts.test-support.ts'

describe('what other areas ask of posts', () => {
  const content = (userId: string, fields: object = {}) => draftOf(userId, fields).post

  it('counts what is published and neither hidden nor gone', () => {
    const { posts, rooms } = bareAreas()
    const room = rooms.create('group', 'user-1', { name: 'Circle', url: 'circle' })
    expect([posts.ofAuthor('user-1'), posts.likesOfAuthor('user-1')]).toEqual([0, 0])
    expect([posts.inRoom(room.id), posts.latestInRoom(room.id)]).toEqual([0, undefined])
    const earlier = new Date(start - day).toISOString()
    const first = posts.create('user-1', content('user-1'))
    posts.create('user-1', content('user-1', { roomId: room.id }))
    const old = posts.create('user-1', content('user-1', { roomId: room.id, publishedAt: earlier }))
    const hidden = posts.create('user-1', content('user-1', { roomId: room.id }))
    posts.create('user-1', content('user-1', { draft: true, roomId: room.id }))
    for (const { id } of [first, old, hidden]) posts.reactions.likes.toggle(id, 'user-2')
    posts.reactions.likes.toggle(first.id, 'user-3')
    posts.moderate(hidden.id, 4)
    expect([posts.ofAuthor('user-1'), posts.likesOfAuthor('user-1')]).toEqual([3, 3])
    expect([posts.inRoom(room.id), posts.latestInRoom(room.id)]).toEqual([2, new Date(start).toISOString()])
    posts.delete(first.id, 'user-1')
    expect([posts.ofAuthor('user-1'), posts.likesOfAuthor('user-1')]).toEqual([2, 1])
    expect(posts.ofAuthor('user-2')).toBe(0)
  })

  it('makes a post of a note, with references that stay in their chapters', () => {
    const { posts } = bareAreas()
    const id = posts.publishNote('user-2', { body: 'A note of mine.', ranges: ['1:6-3:2', '112:1-112:1'] })
    const { authorId, content: made, ofNote } = posts.need(id, 'user-5')
    expect([authorId, made.body, made.roomPostStatus, ofNote]).toEqual([
      'user-2',
      'A note of mine.',
      'publicly',
      true,
    ])
    expect(made.references.map(({ chapterId, from, to }) => [chapterId, from, to])).toEqual([
      [1, 6, 7],
      [2, 1, 286],
      [3, 1, 2],
      [112, 1, 1],
    ])
    expect(() => posts.publishNote('user-2', { body: 'No such verse.', ranges: ['1:8-1:9'] })).toThrow(
      expect.objectContaining({ status: 422 }),
    )
    expect(() => posts.moderate(99, 4)).toThrow(expect.objectContaining({ status: 404 }))
  })
})
